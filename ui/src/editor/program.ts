// Tells edits of the program from the author's own, and the acts that only rewrite history from real changes.
import { Annotation, type Transaction } from "@codemirror/state";
import { canonical } from "./canonical";
import type { Change } from "./difference";
import { clamp } from "./positions";

/** Why the program changes the text. */
export type Reason = "restore" | "replace" | "format" | "proposal" | "stream";

/** On every document change the program makes. */
export const programEdit = Annotation.define<Reason>();

/**
 * On the two transactions (take away, put back) that record a streamed text as one step of the history: taken
 * together they change nothing, so whatever tracks positions passes over both.
 */
export const staging = Annotation.define<true>();

/** Whether a transaction changes the text in a way that trackers of positions must follow. */
export function moves(transaction: Transaction): boolean {
  return transaction.docChanged && transaction.annotation(staging) !== true;
}

/** Changes inside the text, in order, none overlapping the one before. */
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
