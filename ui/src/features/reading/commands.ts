// The reading view.
import type { Command } from "@/commands/command";
import { desk, openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "reading.open",
    title: "reading:commands.open",
    keys: "CmdOrCtrl+Alt+V",
    enabled: () => desk().scene !== null,
    run: () => openDialog({ name: "reading" }),
  },
];
