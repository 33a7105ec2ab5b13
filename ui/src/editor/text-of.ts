// The text of an editor: reading it, naming it, and changes by the program, which wait for the end of a composition.
import { isolateHistory, redoDepth, selectAll, undoDepth } from "@codemirror/commands";
import { type StateEffect, Transaction } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { canonical } from "./canonical";
import { afterComposition, committedState, composing, endComposition } from "./composition";
import type { Writing } from "./create";
import { type Change, changesBetween } from "./difference";
import { toggleEmphasis } from "./emphasis";
import { removeEmptyMark, settingOnce } from "./empty-marks";
import { redoStep, undoStep } from "./history-steps";
import { momentEffect, versionEffect } from "./known-texts";
import { divideMark } from "./new-paragraph";
import { programEdit, type Reason, wellFormed } from "./program";
import { allProposalsEnded } from "./proposal-state";
import { toggleMark } from "./prose-edits";
import { leftEditor } from "./resumed";
import { beginStream } from "./streams";
import { typeWords } from "./typed";

type TextOf = Pick<
  Writing,
  | "text"
  | "words"
  | "length"
  | "type"
  | "leave"
  | "moment"
  | "setVersion"
  | "become"
  | "edit"
  | "stream"
  | "composing"
  | "settled"
  | "undo"
  | "redo"
  | "canUndo"
  | "canRedo"
  | "selectAll"
  | "emphasize"
  | "mark"
  | "divideMark"
>;

/** The last number of a moment. Global, because an editor that replaces another also knows the moments of that one. */
let moments = 0;

export function textOf(view: EditorView): TextOf {
  return {
    text: () => committedState(view).doc.toString(),
    words: () => committedState(view).doc,
    length: () => view.state.doc.length,
    type: (words, by) => typeWords(view, words, by),
    leave: () => {
      endComposition(view);
      removeEmptyMark(view);
      return leftEditor(view);
    },
    moment: () => {
      moments += 1;
      view.dispatch({ effects: momentEffect(moments) });
      return moments;
    },
    setVersion: (version, moment) => view.dispatch({ effects: versionEffect(version, moment) }),
    become: async (text, reason) => {
      await afterComposition(view, () => {
        const changes = changesBetween(view.state.doc.toString(), canonical(text));
        change(view, changes, reason, [allProposalsEnded.of(null)]);
      });
    },
    edit: async (changes, reason) => {
      await afterComposition(view, () => change(view, wellFormed(changes, view.state.doc.length), reason));
    },
    stream: (at) => beginStream(view, at),
    composing: () => composing(view),
    settled: () => afterComposition(view, () => undefined),
    undo: () => !composing(view) && undoStep(view),
    redo: () => !composing(view) && redoStep(view),
    canUndo: () => undoDepth(view.state) > 0,
    canRedo: () => redoDepth(view.state) > 0,
    selectAll: () => {
      selectAll(view);
    },
    emphasize: (mark) => {
      settingOnce(toggleEmphasis(mark))(view);
    },
    mark: (kind) => {
      void afterComposition(view, () => settingOnce(toggleMark(kind))(view));
    },
    divideMark: () => divideMark(view),
  };
}

function change(
  view: EditorView,
  changes: readonly Change[],
  reason: Reason,
  effects: StateEffect<unknown>[] = [],
): void {
  if (changes.length === 0) return;
  view.dispatch({
    changes: changes.map(({ from, to, insert }) => ({ from, to, insert })),
    effects,
    annotations: [
      programEdit.of(reason),
      isolateHistory.of("full"),
      Transaction.addToHistory.of(reason !== "words moved"),
    ],
  });
}
