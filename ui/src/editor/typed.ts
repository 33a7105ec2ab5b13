// Inserts words that the author typed elsewhere, as if they were typed here.
import { EditorView } from "@codemirror/view";
import { canonical } from "./canonical";

/** Replaces the selection with words, as an undoable edit. */
export function typeWords(view: EditorView, words: string): void {
  if (words === "" || view.state.readOnly) return;
  view.dispatch(view.state.replaceSelection(canonical(words)), {
    userEvent: "input.type",
    scrollIntoView: true,
  });
}

/** Focuses an element. Inserts the words when it is an editor's text; other elements ignore them. */
export function typeInto(element: HTMLElement, words: string): void {
  const view = EditorView.findFromDOM(element);
  if (view === null) element.focus({ preventScroll: true });
  else {
    // Not `element.focus()`: that would move the caret to the start.
    view.focus();
    typeWords(view, words);
  }
}
