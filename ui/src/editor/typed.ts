// Words that the author typed elsewhere, put into a text as if they were typed there.
import { EditorView } from "@codemirror/view";
import { canonical } from "./canonical";

/** Puts words in the place of the selection. Undo takes them away again. */
export function typeWords(view: EditorView, words: string): void {
  if (words === "" || view.state.readOnly) return;
  view.dispatch(view.state.replaceSelection(canonical(words)), {
    userEvent: "input.type",
    scrollIntoView: true,
  });
}

/** Gives an element the keyboard. The words go into the editor whose text it is; anything else takes no words. */
export function typeInto(element: HTMLElement, words: string): void {
  const view = EditorView.findFromDOM(element);
  if (view === null) element.focus({ preventScroll: true });
  else {
    // Not by the element: the caret would go to the beginning.
    view.focus();
    typeWords(view, words);
  }
}
