// What an editor takes over from the one that had its text before: undo and redo with all that belongs to them, the
// selection, and how far the text was scrolled.
import { historyField, isolateHistory } from "@codemirror/commands";
import { type EditorState, type Extension, type StateEffect, StateField } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { spansField } from "./ai-spans";
import { anchorsField } from "./anchors";
import { changesBetween } from "./difference";
import { knownTexts } from "./known-texts";
import { programEdit } from "./program";

/** An editor that was left. */
export interface LeftEditor {
  readonly state: EditorState;
  readonly scroll: StateEffect<unknown>;
}

/** UTF-16 units that were inserted or deleted, which is the most the history can hold. */
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
] as StateField<unknown>[];

/** An editor as it is left. */
export function leftEditor(view: EditorView): LeftEditor {
  return { state: view.state, scroll: view.scrollSnapshot() };
}

/** At most so many UTF-16 units of text are held by an editor that was left: its text and its history. */
export function heldLength({ state }: LeftEditor): number {
  return state.doc.length + state.field(changedLength);
}

/**
 * Makes the text of an editor that was left equal `text`, as one step of its history: it was changed elsewhere. Without
 * differences the editor is as it was.
 */
export function brought({ state, scroll }: LeftEditor, text: string): LeftEditor {
  const changes = changesBetween(state.doc.toString(), text);
  if (changes.length === 0) return { state, scroll };
  const change = state.update({
    changes: changes.map(({ from, to, insert }) => ({ from, to, insert })),
    annotations: [programEdit.of("restore"), isolateHistory.of("full")],
  });
  return { state: change.state, scroll };
}

/** The extension by which a new editor goes on from one that was left; both have the same text. */
export function resumed(left: LeftEditor | undefined): Extension {
  if (left === undefined) return changedLength;
  const { state } = left;
  return FIELDS.map((field) => field.init(() => state.field(field)));
}
