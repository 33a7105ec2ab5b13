// What an editor takes over from the one that had its text before: undo and redo with all they restore, the caret, and
// the scroll position.
import { historyField, isolateHistory } from "@codemirror/commands";
import {
  type EditorState,
  type Extension,
  type StateEffect,
  StateField,
  Transaction,
} from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { spansField } from "./ai-spans";
import { anchorsField } from "./anchors";
import { changesBetween } from "./difference";
import { knownTexts } from "./known-texts";
import { leavePassage, pointedOut } from "./pointed-out";
import { programEdit } from "./program";

/** The state of a closed editor. */
export interface LeftEditor {
  readonly state: EditorState;
  readonly scroll: StateEffect<unknown>;
}

/** UTF-16 units inserted or deleted so far: an upper bound of what the history holds. */
const changedLength = StateField.define<number>({
  create: () => 0,
  update: (length, { docChanged, changes }) => {
    if (!docChanged) return length;
    let sum = length;
    changes.iterChanges((from, to, _from, _to, inserted) => {
      sum += to - from + inserted.length;
    });
    return sum;
  },
});

const FIELDS: readonly StateField<unknown>[] = [
  historyField,
  knownTexts,
  anchorsField,
  spansField,
  changedLength,
  pointedOut,
] as StateField<unknown>[];

/** The state of an editor that is about to close. */
export function leftEditor(view: EditorView): LeftEditor {
  return { state: view.state, scroll: view.scrollSnapshot() };
}

/** A closed editor with only the caret of its selection, and without a passage that was pointed out. */
export function withoutSelection({ state, scroll }: LeftEditor): LeftEditor {
  const { head } = state.selection.main;
  const left = state.update({ selection: { anchor: head }, effects: leavePassage.of(null) });
  return { state: left.state, scroll };
}

/** An upper bound of the text that a closed editor holds, in UTF-16 units: its document and its history. */
export function heldLength({ state }: LeftEditor): number {
  return state.doc.length + state.field(changedLength);
}

/**
 * Makes the text of a closed editor equal `text`, as one step of its history: it was changed elsewhere. Undo goes over
 * it if words moved to or from another text. Without differences the state is returned unchanged.
 */
export function withTextReplaced(
  { state, scroll }: LeftEditor,
  text: string,
  reason: "restore" | "words moved" = "restore",
): LeftEditor {
  const changes = changesBetween(state.doc.toString(), text);
  if (changes.length === 0) return { state, scroll };
  const change = state.update({
    changes: changes.map(({ from, to, insert }) => ({ from, to, insert })),
    annotations: [
      programEdit.of(reason),
      isolateHistory.of("full"),
      Transaction.addToHistory.of(reason === "restore"),
    ],
  });
  return { state: change.state, scroll };
}

/** The extension by which a new editor continues a closed one with the same text. */
export function resumed(left: LeftEditor | undefined): Extension {
  if (left === undefined) return changedLength;
  const { state } = left;
  return FIELDS.map((field) => field.init(() => state.field(field)));
}
