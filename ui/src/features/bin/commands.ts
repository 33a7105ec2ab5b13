// The bin command.
import type { Command } from "@/commands/command";
import { desk, openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "bin.open",
    title: "bin:commands.open",
    enabled: () => desk().project !== null,
    run: () => openDialog({ name: "bin" }),
  },
];
