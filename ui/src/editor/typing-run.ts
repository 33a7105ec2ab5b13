// How much of the text before the caret was typed on the keyboard just now. What was pasted, composed or there before is not
// part of it.
import { StateField, type Transaction } from "@codemirror/state";

/** Where the run of keys began that ends at the caret; null when something other than a key came last. */
export const typingRun = StateField.define<number | null>({
  create: () => null,
  update(start, transaction) {
    if (!transaction.docChanged) return transaction.selection ? null : start;
    if (!isKey(transaction)) return null;
    const first = firstChange(transaction);
    return start === null ? first : Math.min(first, transaction.changes.mapPos(start, -1));
  },
});

function isKey(transaction: Transaction): boolean {
  if (transaction.isUserEvent("input.type")) return !transaction.isUserEvent("input.type.compose");
  return transaction.isUserEvent("input.punctuation") || transaction.isUserEvent("delete.backward");
}

function firstChange({ changes, newDoc }: Transaction): number {
  let first = newDoc.length;
  changes.iterChangedRanges((_fromA, _toA, from) => {
    first = Math.min(first, from);
  });
  return first;
}
