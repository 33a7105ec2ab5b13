// Undo and redo bring anchors (and other ranges) back exactly as they were. A change alone cannot tell: characters that come back at the
// edge of an anchor, or where one was, may have been part of it or not. So the anchors before each step of the history
// are remembered, and the steps are joined, carried along and dropped by the same rules as those of the editor's history.
import { undoDepth } from "@codemirror/commands";
import { type ChangeDesc, Transaction } from "@codemirror/state";
import { allSurvivors, type Span } from "./survivors";

/** Where ranges go with a change. */
export type Carry<T extends Span> = (changes: ChangeDesc, spans: readonly T[]) => readonly T[];

interface Step<T extends Span> {
  /** From the text after the step to the text before it. */
  readonly undo: ChangeDesc;
  /** The anchors of the text before it. */
  readonly before: readonly T[];
  /** Changes outside the history that the steps below have not followed yet. */
  readonly waiting: ChangeDesc | null;
}

/** The anchors before each step that can be undone, and before each undoing that can be redone. */
export interface Steps<T extends Span> {
  readonly done: readonly Step<T>[];
  readonly undone: readonly Step<T>[];
}

/** More than the editor's history keeps. */
const KEPT = 600;

export const noSteps = { done: [], undone: [] };

/** Whether a change goes back or forth in the history. */
export function historySide(transaction: Transaction): "done" | "undone" | null {
  if (transaction.isUserEvent("undo")) return "done";
  return transaction.isUserEvent("redo") ? "undone" : null;
}

/** The steps after a change that goes on; `before` are the anchors of the text it begins with. */
export function recorded<T extends Span>(
  steps: Steps<T>,
  transaction: Transaction,
  before: readonly T[],
  carry: Carry<T> = allSurvivors,
): Steps<T> {
  const { changes, startState } = transaction;
  if (transaction.annotation(Transaction.addToHistory) === false) {
    const { desc } = changes;
    return { done: follow(steps.done, desc, carry), undone: follow(steps.undone, desc, carry) };
  }
  const undo = changes.invertedDesc;
  const last = steps.done.at(-1);
  if (last && last.undo.length === changes.length && undoDepth(transaction.state) === undoDepth(startState)) {
    const step = { ...last, undo: undo.composeDesc(last.undo) };
    return { done: [...steps.done.slice(0, -1), step], undone: [] };
  }
  return { done: [...steps.done.slice(-KEPT), { undo, before, waiting: null }], undone: [] };
}

/**
 * The steps after a change that goes back (or forth again), and the anchors as they were then; null when the history
 * went another way, which leaves nothing to go back to.
 */
export function wentBack<T extends Span>(
  steps: Steps<T>,
  side: "done" | "undone",
  changes: ChangeDesc,
  before: readonly T[],
  carry: Carry<T> = allSurvivors,
): { steps: Steps<T>; anchors: readonly T[] } | null {
  const step = steps[side].at(-1);
  if (!step || step.undo.length !== changes.length || step.undo.newLength !== changes.newLength) return null;
  const below = steps[side].slice(0, -1);
  const rest = step.waiting ? follow(below, step.waiting, carry) : below;
  // A step that came to nothing (written and deleted again) is left behind, not undone.
  const opposite = changes.empty ? [] : [{ undo: changes.invertedDesc, before, waiting: null }];
  return {
    anchors: step.before,
    steps:
      side === "done"
        ? { done: rest, undone: [...steps.undone, ...opposite] }
        : { done: [...steps.done, ...opposite], undone: rest },
  };
}

/**
 * The steps when the ranges of the text of now were told anew: changes to come may join the last step, which then goes
 * back to what `before` makes of its ranges.
 */
export function toldAnew<T extends Span>(
  steps: Steps<T>,
  length: number,
  before: (undo: ChangeDesc, was: readonly T[]) => readonly T[],
): Steps<T> {
  const last = steps.done.at(-1);
  if (!last || last.undo.length !== length) return steps;
  return {
    ...steps,
    done: [...steps.done.slice(0, -1), { ...last, before: before(last.undo, last.before) }],
  };
}

/** Steps after a change outside the history. Only the topmost follows at once; one that changes nothing any more goes. */
function follow<T extends Span>(
  steps: readonly Step<T>[],
  changes: ChangeDesc,
  carry: Carry<T>,
): readonly Step<T>[] {
  let mapping = changes;
  for (let length = steps.length; length > 0; length -= 1) {
    const step = steps[length - 1];
    if (step?.undo.length !== mapping.length) break;
    const earlier = mapping.mapDesc(step.undo, true);
    const undo = step.undo.mapDesc(mapping);
    const waiting = step.waiting ? step.waiting.composeDesc(earlier) : earlier;
    if (!undo.empty) {
      return [...steps.slice(0, length - 1), { undo, before: carry(earlier, step.before), waiting }];
    }
    mapping = waiting;
  }
  return [];
}
