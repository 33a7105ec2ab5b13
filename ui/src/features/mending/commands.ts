// Commands of mendings: beginning one, and looking at the changes that wait.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog } from "@/desk/desk";
import { lookAtAny } from "./acts";

export const commands: Command[] = [
  {
    id: "mending.begin",
    title: "mending:commands.begin",
    whyNot: () => {
      if (desk().project === null) return "mending:why.project";
      return isWritable() ? null : "mending:why.readOnly";
    },
    run: () => {
      const { scene, shown } = desk();
      openDialog({ name: "mend", reach: scene === null ? "book" : (shown.findingsOf ?? "chapter"), scene });
    },
  },
  {
    id: "mending.look",
    title: "mending:commands.look",
    keys: "CmdOrCtrl+Shift+F7",
    enabled: () => desk().project !== null,
    run: lookAtAny,
  },
  {
    id: "mending.tools",
    title: "mending:commands.tools",
    run: () => openDialog({ name: "mend-tools" }),
  },
];
