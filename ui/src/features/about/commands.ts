// Commands for information about the program.
import type { Command } from "@/commands/command";
import { openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "about.open",
    title: "about:commands.open",
    run: () => openDialog({ name: "about" }),
  },
  {
    id: "about.save_diagnostics",
    title: "about:commands.saveDiagnostics",
    run: () => openDialog({ name: "diagnostics" }),
  },
];
