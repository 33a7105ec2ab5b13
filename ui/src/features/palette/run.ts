// Runs a command from a dialog: the dialog closes and the focus returns first, so that the command sees the selected
// text and may open its own dialog.
import { runCommand } from "@/commands/registry";
import { closeDialog } from "@/desk/desk";
import { noteCommand } from "./recent";

/** Time for the focus to return, ms. */
const FOCUS_RETURN_DELAY = 40;

/** Closes the dialog and runs a command. */
export function runAfterClosing(id: string): void {
  noteCommand(id);
  closeDialog();
  setTimeout(() => void runCommand(id), FOCUS_RETURN_DELAY);
}
