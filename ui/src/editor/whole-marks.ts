// Deleting or replacing a range leaves no half of a mark behind: a mark whose words remain keeps both halves, and a mark
// without words goes whole. A blank that comes to stand at the end of an emphasis moves out of it, because asterisks
// beside a blank are no mark. Of two lines that become one, the first gives the shape (centred, right, quotation).
import { ChangeSet, EditorState, Text } from "@codemirror/state";
import { onlyChange } from "./only-change";
import { blanksMovedOut, leadingBlanks, trailingBlanks } from "./outer-blanks";
import { hiddenIn, isBlank, type ProseMark, proseMarks } from "./prose-marks";

export const OF_LINE: ReadonlySet<ProseMark["kind"]> = new Set(["centre", "right", "quotation", "heading"]);
export const AROUND_WORDS: ReadonlySet<ProseMark["kind"]> = new Set([
  "italic",
  "bold",
  "bold_italic",
  "dots",
  "note",
]);

const EMPHASIS: ReadonlySet<ProseMark["kind"]> = new Set(["italic", "bold", "bold_italic"]);

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

/** Whether a part of a line has words, apart from marks. */
function areWordsIn(line: string, from: number, to: number): boolean {
  const hidden = hiddenIn(line);
  const isHidden = (at: number) => hidden.some((part) => part.from <= at && at < part.to);
  for (let at = from; at < to; at += 1) if (!isBlank(line[at]) && !isHidden(at)) return true;
  return false;
}

/** How many asterisks in a line are no marks. */
export function literalAsterisks(line: string): number {
  const hidden = hiddenIn(line);
  const isHidden = (at: number) => hidden.some((part) => part.from <= at && at < part.to);
  return [...line.matchAll(/\*/g)].filter(({ index }) => !isHidden(index)).length;
}

const applied = (line: string, changes: readonly LineChange[]) =>
  ChangeSet.of([...changes], line.length)
    .apply(Text.of([line]))
    .toString();

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
  const { first, last, isOneLine, insert } = replacement;
  const line = lineOf(replacement);
  const texts = isOneLine ? [first, insert] : [first, last, insert];
  const had = texts.reduce((sum, text) => sum + literalAsterisks(text), 0);
  const isWhole = (changes: readonly LineChange[]) => literalAsterisks(applied(line, changes)) <= had;
  const changes = completing(replacement, false);
  if (isWhole(changes)) return changes;
  const plainer = completing(replacement, true);
  return isWhole(plainer) ? plainer : changes;
}

/** The line after a replacement. */
const lineOf = ({ first, from, insert, last, to }: Replacement) =>
  first.slice(0, from) + insert + last.slice(to);

/** `isPlainAfter` says that words right after the range lose their emphasis: asterisks cannot say it beside others. */
function completing(replacement: Replacement, isPlainAfter: boolean): LineChange[] {
  const { first, from, last, to, isOneLine, insert } = replacement;
  const [one, other] = [shapeOf(first), shapeOf(last)];
  const head = before(replacement, one.from, one.to);
  const tail = after(replacement, other.to);
  const plain = isPlainAfter ? withoutEmphasis(replacement, tail) : [];
  joinMarks(replacement, head, tail);
  const isOfFirst = isOneLine || hasWords(first.slice(one.from, head.end));
  const isEmpty =
    insert === "" && ![first.slice(one.from, head.end), last.slice(tail.start, other.to)].some(hasWords);
  const shape = isEmpty ? { opening: "", closing: "" } : isOfFirst ? one : other;
  const [start, shift] = [Math.min(one.from, from), from + insert.length - to];
  const end = Math.max(other.to, to);
  const stop = Math.min(end, Math.max(tail.start, to)) + shift;
  const closed = closingPlace(replacement, head.end);
  const opened = stop + leadingBlanks(last.slice(stop - shift, end));
  const deleted = [
    { from: Math.max(start, head.end), to: from, insert: "" },
    { from: to + shift, to: stop, insert: "" },
  ];
  return [
    { from: 0, to: start, insert: shape.opening },
    ...inserted(closed, head.closings),
    ...deleted,
    ...inserted(opened, tail.openings),
    ...plain,
    ...(isOneLine ? movedOut(replacement, deleted) : []),
    { from: end + shift, to: last.length + shift, insert: shape.closing },
  ];
}

/** Removes the emphasis that begins where the words after the range do. */
function withoutEmphasis(
  replacement: Replacement,
  tail: { start: number; openings: string[] },
): LineChange[] {
  const { last, from, to, insert } = replacement;
  const marks = proseMarks(last).filter(
    (mark) =>
      EMPHASIS.has(mark.kind) &&
      to < mark.to &&
      mark.from <= tail.start &&
      tail.start < mark.innerTo &&
      !continues(replacement, mark),
  );
  tail.openings = tail.openings.filter((opening) => !opening.startsWith("*"));
  const whole = marks.filter((mark) => to <= mark.from);
  tail.start = Math.max(tail.start, ...whole.map(({ innerFrom }) => innerFrom));
  const shift = from + insert.length - to;
  return marks.map((mark) => ({ from: mark.innerTo + shift, to: mark.to + shift, insert: "" }));
}

