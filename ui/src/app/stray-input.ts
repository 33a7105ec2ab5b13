// Blocks input and keys outside the focused field. WebKit inserts typed text at the selection even while a dialog's
// button has focus: the words would go into the text behind the dialog.
import { isDialogOpen } from "@/components/dialog";

function refuse(event: Event): void {
  const text = event.target instanceof Element ? event.target.closest<HTMLElement>(".cm-content") : null;
  const at = document.activeElement;
  if (text === null || text.contains(at)) return;
  const isFree = (at === null || at === document.body) && !isDialogOpen() && text.checkVisibility();
  if (isFree) {
    // Nothing else could be meant. The text gets focus from now on.
    text.focus({ preventScroll: true });
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Select All applies to the focused text or field, never to the page behind a dialog. */
function refuseWholePage(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "a") return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, [contenteditable=true]") == null) event.preventDefault();
}

/** Blocks such input. Returns a function that stops it. */
export function refuseStrayInput(): () => void {
  window.addEventListener("beforeinput", refuse, true);
  window.addEventListener("keydown", refuseWholePage);
  return () => {
    window.removeEventListener("beforeinput", refuse, true);
    window.removeEventListener("keydown", refuseWholePage);
  };
}
