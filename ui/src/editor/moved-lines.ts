// Moving lines by key deletes the line they pass and inserts it on their other side; dragging deletes a passage and
// inserts it elsewhere. For ranges in it this is no deletion: they move along.
import type { Text, Transaction } from "@codemirror/state";
import type { Span } from "./survivors";

/** A line that other lines were moved past. */
export interface Passed {
  /** The start of the passed line in the text before and in the text after. */
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

/** Maps the spans through a change. Spans in a line that others were moved past follow that line. */
export function carriedByLines<T extends Span>(
  transaction: Transaction,
  before: readonly T[],
  after: readonly T[],
): readonly T[] {
  if (before.length === 0 || !transaction.isUserEvent("move")) return after;
  const lines = passedLines(transaction);
  return after.map((span, at) => {
    const was = before[at];
    if (!was || was.from === was.to) return span;
    const line = lines.find(({ from, to }) => from <= was.from && was.to <= to);
    return line ? { ...span, from: was.from + line.shift, to: was.to + line.shift } : span;
  });
}

/** The lines that a change with user event `move.line` moved others past. */
export function passedLines({ changes, startState }: Transaction): Passed[] {
  const removed: { from: number; text: string }[] = [];
  const written: { from: number; text: string }[] = [];
  changes.iterChanges((fromA, toA, fromB, _toB, inserted) => {
    if (fromA < toA) removed.push(line(fromA, startState.doc.slice(fromA, toA)));
    if (inserted.length > 0) written.push(line(fromB, inserted));
  }, true);
  return removed.flatMap(({ from, text }) => {
    // Equal lines cannot be distinguished, and need not be, as long as each is used once.
    const at = written.findIndex((one) => one.text === text);
    const [found] = at < 0 ? [] : written.splice(at, 1);
    return found ? [{ from, to: from + text.length, shift: found.from - from }] : [];
  });
}

/** A line without the line end that was moved with it. */
function line(from: number, content: Text): { from: number; text: string } {
  const text = content.toString();
  if (text.startsWith("\n")) return { from: from + 1, text: text.slice(1) };
  return { from, text: text.endsWith("\n") ? text.slice(0, -1) : text };
}
