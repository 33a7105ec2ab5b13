// Words dragged to another place of the text: the marks that are cut at either end stay whole in both places, and
// anchors go along. All of it is one history step.
import { Annotation, EditorState, type Transaction, type TransactionSpec } from "@codemirror/state";
import { completedLine, literalAsterisks } from "./whole-marks";
import { wholeSlice } from "./whole-slice";

/** The words that were dragged, in the text before, and where they begin in the text after it. */
export interface Dragged {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** Set on the transaction that drops dragged words. */
export const dragged = Annotation.define<Dragged>();

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
  if (!isMove || wholeSlice(startState.doc, taken.from, taken.to).text !== put.inserted) return null;
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
  const line = completed.newDoc.lineAt(place);
  const isWhole = isSaid(line.text, place - line.from, slice.text);
  const text = isWhole ? slice.text : slice.text.replace(OUTER_ASTERISKS, "");
  const lost = slice.text.indexOf(text);
  const at = place + from - slice.start - lost;
  return [
    { changes: { from, to }, annotations: dragged.of({ from, to, at }) },
    { changes: completedLine(doc, from, to, ""), sequential: true },
    {
      changes: { from: place, insert: text },
      selection: { anchor: place, head: place + text.length },
      sequential: true,
      scrollIntoView: true,
      userEvent: "move.drop",
    },
  ];
}

const OUTER_ASTERISKS = /^\*+|\*+$/g;

/** Whether asterisks can say the marks of the words at this place. */
function isSaid(line: string, column: number, words: string): boolean {
  const dropped = line.slice(0, column) + words + line.slice(column);
  const had = literalAsterisks(line) + literalAsterisks(words);
  return dropped.split("\n").reduce((sum, one) => sum + literalAsterisks(one), 0) <= had;
}

export const draggedWords = EditorState.transactionFilter.of((transaction) =>
  transaction.docChanged &&
  transaction.isUserEvent("move.drop") &&
  transaction.annotation(dragged) === undefined
    ? (withWholeMarks(transaction) ?? transaction)
    : transaction,
);
