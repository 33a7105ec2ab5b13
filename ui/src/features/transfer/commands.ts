// The author's commands that bring texts in and out.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog } from "@/desk/desk";

/** In the order of the menu. */
export const commands: Command[] = [
  {
    id: "transfer.import",
    title: "transfer:commands.import",
    keys: "CmdOrCtrl+Shift+I",
    // Without a project the text becomes one.
    enabled: () => desk().project === null || isWritable(),
    run: () => openDialog({ name: "import" }),
  },
  {
    id: "transfer.export",
    title: "transfer:commands.export",
    keys: "CmdOrCtrl+Shift+E",
    enabled: () => desk().project !== null,
    run: () => openDialog({ name: "export" }),
  },
];
