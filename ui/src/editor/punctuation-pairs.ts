// Quotes and brackets that are inserted in pairs. In English prose quotes are not.
import { EditorSelection, type EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { languageAt } from "./language";

const CLOSING: Readonly<Record<string, string>> = {
  "“": "”",
  "‘": "’",
  "「": "」",
  "『": "』",
  "《": "》",
  "（": "）",
  "【": "】",
};
const CLOSERS = new Set(Object.values(CLOSING));
const QUOTES = /[“‘]/;
const WORD = /[\p{L}\p{N}]/u;

/** Whether a mark opens a pair. */
export function isOpening(mark: string): boolean {
  return CLOSING[mark] !== undefined;
}

/** Whether an opening mark at the caret is inserted without a partner. */
function standsAlone(state: EditorState, mark: string): boolean {
  return QUOTES.test(mark) && languageAt(state, state.selection.main.head) === "en";
}

/** Types an opening mark with its closing one, or around the selection. */
export function put(view: EditorView, open: string): boolean {
  const { main } = view.state.selection;
  if (!main.empty) return putAround(view, open);
  const pair = standsAlone(view.state, open) ? "" : pairFor(view.state, open, main.from, 0);
  if (pair === "") return false;
  view.dispatch({
    changes: { from: main.from, insert: open + pair },
    selection: { anchor: main.from + open.length },
    userEvent: "input.type",
    scrollIntoView: true,
  });
  return true;
}

function putAround(view: EditorView, open: string): boolean {
  const { main } = view.state.selection;
  const close = CLOSING[open];
  if (close === undefined) return false;
  view.dispatch({
    changes: [
      { from: main.from, insert: open },
      { from: main.to, insert: close },
    ],
    selection: EditorSelection.range(main.anchor + open.length, main.head + open.length),
    userEvent: "input.type",
    scrollIntoView: true,
  });
  return true;
}

/**
 * The closing mark to insert after an opening one at a position: none before a word, which the author is about to
 * enclose, and none where the closing mark already follows. `typed` units before the position are the opening mark
 * itself.
 */
export function pairFor(state: EditorState, open: string, position: number, typed: number): string {
  const close = CLOSING[open];
  if (close === undefined) return "";
  const next = state.sliceDoc(position, position + 1);
  const before = position - typed;
  if (next === close && state.sliceDoc(Math.max(0, before - 1), before) !== open) return "";
  return next === "" || !WORD.test(next) ? close : "";
}

/** Typing the closing mark, or its half-width key, in front of the same mark moves past it. */
export function stepOver(view: EditorView, key: string, wide: string | undefined): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  const next = state.sliceDoc(head, head + 1);
  if (!CLOSERS.has(next) || (key !== next && wide !== next)) return false;
  view.dispatch({ selection: { anchor: head + 1 }, userEvent: "select", scrollIntoView: true });
  return true;
}

/** Deletes both marks of an empty pair. */
export function dropPair(view: EditorView): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  const before = state.sliceDoc(Math.max(0, head - 1), head);
  const after = state.sliceDoc(head, head + 1);
  if (after === "" || CLOSING[before] !== after || standsAlone(state, before)) return false;
  view.dispatch({
    changes: { from: head - 1, to: head + 1 },
    userEvent: "delete.backward",
    scrollIntoView: true,
  });
  return true;
}
