// Inserts words that the author typed elsewhere, as if they were typed here.
import type { Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { canonical } from "./canonical";

/** How words were typed: by plain keys, or some of them through an input method. */
export type TypedBy = "keys" | "input method";

/** Replaces the selection with words, as an undoable edit. Keys get the help that they get in the editor. */
export function typeWords(view: EditorView, words: string, by: TypedBy): void {
  if (words === "" || view.state.readOnly) return;
  const text = canonical(words);
  if (by === "input method") view.dispatch(typed(view, text));
  else for (const key of text) typeKey(view, key);
}

function typeKey(view: EditorView, key: string): void {
  const { from, to } = view.state.selection.main;
  const insert = () => typed(view, key);
  // Enter is not an input of text.
  const handlers = key === "\n" ? [] : view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handler) => handler(view, from, to, key, insert))) view.dispatch(insert());
}

function typed(view: EditorView, words: string): Transaction {
  const { state } = view;
  return state.update(state.replaceSelection(words), { userEvent: "input.type", scrollIntoView: true });
}

/** Focuses an element. Inserts the words when it is an editor's text; other elements ignore them. */
export function typeInto(element: HTMLElement, words: string, by: TypedBy): void {
  const view = EditorView.findFromDOM(element);
  if (view === null) element.focus({ preventScroll: true });
  else {
    // Not `element.focus()`: that would move the caret to the start.
    view.focus();
    typeWords(view, words, by);
  }
}
