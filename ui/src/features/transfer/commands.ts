// Commands for import and export.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog } from "@/desk/desk";

/** In menu order. */
export const commands: Command[] = [
  {
    id: "transfer.import",
    title: "transfer:commands.import",
    keys: "CmdOrCtrl+Shift+I",
    // Without a project the text becomes a new one.
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
  {
    id: "transfer.remarks",
    title: "transfer:commands.remarks",
    enabled: isWritable,
    run: () => openDialog({ name: "remarks" }),
  },
];
