// How much of the text before the caret was just typed on the keyboard, without pasted, composed or earlier text.
import { StateField, type Transaction } from "@codemirror/state";

/** The start of the run of typed keys that ends at the caret; null when the last change was not a key. */
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
