// The command that prints.
import type { Command } from "@/commands/command";
import { desk, openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "printing.print",
    title: "printing:commands.print",
    enabled: () => desk().project !== null,
    run: () => openDialog({ name: "print" }),
  },
];
