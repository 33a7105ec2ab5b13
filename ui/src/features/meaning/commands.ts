// The one command of the embedding model: setting it up.
import type { Command } from "@/commands/command";
import { openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "meaning.settings",
    title: "meaning:commands.settings",
    run: () => openDialog({ name: "meaning" }),
  },
];
