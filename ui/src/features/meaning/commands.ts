// The command that sets up the embedding model.
import type { Command } from "@/commands/command";
import { openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "meaning.settings",
    title: "meaning:commands.settings",
    run: () => openDialog({ name: "meaning" }),
  },
];
