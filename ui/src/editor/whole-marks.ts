// Deleting or replacing a range leaves no half of a mark behind: a mark whose words remain keeps both halves, and a mark
// without words goes whole. Of two lines that become one, the first gives the shape (centred, right, quotation).
import { EditorState } from "@codemirror/state";
import { onlyChange } from "./only-change";
import { isBlank, type ProseMark, proseMarks } from "./prose-marks";

const OF_LINE: ReadonlySet<ProseMark["kind"]> = new Set(["centre", "right", "quotation", "heading"]);
const AROUND_WORDS: ReadonlySet<ProseMark["kind"]> = new Set([
  "italic",
  "bold",
  "bold_italic",
  "dots",
  "note",
]);

interface LineChange {
  from: number;
  to: number;
  insert: string;
}

/** A replaced range: it begins in one line and ends in the same or in a later one. Columns are those of each line. */
interface Replacement {
  first: string;
  from: number;
  last: string;
  to: number;
  isOneLine: boolean;
  insert: string;
}

const hasWords = (text: string) => [...text].some((c) => !isBlank(c));
const marksAround = (line: string) => proseMarks(line).filter(({ kind }) => AROUND_WORDS.has(kind));

/** The marks of a whole line: what begins and ends it, and its words. */
function shapeOf(line: string) {
  const marks = proseMarks(line).filter(({ kind }) => OF_LINE.has(kind));
  const from = marks.length > 0 ? Math.max(...marks.map(({ innerFrom }) => innerFrom)) : 0;
  const to = Math.min(line.length, ...marks.map(({ innerTo }) => innerTo));
  return { from, to, opening: line.slice(0, from), closing: line.slice(to) };
}

/** The changes that complete the line after a replacement, in columns of `first.slice(0, from) + insert + …`. */
export function completed(replacement: Replacement): LineChange[] {
  const { first, from, last, to, isOneLine, insert } = replacement;
  const [one, other] = [shapeOf(first), shapeOf(last)];
  const head = before(replacement, one.from, one.to);
  const tail = after(replacement, other.to);
  joinMarks(replacement, head, tail);
  const isOfFirst = isOneLine || hasWords(first.slice(one.from, head.end));
  const isEmpty =
    insert === "" && ![first.slice(one.from, head.end), last.slice(tail.start, other.to)].some(hasWords);
  const shape = isEmpty ? { opening: "", closing: "" } : isOfFirst ? one : other;
  const [start, shift] = [Math.min(one.from, from), from + insert.length - to];
  const end = Math.max(other.to, to);
  return [
    { from: 0, to: start, insert: shape.opening },
    { from: Math.max(start, head.end), to: from, insert: "" },
    {
      from: to + shift,
      to: Math.min(end, Math.max(tail.start, to)) + shift,
      insert: head.closings.join("") + tail.openings.join(""),
    },
    { from: end + shift, to: last.length + shift, insert: shape.closing },
  ];
}

/** Whether a mark is still around what is inserted, or around words on one side. */
function continues({ first, from, to, isOneLine, insert }: Replacement, mark: ProseMark): boolean {
  if (!isOneLine || from < mark.innerFrom || mark.innerTo < to) return false;
  return insert !== "" || hasWords(first.slice(mark.innerFrom, from) + first.slice(to, mark.innerTo));
}

/** The end of the words before the range, and what ends the marks that begin in them. */
function before(replacement: Replacement, start: number, stop: number) {
  const { first, from } = replacement;
  let end = Math.min(from, stop);
  let closings: string[] = [];
  for (const mark of marksAround(first)) {
    if (mark.from >= from || mark.to <= from || continues(replacement, mark)) continue;
    if (!hasWords(first.slice(mark.innerFrom, Math.min(from, mark.innerTo)))) end = Math.min(end, mark.from);
    else {
      closings = [first.slice(mark.innerTo, mark.to), ...closings];
      end = Math.min(end, mark.innerTo);
    }
  }
  return { end: Math.max(end, Math.min(start, from)), closings };
}

/** The start of the words after the range, and what begins the marks that end in them. */
function after(replacement: Replacement, end: number) {
  const { last, to } = replacement;
  let start = Math.max(to, Math.min(shapeOf(last).from, end));
  const openings: string[] = [];
  for (const mark of marksAround(last)) {
    if (mark.to <= to || mark.from >= to || continues(replacement, mark)) continue;
    if (!hasWords(last.slice(Math.max(to, mark.innerFrom), mark.innerTo))) start = Math.max(start, mark.to);
    else {
      openings.push(last.slice(mark.from, mark.innerFrom));
      start = Math.max(start, mark.innerFrom);
    }
  }
  return { start, openings };
}

/** Two equal marks that come to touch become one, and of bold italics beside one of both only that begins or ends. */
function joinMarks(
  { first, last, insert }: Replacement,
  head: { end: number; closings: string[] },
  tail: { start: number; openings: string[] },
): void {
  if (insert !== "") return;
  const one = marksAround(first).find(({ to, kind }) => to === head.end && kind !== "note");
  const other = marksAround(last).find(({ from, kind }) => from === tail.start && kind !== "note");
  for (;;) {
    const closing = head.closings.at(-1) ?? (one ? first.slice(one.innerTo, head.end) : "");
    const opening = tail.openings[0] ?? (other ? last.slice(tail.start, other.innerFrom) : "");
    const middle = between(closing, opening);
    if (middle === null) return;
    if (head.closings.pop() === undefined && one) head.end = one.innerTo;
    if (tail.openings.shift() === undefined && other) tail.start = other.innerFrom;
    if (middle !== "") {
      head.closings.push(middle);
      return;
    }
  }
}

/** What stands between two marks that touch, in place of the end of one and the start of the other; null if both do. */
function between(closing: string, opening: string): string | null {
  if (closing === "" || opening === "") return null;
  if (closing === opening || (closing === "》》" && opening === "《《")) return "";
  const runs = [closing, opening];
  if (!runs.includes("***") || !runs.every((run) => run.startsWith("*"))) return null;
  return "*".repeat(Math.abs(closing.length - opening.length));
}

export const wholeMarks = EditorState.transactionFilter.of((transaction) => {
  const isEdit = ["delete", "input.type", "input.paste"].some((event) => transaction.isUserEvent(event));
  if (!transaction.docChanged || !isEdit || transaction.isUserEvent("input.type.compose")) return transaction;
  const range = onlyChange(transaction);
  if (range === null || range.from === range.to || range.inserted.lines > 1) return transaction;
  const { doc, selection } = transaction.startState;
  const [first, last] = [doc.lineAt(range.from), doc.lineAt(range.to)];
  const isOneLine = first.from === last.from;
  // A key that deletes one character of a mark is meant for the mark.
  if (isOneLine && selection.main.empty) return transaction;
  const [from, to] = [range.from - first.from, range.to - last.from];
  const changes = completed({
    first: first.text,
    from,
    last: last.text,
    to,
    isOneLine,
    insert: range.inserted.toString(),
  })
    .map((change) => ({ ...change, from: first.from + change.from, to: first.from + change.to }))
    .filter((change) => {
      const text = transaction.newDoc.sliceString(change.from, change.to);
      return text !== change.insert;
    });
  return changes.length > 0 ? [transaction, { changes, sequential: true }] : transaction;
});
