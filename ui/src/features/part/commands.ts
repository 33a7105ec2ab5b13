// The command of the inspector's tab about the open chapter.
import type { Command } from "@/commands/command";
import { desk, showTab } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "part.show",
    title: "part:commands.show",
    enabled: () => desk().project !== null,
    run: () => showTab("part"),
  },
];
