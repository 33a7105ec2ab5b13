// A mark that was put around nothing, such as `**` twice with the caret between. When the caret leaves it and nothing was
// typed, it is removed. Marks that the author typed as text are left alone.
import {
  type EditorState,
  type Extension,
  type StateCommand,
  StateField,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { composing } from "./composition";

const BREAK = /^\n?\*{3}\n?$/;

interface SetMark {
  from: number;
  to: number;
  /** What it looks like without words. */
  empty: string;
  /** The position for the words, from its start. */
  inside: number;
}

/** The mark that was set last, around nothing. */
const setMark = StateField.define<SetMark | null>({
  create: () => null,
  update: (mark, transaction) => {
    if (isMarking(transaction)) return afterMarking(mark, transaction);
    if (mark === null || !transaction.docChanged) return mark;
    return moved(mark, transaction);
  },
});

const isMarking = (transaction: Transaction) =>
  transaction.docChanged &&
  (transaction.isUserEvent("input.mark") || transaction.isUserEvent("input.emphasis"));

/** Words typed at its ends count as words in it: they are never removed. */
function moved(mark: SetMark, { changes }: Transaction): SetMark | null {
  const [from, to] = [changes.mapPos(mark.from, -1), changes.mapPos(mark.to, 1)];
  return from < to ? { ...mark, from, to } : null;
}

const isEmpty = (state: EditorState, { from, to, empty }: SetMark) => state.sliceDoc(from, to) === empty;

function afterMarking(before: SetMark | null, transaction: Transaction): SetMark | null {
  const { startState, state } = transaction;
  const within = before !== null && isEmpty(startState, before) ? moved(before, transaction) : null;
  const region = within ?? insertedAround(transaction);
  const { main } = state.selection;
  if (region === null || !main.empty || main.head < region.from || main.head > region.to) return null;
  const { from, to } = region;
  return { from, to, empty: state.sliceDoc(from, to), inside: main.head - from };
}

/** The one passage that a transaction inserted at its caret, removing nothing; null otherwise. */
function insertedAround({ changes, startState, state }: Transaction): { from: number; to: number } | null {
  const inserted: { from: number; to: number }[] = [];
  let isPure = startState.selection.main.empty;
  changes.iterChanges((fromA, toA, from, to) => {
    if (fromA < toA) isPure = false;
    inserted.push({ from, to });
  });
  const [passage] = inserted;
  if (!isPure || passage === undefined || inserted.length !== 1) return null;
  // A break between paragraphs is complete in itself.
  return BREAK.test(state.sliceDoc(passage.from, passage.to)) ? null : passage;
}

/** The mark without words, when the caret is not in it. */
function leftEmpty(state: EditorState): SetMark | null {
  const mark = state.field(setMark, false) ?? null;
  if (mark === null || !isEmpty(state, mark)) return null;
  const { main } = state.selection;
  return main.empty && main.head === mark.from + mark.inside ? null : mark;
}

/** Undo must not bring back what the author never wanted. */
const beyondUndo = Transaction.addToHistory.of(false);

function remove(view: EditorView, { from, to }: SetMark): void {
  if (view.state.readOnly) return;
  view.dispatch({ changes: { from, to }, userEvent: "delete", annotations: beyondUndo });
}

/** Removes a mark that still has no words: the text is left. */
export function removeEmptyMark(view: EditorView): void {
  const mark = view.state.field(setMark, false) ?? null;
  if (mark !== null && isEmpty(view.state, mark)) remove(view, mark);
}

/** A command that sets a mark. Given twice in the same empty place, it takes the mark back, and undo goes over both. */
export const settingOnce =
  (command: StateCommand) =>
  (view: EditorView): boolean => {
    const { state } = view;
    const mark = state.field(setMark, false) ?? null;
    const isIn = mark !== null && isEmpty(state, mark) && leftEmpty(state) === null;
    return command({
      state,
      dispatch: (transaction) => {
        if (isIn && isSetAgain(transaction, mark)) remove(view, mark);
        else if (isIn && isTakenBack(transaction, mark)) view.dispatch(withoutHistory(transaction));
        else view.dispatch(transaction);
      },
    });
  };

function isSetAgain(transaction: Transaction, mark: SetMark): boolean {
  const again = insertedAround(transaction);
  return again !== null && transaction.state.sliceDoc(again.from, again.to) === mark.empty;
}

/** Whether a command removes asterisks of the empty mark, such as the inner ones of two marks, and nothing else. */
function isTakenBack({ changes, docChanged }: Transaction, mark: SetMark): boolean {
  let isWithin = docChanged;
  changes.iterChanges((from, to, _from, _to, inserted) => {
    if (inserted.length > 0 || from < mark.from || mark.to < to) isWithin = false;
  });
  return isWithin;
}

const withoutHistory = ({ changes, newSelection }: Transaction): TransactionSpec => ({
  changes,
  selection: newSelection,
  userEvent: "input.emphasis",
  annotations: beyondUndo,
  scrollIntoView: true,
});

/** Removes the mark once the caret has left it, or the keyboard is elsewhere in the window. */
export const emptyMarks: Extension = [
  setMark,
  EditorView.updateListener.of(({ view, selectionSet, docChanged }) => {
    if (!selectionSet && !docChanged) return;
    if (leftEmpty(view.state) === null) return;
    // The editor is still telling others of this update.
    queueMicrotask(() => {
      const mark = leftEmpty(view.state);
      if (mark !== null && !composing(view)) remove(view, mark);
    });
  }),
  EditorView.domEventObservers({
    // The keyboard may come back at once, and an author who looks at another window comes back to this place.
    blur: (_, view) =>
      void setTimeout(() => {
        if (view.dom.isConnected && isElsewhere(view)) removeEmptyMark(view);
      }),
  }),
];

/** Whether something else in this window has the keyboard. */
function isElsewhere({ contentDOM }: EditorView): boolean {
  const { activeElement, body } = contentDOM.ownerDocument;
  return contentDOM.ownerDocument.hasFocus() && activeElement !== body && activeElement !== contentDOM;
}
