// Help commands.
import type { Command } from "@/commands/command";
import { openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "guide.open",
    title: "guide:commands.open",
    keys: "F1",
    run: () => openDialog({ name: "guide" }),
  },
];
