// Blocks input, keys and the browser's menu outside the focused field. WebKit inserts typed text at the selection even
// while a dialog's button has focus: the words would go into the text behind the dialog.
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

/** The dialog or menu that the last key was pressed in. */
let pressedIn: Element | null = null;

function notePress({ target }: KeyboardEvent): void {
  pressedIn = target instanceof Element ? target.closest("[data-base-ui-portal]") : null;
}

/**
 * Blocks the character of a key that was pressed in a dialog or menu and arrives outside it: Enter closes a dialog when
 * it is pressed, and would then begin a paragraph in the text that gets the focus.
 */
function refuseRest(event: KeyboardEvent): void {
  if (pressedIn === null || (event.target instanceof Node && pressedIn.contains(event.target))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Select All applies to the focused text or field, never to the page behind a dialog. */
function refuseWholePage(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "a") return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, [contenteditable=true]") == null) event.preventDefault();
}

/** Blocks the browser's own menu, which offers to reload the page, where there is no text to cut, copy or paste. */
function refuseBrowserMenu(event: MouseEvent): void {
  const at = event.target instanceof Element ? event.target : null;
  const isField = at?.closest("input, textarea, [contenteditable=true]") != null;
  if (!isField && document.getSelection()?.isCollapsed !== false) event.preventDefault();
}

/** Blocks such input. Returns a function that stops it. */
export function refuseStrayInput(): () => void {
  window.addEventListener("beforeinput", refuse, true);
  window.addEventListener("keydown", notePress, true);
  window.addEventListener("keypress", refuseRest, true);
  window.addEventListener("keydown", refuseWholePage);
  window.addEventListener("contextmenu", refuseBrowserMenu);
  return () => {
    window.removeEventListener("beforeinput", refuse, true);
    window.removeEventListener("keydown", notePress, true);
    window.removeEventListener("keypress", refuseRest, true);
    window.removeEventListener("keydown", refuseWholePage);
    window.removeEventListener("contextmenu", refuseBrowserMenu);
  };
}
