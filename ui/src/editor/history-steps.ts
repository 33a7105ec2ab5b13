// Undo and redo by steps that change something. A composition that was cancelled, or whose letters went before its words came,
// leaves a step in the history that comes to nothing.
import { historyKeymap, redo, undo } from "@codemirror/commands";
import type { Command, KeyBinding } from "@codemirror/view";

const byVisibleSteps =
  (step: Command): Command =>
  (view) => {
    const { doc, selection } = view.state;
    const isAny = step(view);
    for (let isDone = isAny; isDone && view.state.doc.eq(doc); ) isDone = step(view);
    // Where no step changed anything, the caret has gone to where one was made.
    if (isAny && view.state.doc.eq(doc)) view.dispatch({ selection, scrollIntoView: true });
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
