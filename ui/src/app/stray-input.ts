// Input and keys for what does not have the keyboard. WebKit inserts what is typed where the selection is, though a button of a
// dialog has the keyboard: the words would go into the text behind it.
import { isDialogOpen } from "@/components/dialog";

function refuse(event: Event): void {
  const text = event.target instanceof Element ? event.target.closest<HTMLElement>(".cm-content") : null;
  const at = document.activeElement;
  if (text === null || text.contains(at)) return;
  const isFree = (at === null || at === document.body) && !isDialogOpen() && text.checkVisibility();
  if (isFree) {
    // Nothing else is meant. The text has the keyboard from now on.
    text.focus({ preventScroll: true });
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Selecting everything means the text or field that has the keyboard, never the page with what lies behind a dialog. */
function refuseWholePage(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "a") return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, [contenteditable=true]") == null) event.preventDefault();
}

/** Keeps such input out of all texts. Answers with how to stop. */
export function refuseStrayInput(): () => void {
  window.addEventListener("beforeinput", refuse, true);
  window.addEventListener("keydown", refuseWholePage);
  return () => {
    window.removeEventListener("beforeinput", refuse, true);
    window.removeEventListener("keydown", refuseWholePage);
  };
}
