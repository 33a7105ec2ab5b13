// The command of the Chapter tab.
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
