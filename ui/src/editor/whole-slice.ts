// A passage as it is copied, cut or dragged: its marks are whole, although they are hidden away from the caret. Words
// from inside one mark are copied without it.
import { type EditorState, type Extension, Prec, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type ProseMark, proseMarks } from "./prose-marks";
import { AROUND_WORDS, OF_LINE } from "./whole-marks";
import { BITS } from "./written-marks";

/** A passage with whole marks; `start` is where its first character is in the text, or would be. */
export interface WholeSlice {
  readonly text: string;
  readonly start: number;
}

interface Edges {
  start: number;
  end: number;
  opening: string;
  closing: string;
}

/** Takes in the mark whose words the range covers, and completes one that it leaves. */
function withMark(line: string, edges: Edges, mark: ProseMark): Edges {
  const { start, end, opening, closing } = edges;
  if (end <= mark.innerFrom || mark.innerTo <= start) return edges;
  const [atStart, atEnd] = [start <= mark.innerFrom, mark.innerTo <= end];
  if (OF_LINE.has(mark.kind)) return withLineMark(line, edges, mark);
  if (!AROUND_WORDS.has(mark.kind)) {
    // Only what begins a ruby or an escaped character is hidden.
    const isHidden = mark.kind === "ruby" || mark.kind === "literal";
    return isHidden && atStart && mark.to <= end ? { ...edges, start: Math.min(start, mark.from) } : edges;
  }
  if (atStart && atEnd) {
    return { ...edges, start: Math.min(start, mark.from), end: Math.max(end, mark.to) };
  }
  if (atEnd && mark.innerTo < end) {
    return {
      ...edges,
      end: Math.max(end, mark.to),
      opening: line.slice(mark.from, mark.innerFrom) + opening,
    };
  }
  if (atStart && start < mark.innerFrom) {
    return {
      ...edges,
      start: Math.min(start, mark.from),
      closing: closing + line.slice(mark.innerTo, mark.to),
    };
  }
  return edges;
}

/** The same for the mark of a whole line, unless the range is inside its words. */
function withLineMark(line: string, edges: Edges, { from, innerFrom, innerTo, to }: ProseMark): Edges {
  const { start, end, opening, closing } = edges;
  if (innerFrom <= start && end <= innerTo) return edges;
  const [atStart, atEnd] = [start <= innerFrom, innerTo <= end];
  if (atStart && atEnd) return { ...edges, start: Math.min(start, from), end: Math.max(end, to) };
  // A quotation has no closing part.
  if (innerTo === to) return edges;
  return atEnd
    ? { ...edges, end: Math.max(end, to), opening: line.slice(from, innerFrom) + opening }
    : { ...edges, start: Math.min(start, from), closing: closing + line.slice(innerTo, to) };
}

/** A range of a line; it may begin before the line and end after it. */
function wholeEdges(line: string, start: number, end: number): Edges {
  const marks = proseMarks(line).reverse();
  return marks.reduce((edges, mark) => withMark(line, edges, mark), { start, end, opening: "", closing: "" });
}

/** The passage from `from` to `to` with whole marks. */
export function wholeSlice(doc: Text, from: number, to: number): WholeSlice {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  const head = wholeEdges(first.text, from - first.from, to - first.from);
  const tail = wholeEdges(last.text, from - last.from, to - last.from);
  const start = first.from + head.start;
  const middle = doc.sliceString(start, last.from + tail.end);
  return { text: head.opening + middle + tail.closing, start: start - head.opening.length };
}

/** Copies, cuts and drags whole marks, as an extension. Comes before other filters of what is copied. */
export const copiesWholeMarks: Extension = Prec.highest(
  EditorView.clipboardOutputFilter.of((text, { doc, selection }) =>
    selection.ranges.length > 1 || selection.main.empty
      ? text
      : wholeSlice(doc, selection.main.from, selection.main.to).text,
  ),
);

/** The marks of words around a range of a line, as bits. */
function bitsAround(state: EditorState): number {
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  const isAround = ({ innerFrom, innerTo }: ProseMark) =>
    line.from + innerFrom <= from && to <= line.from + innerTo;
  return proseMarks(line.text)
    .filter(isAround)
    .reduce((bits, { kind }) => bits | (BITS[kind] ?? 0), 0);
}

/** Pastes words into a mark of their own kind without theirs, as an extension: two such marks would end each other. */
export const pastesIntoMarks: Extension = EditorView.clipboardInputFilter.of((text, state) => {
  const [mark] = proseMarks(text);
  const bits = mark === undefined ? 0 : (BITS[mark.kind] ?? 0);
  const isWhole = mark?.from === 0 && mark.to === text.length && !text.includes("\n");
  return isWhole && (bits & bitsAround(state)) !== 0 ? text.slice(mark.innerFrom, mark.innerTo) : text;
});
