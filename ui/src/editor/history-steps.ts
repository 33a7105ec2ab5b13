// Undo and redo by steps that change something. A composition that was cancelled, or whose letters went before its words came,
// leaves a step in the history that comes to nothing.
import { historyKeymap, redo, undo } from "@codemirror/commands";
import type { Command, KeyBinding } from "@codemirror/view";

const byVisibleSteps =
  (step: Command): Command =>
  (view) => {
    const before = view.state.doc;
    let isDone = step(view);
    const wasDone = isDone;
    while (isDone && view.state.doc.eq(before)) isDone = step(view);
    return wasDone;
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
