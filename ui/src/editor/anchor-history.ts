// Restores anchors (and other ranges) exactly on undo and redo. A change alone is not enough: characters that return at
// the edge of an anchor, or where one was, may or may not have been part of it. So this module remembers the anchors
// before each step of the history, and joins, maps and drops the steps by the same rules as the editor's history.
import { undoDepth } from "@codemirror/commands";
import { type ChangeDesc, Transaction } from "@codemirror/state";
import { allSurvivors, type Span } from "./survivors";

/** Maps ranges through a change. */
export type Carry<T extends Span> = (changes: ChangeDesc, spans: readonly T[]) => readonly T[];

interface Step<T extends Span> {
  /** From the text after the step to the text before it. */
  readonly undo: ChangeDesc;
  /** The anchors of the text before the step. */
  readonly before: readonly T[];
  /** Changes outside the history that the steps below have not been mapped through yet. */
  readonly pending: ChangeDesc | null;
}

/** The anchors before each step that can be undone, and before each undo that can be redone. */
export interface Steps<T extends Span> {
  readonly done: readonly Step<T>[];
  readonly undone: readonly Step<T>[];
}

/** More steps than the editor's history keeps. */
const MAX_STEPS = 600;

export const noSteps = { done: [], undone: [] };

/** Whether a transaction is an undo ("done") or a redo ("undone"). */
export function historySide(transaction: Transaction): "done" | "undone" | null {
  if (transaction.isUserEvent("undo")) return "done";
  return transaction.isUserEvent("redo") ? "undone" : null;
}

/** Returns the steps after an ordinary change. `before` holds the anchors of the text before the change. */
export function recordStep<T extends Span>(
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
  return { done: [...steps.done.slice(-MAX_STEPS), { undo, before, pending: null }], undone: [] };
}

/**
 * Returns the steps after an undo or redo, with the anchors as they were then; null when the recorded steps do not
 * match the editor's history.
 */
export function restoreStep<T extends Span>(
  steps: Steps<T>,
  side: "done" | "undone",
  changes: ChangeDesc,
  before: readonly T[],
  carry: Carry<T> = allSurvivors,
): { steps: Steps<T>; anchors: readonly T[] } | null {
  const step = steps[side].at(-1);
  if (!step || step.undo.length !== changes.length || step.undo.newLength !== changes.newLength) return null;
  const below = steps[side].slice(0, -1);
  const rest = step.pending ? follow(below, step.pending, carry) : below;
  // A step that changes nothing (text written and deleted again) is dropped, not undone.
  const opposite = changes.empty ? [] : [{ undo: changes.invertedDesc, before, pending: null }];
  return {
    anchors: step.before,
    steps:
      side === "done"
        ? { done: rest, undone: [...steps.undone, ...opposite] }
        : { done: [...steps.done, ...opposite], undone: rest },
  };
}

/**
 * Updates the last step when the current ranges are replaced: later changes may join that step, and undoing it then
 * restores the ranges that `before` computes.
 */
export function replaceLastStep<T extends Span>(
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

/**
 * Maps the steps through a change outside the history. Only the topmost is mapped at once; steps that no longer change
 * anything are dropped.
 */
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
    const pending = step.pending ? step.pending.composeDesc(earlier) : earlier;
    if (!undo.empty) {
      return [...steps.slice(0, length - 1), { undo, before: carry(earlier, step.before), pending }];
    }
    mapping = pending;
  }
  return [];
}
