// The one range that an edit replaces.
import type { Text, Transaction } from "@codemirror/state";

/** A replaced range of the text before, and what is at `at` in the text after it. */
export interface OnlyChange {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly inserted: Text;
}

/** The only range that a transaction replaces; null if it replaces none or several. */
export function onlyChange({ changes }: Transaction): OnlyChange | null {
  const all: OnlyChange[] = [];
  changes.iterChanges((from, to, at, _to, inserted) => all.push({ from, to, at, inserted }));
  return all.length === 1 ? (all[0] ?? null) : null;
}
