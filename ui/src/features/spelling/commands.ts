// Commands for dictionaries.
import type { Command } from "@/commands/command";
import { desk, openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "spelling.words",
    title: "spelling:commands.words",
    enabled: () => desk().project !== null,
    run: () => openDialog({ name: "spelling" }),
  },
];
