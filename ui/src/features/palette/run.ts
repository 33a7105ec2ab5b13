// Running a command out of a dialog: the dialog is gone and the focus back where it was before the command begins, so
// that it finds the text that was selected and may open a dialog of its own.
import { runCommand } from "@/commands/registry";
import { closeDialog } from "@/desk/desk";
import { noteCommand } from "./recent";

/** Time for the focus to come back, ms. */
const AFTER = 40;

/** Closes the dialog and runs a command. */
export function runAfterClosing(id: string): void {
  noteCommand(id);
  closeDialog();
  setTimeout(() => void runCommand(id), AFTER);
}
