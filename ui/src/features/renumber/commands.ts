// The command that renumbers chapters.
import type { Command } from "@/commands/command";
import { isWritable, openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "renumber.open",
    title: "renumber:commands.open",
    enabled: isWritable,
    run: () => openDialog({ name: "renumber" }),
  },
];