const inserted = (at: number, marks: readonly string[]): LineChange[] =>
  marks.length === 0 ? [] : [{ from: at, to: at, insert: marks.join("") }];

/** A blank that is typed over words begins more words: it stays in their marks. */
const isBlankTyped = ({ insert }: Replacement) => insert !== "" && !hasWords(insert);

/** Where marks end that began before the range: after the words before it and what is inserted. */
function closingPlace(replacement: Replacement, end: number): number {
  const { first, from, insert } = replacement;
  const blanks = isBlankTyped(replacement) ? 0 : trailingBlanks(first.slice(0, end) + insert);
  return blanks <= insert.length ? from + insert.length - blanks : end + insert.length - blanks;
}

/** The changes that move blanks out of the emphasis around the range. */
function movedOut(replacement: Replacement, deleted: readonly LineChange[]): LineChange[] {
  const { first, from, to, insert } = replacement;
  if (isBlankTyped(replacement)) return [];
  const around = proseMarks(first).filter((mark) => EMPHASIS.has(mark.kind) && continues(replacement, mark));
  const shift = from + insert.length - to;
  const moved = around.map((mark) => ({ ...mark, innerTo: mark.innerTo + shift, to: mark.to + shift }));
  return blanksMovedOut(
    first.slice(0, from) + insert + first.slice(to),
    moved,
    deleted.filter((part) => part.from < part.to),
  );
}

/** Whether a mark is still around what is inserted, or around words on one side. */
function continues({ first, from, to, isOneLine, insert }: Replacement, mark: ProseMark): boolean {
  if (!isOneLine || from < mark.innerFrom || mark.innerTo < to) return false;
  return insert !== "" || areWordsIn(first, mark.innerFrom, from) || areWordsIn(first, to, mark.innerTo);
}

/** The end of the words before the range, and what ends the marks that begin in them. */
function before(replacement: Replacement, start: number, stop: number) {
  const { first, from } = replacement;
  let end = Math.min(from, stop);
  let closings: string[] = [];
  for (const mark of marksAround(first)) {
    if (mark.from >= from || mark.to <= from || continues(replacement, mark)) continue;
    if (!areWordsIn(first, mark.innerFrom, Math.min(from, mark.innerTo))) end = Math.min(end, mark.from);
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
    if (!areWordsIn(last, Math.max(to, mark.innerFrom), mark.innerTo)) start = Math.max(start, mark.to);
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
  const isBlankBetween = isBlank(last[tail.start]) || (head.end > 0 && isBlank(first[head.end - 1]));
  const one = marksAround(first).find(({ to, kind }) => to === head.end && kind !== "note");
  const other = marksAround(last).find(({ from, kind }) => from === tail.start && kind !== "note");
  for (;;) {
    const closing = head.closings.at(-1) ?? (one ? first.slice(one.innerTo, head.end) : "");
    const opening = tail.openings[0] ?? (other ? last.slice(tail.start, other.innerFrom) : "");
    const middle = between(closing, opening);
    if (middle === null || (middle !== "" && isBlankBetween)) return;
    if (head.closings.pop() === undefined && one) head.end = one.innerTo;
    if (tail.openings.shift() === undefined && other) tail.start = other.innerFrom;
    if (middle !== "") {
      if (closing.length > opening.length) head.closings.push(middle);
      else tail.openings.unshift(middle);
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

/** The changes that complete the lines around a replaced range, in positions of the text after the replacement. */
export function completedLine(doc: Text, from: number, to: number, insert: string): LineChange[] {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  const start = first.from;
  return completed({
    first: first.text,
    from: from - start,
    last: last.text,
    to: to - last.from,
    isOneLine: start === last.from,
    insert,
  })
    .map((change) => ({ ...change, from: start + change.from, to: start + change.to }))
    .filter(({ from, to, insert }) => from < to || insert !== "");
}

export const wholeMarks = EditorState.transactionFilter.of((transaction) => {
  const isEdit = ["delete", "input.type", "input.paste"].some((event) => transaction.isUserEvent(event));
  if (!transaction.docChanged || !isEdit || transaction.isUserEvent("input.type.compose")) return transaction;
  const range = onlyChange(transaction);
  if (range === null || range.from === range.to || range.inserted.lines > 1) return transaction;
  const { doc, selection } = transaction.startState;
  const isOneLine = doc.lineAt(range.from).from === doc.lineAt(range.to).from;
  // A key that deletes one character of a mark is meant for the mark.
  if (isOneLine && selection.main.empty) return transaction;
  const changes = completedLine(doc, range.from, range.to, range.inserted.toString()).filter(
    ({ from, to, insert }) => transaction.newDoc.sliceString(from, to) !== insert,
  );
  return changes.length > 0 ? [transaction, { changes, sequential: true }] : transaction;
});
