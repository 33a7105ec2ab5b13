// The command that shows the statistics.
import type { Command } from "@/commands/command";
import { desk, show } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "statistics.show",
    title: "statistics:commands.show",
    enabled: () => desk().project !== null,
    run: () => show({ kind: "statistics" }),
  },
];
