// Distinguishes the program's edits from the author's, and history bookkeeping from real changes.
import { Annotation, type Transaction } from "@codemirror/state";
import { canonical } from "./canonical";
import type { Change } from "./difference";
import { clamp } from "./positions";

/** The reason the program changes the text. Undo goes over a change by which words moved to or from another text. */
export type Reason = "restore" | "words moved" | "replace" | "format" | "proposal" | "stream";

/** Set on every document change the program makes. */
export const programEdit = Annotation.define<Reason>();

/**
 * Set on the two transactions (remove, reinsert) that record a streamed text as one history step. Together they change
 * nothing, so position trackers skip both.
 */
export const staging = Annotation.define<true>();

/** Whether a transaction changes the text in a way that position trackers must follow. */
export function moves(transaction: Transaction): boolean {
  return transaction.docChanged && transaction.annotation(staging) !== true;
}

/** Clamps changes to the text, sorts them and drops any that overlaps the one before. */
export function wellFormed(changes: readonly Change[], length: number): Change[] {
  const inside = changes.map(({ from, to, insert }) => {
    const [a, b] = [clamp(from, length), clamp(to, length)];
    return { from: Math.min(a, b), to: Math.max(a, b), insert: canonical(insert) };
  });
  inside.sort((one, two) => one.from - two.from || one.to - two.to);
  const kept: Change[] = [];
  for (const change of inside) {
    const last = kept.at(-1);
    if (!last || change.from >= last.to) kept.push(change);
  }
  return kept;
}
