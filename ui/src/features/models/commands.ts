// The one command of models: setting them up.
import type { Command } from "@/commands/command";
import { openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "models.open",
    title: "models:commands.open",
    run: () => openDialog({ name: "models" }),
  },
];
