// Commands of checkpoints.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog, show, showTab } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";

const hasProject = () => desk().project !== null;

export const commands: Command[] = [
  {
    id: "checkpoint.create",
    title: "checkpoints:commands.create",
    keys: "CmdOrCtrl+Shift+S",
    enabled: isWritable,
    run: () => openDialog({ name: "create-checkpoint" }),
  },
  {
    id: "checkpoint.show",
    title: "checkpoints:commands.show",
    enabled: hasProject,
    run: () => showTab("checkpoints"),
  },
  {
    id: "checkpoint.compare_latest",
    title: "checkpoints:commands.compareLatest",
    enabled: hasProject,
    run: async () => {
      await flushAll();
      const { checkpoints } = await call("checkpoint.list", {});
      // The author's own checkpoint is more informative than an automatic one.
      const latest = checkpoints.findLast(({ automatic }) => !automatic) ?? checkpoints.at(-1);
      if (latest === undefined) showTab("checkpoints");
      else show({ kind: "compare-checkpoints", from: latest.id, to: null });
    },
  },
];
