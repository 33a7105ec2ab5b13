// Moves the hunks of a proposal along with edits of the text around them.
import type { Transaction } from "@codemirror/state";
import { moves } from "./program";
import type { ProposalHunk } from "./proposal";

/**
 * The hunks after edits, and the indexes of those that an edit touches. Their positions count from `start` in the text
 * before the edits, and from `newStart` in the text after them.
 */
export function movedHunks(
  hunks: readonly ProposalHunk[],
  transactions: readonly Transaction[],
  start: number,
  newStart: number,
): { hunks: ProposalHunk[]; touched: number[] } {
  const all = transactions.filter(moves).map(({ changes }) => changes);
  const touched: number[] = [];
  const moved = hunks.map((hunk, index) => {
    let [from, to] = [start + hunk.from, start + hunk.to];
    for (const changes of all) {
      if (changes.touchesRange(from, to) && touched.at(-1) !== index) touched.push(index);
      from = changes.mapPos(from, 1);
      to = Math.max(from, changes.mapPos(to, -1));
    }
    return { ...hunk, from: from - newStart, to: to - newStart };
  });
  return { hunks: moved, touched };
}
