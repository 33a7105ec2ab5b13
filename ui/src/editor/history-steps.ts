// The text's history. Undo and redo move by steps that have an effect: a composition whose letters were removed before
// any word was chosen leaves a step without effect. A composition that left the text unchanged leaves no step, and redo
// keeps its steps.
import { history, historyField, historyKeymap, redo, undo } from "@codemirror/commands";
import { Compartment, type EditorState, type Extension, Facet, StateEffect } from "@codemirror/state";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";

const compartment = new Compartment();
const steps = history({ minDepth: 500 });

/** The text's history, as an extension. It must precede any other that configures the initial history. */
export const textHistory: Extension = compartment.of(steps);

/** Replaces the history by that of an earlier state with the same text. */
export const historyRestored = StateEffect.define<EditorState>();

/** Restores the history of an earlier state with the same text. */
export function restoreHistory(view: EditorView, earlier: EditorState): void {
  const earlierHistory = earlier.field(historyField);
  if (view.state.field(historyField) === earlierHistory) return;
  // Reconfiguring keeps the value of a present field, so the field is removed and added again.
  view.dispatch({ effects: compartment.reconfigure([]) });
  view.dispatch({
    effects: [
      compartment.reconfigure([historyField.init(() => earlierHistory), steps]),
      historyRestored.of(earlier),
    ],
  });
}

const byVisibleSteps =
  (step: Command): Command =>
  (view) => {
    const { doc } = view.state;
    const isAny = step(view);
    for (let isDone = isAny; isDone && view.state.doc.eq(doc); ) isDone = step(view);
    return isAny;
  };

/** Called by undo before it changes the text. Returns whether something else was undone. */
export const undoneFirst = Facet.define<() => boolean>();

/** Called by undo when the text has nothing to undo. Returns whether something else was undone. */
export const nothingToUndo = Facet.define<() => boolean>();

const undoText = byVisibleSteps(undo);

export const undoStep: Command = (view) => {
  const { state } = view;
  const undoElse = (of: typeof undoneFirst) => !state.readOnly && state.facet(of).some((undo) => undo());
  return undoElse(undoneFirst) || undoText(view) || undoElse(nothingToUndo);
};
export const redoStep = byVisibleSteps(redo);

const STEPS = new Map<Command | undefined, Command>([
  [undo, undoStep],
  [redo, redoStep],
]);

/** The history keys, by steps that have an effect. */
export const historyKeys: readonly KeyBinding[] = historyKeymap.map((binding) => {
  const run = STEPS.get(binding.run);
  return run === undefined ? binding : { ...binding, run };
});
