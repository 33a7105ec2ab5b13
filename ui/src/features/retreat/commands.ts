// The command of the writing room.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "retreat.open",
    title: "retreat:commands.open",
    enabled: () => isWritable() && desk().scene !== null,
    run: () => openDialog({ name: "retreat" }),
  },
];
