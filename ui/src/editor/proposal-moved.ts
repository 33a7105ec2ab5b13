// Moves the hunks of a proposal along with edits of the text around them.
import type { Transaction } from "@codemirror/state";
import { moves } from "./program";
import type { ProposalHunk } from "./proposal";

/** The hunks of a whole text after edits of it, and the indexes of those that an edit touches. */
export function movedHunks(
  hunks: readonly ProposalHunk[],
  transactions: readonly Transaction[],
): { hunks: ProposalHunk[]; touched: number[] } {
  const all = transactions.filter(moves).map(({ changes }) => changes);
  const touched: number[] = [];
  const moved = hunks.map((hunk, index) => {
    let { from, to } = hunk;
    for (const changes of all) {
      if (changes.touchesRange(from, to) && touched.at(-1) !== index) touched.push(index);
      from = changes.mapPos(from, 1);
      to = Math.max(from, changes.mapPos(to, -1));
    }
    return { ...hunk, from, to };
  });
  return { hunks: moved, touched };
}
