// Words dragged to another place of the text: the marks that are cut at either end stay whole in both places, and
// anchors go along. All of it is one history step.
import {
  Annotation,
  EditorState,
  type Text,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { proseMarks } from "./prose-marks";
import { AROUND_WORDS, completedLine, literalAsterisks } from "./whole-marks";

/** The words that were dragged, in the text before, and where they begin in the text after it. */
export interface Dragged {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** Set on the transaction that drops dragged words. */
export const dragged = Annotation.define<Dragged>();

interface Slice {
  from: number;
  to: number;
  opening: string;
  closing: string;
}

/** A range of the text without halves of marks at its ends, and what completes the marks that are cut there. */
export function wholeSlice(doc: Text, from: number, to: number): Slice {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  const around = (line: { text: string; from: number }) =>
    proseMarks(line.text)
      .filter(({ kind }) => AROUND_WORDS.has(kind))
      .map((mark) => ({
        opening: line.text.slice(mark.from, mark.innerFrom),
        closing: line.text.slice(mark.innerTo, mark.to),
        from: line.from + mark.from,
        to: line.from + mark.to,
        innerFrom: line.from + mark.innerFrom,
        innerTo: line.from + mark.innerTo,
      }));
  const slice: Slice = { from, to, opening: "", closing: "" };
  for (const mark of around(first)) {
    if (mark.to <= from || from <= mark.from) continue;
    if (mark.innerTo <= from) slice.from = Math.max(slice.from, mark.to);
    else if (mark.to <= to) {
      slice.from = Math.max(slice.from, mark.innerFrom);
      slice.opening += mark.opening;
    }
  }
  for (const mark of around(last)) {
    if (mark.from >= to || to >= mark.to) continue;
    if (to <= mark.innerFrom) slice.to = Math.min(slice.to, mark.from);
    else if (from <= mark.from) {
      slice.to = Math.min(slice.to, mark.innerTo);
      slice.closing = mark.closing + slice.closing;
    }
  }
  return slice.from < slice.to ? slice : { from, to, opening: "", closing: "" };
}

/** What a drop within the text removes, and where it inserts it; null for any other change. */
function movedPart({ changes, startState }: Transaction): { from: number; to: number; at: number } | null {
  const parts: { from: number; to: number; inserted: string }[] = [];
  changes.iterChanges((from, to, _from, _to, inserted) =>
    parts.push({ from, to, inserted: inserted.toString() }),
  );
  const [one, other] = parts;
  if (one === undefined || other === undefined || parts.length > 2) return null;
  const [taken, put] = one.inserted === "" ? [one, other] : [other, one];
  const isMove = taken.inserted === "" && put.from === put.to;
  if (!isMove || startState.sliceDoc(taken.from, taken.to) !== put.inserted) return null;
  return { from: taken.from, to: taken.to, at: put.from };
}

/** The same drop with whole marks, as changes one after the other. */
function withWholeMarks(transaction: Transaction): TransactionSpec[] | null {
  const part = movedPart(transaction);
  if (part === null) return null;
  const { startState } = transaction;
  const { doc } = startState;
  const { from, to } = part;
  const slice = wholeSlice(doc, from, to);
  const removed = startState.update({ changes: { from, to }, filter: false });
  const completed = removed.state.update({ changes: completedLine(doc, from, to, ""), filter: false });
  const place = completed.changes.mapPos(removed.changes.mapPos(part.at, 1), 1);
  const words = doc.sliceString(slice.from, slice.to);
  const line = completed.newDoc.lineAt(place);
  const column = place - line.from;
  const [opening, closing] = isSaid(line.text, column, words, slice)
    ? [slice.opening, slice.closing]
    : ["", ""];
  const at = place + opening.length;
  return [
    { changes: { from, to }, annotations: dragged.of({ from: slice.from, to: slice.to, at }) },
    { changes: completedLine(doc, from, to, ""), sequential: true },
    {
      changes: { from: place, insert: opening + words + closing },
      selection: { anchor: at, head: at + words.length },
      sequential: true,
      scrollIntoView: true,
      userEvent: "move.drop",
    },
  ];
}

/** Whether asterisks can say the marks of the words at this place. */
function isSaid(line: string, column: number, words: string, { opening, closing }: Slice): boolean {
  const dropped = line.slice(0, column) + opening + words + closing + line.slice(column);
  const had = literalAsterisks(line) + literalAsterisks(opening + words + closing);
  return dropped.split("\n").reduce((sum, one) => sum + literalAsterisks(one), 0) <= had;
}

export const draggedWords = EditorState.transactionFilter.of((transaction) =>
  transaction.docChanged &&
  transaction.isUserEvent("move.drop") &&
  transaction.annotation(dragged) === undefined
    ? (withWholeMarks(transaction) ?? transaction)
    : transaction,
);
