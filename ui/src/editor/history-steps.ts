// The history of the text. Undo and redo go by steps that change something: a composition whose letters went before its words
// came leaves a step that comes to nothing. One that left the text as it was leaves no step, and redo has what it had.
import { history, historyField, historyKeymap, redo, undo } from "@codemirror/commands";
import { Compartment, type EditorState, type Extension, StateEffect } from "@codemirror/state";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";

const compartment = new Compartment();
const steps = history({ minDepth: 500 });

/** The history of the text, as an extension. It stands before any other that says how the history begins. */
export const textHistory: Extension = compartment.of(steps);

/** The history is again that of an earlier state, whose text was the same. */
export const historyTakenBack = StateEffect.define<EditorState>();

/** Takes the history back to that of an earlier state of the same text. */
export function takeHistoryBack(view: EditorView, earlier: EditorState): void {
  const then = earlier.field(historyField);
  if (view.state.field(historyField) === then) return;
  // A field that is there keeps its value, so it goes and comes again.
  view.dispatch({ effects: compartment.reconfigure([]) });
  view.dispatch({
    effects: [compartment.reconfigure([historyField.init(() => then), steps]), historyTakenBack.of(earlier)],
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

export const undoStep = byVisibleSteps(undo);
export const redoStep = byVisibleSteps(redo);

const STEPS = new Map<Command | undefined, Command>([
  [undo, undoStep],
  [redo, redoStep],
]);

/** The keys of the history, by steps that change something. */
export const historyKeys: readonly KeyBinding[] = historyKeymap.map((binding) => {
  const run = STEPS.get(binding.run);
  return run === undefined ? binding : { ...binding, run };
});
