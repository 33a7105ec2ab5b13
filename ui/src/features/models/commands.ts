// The command that opens the model settings.
import type { Command } from "@/commands/command";
import { openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "models.open",
    title: "models:commands.open",
    run: () => openDialog({ name: "models" }),
  },
];
