// The visible paragraphs as units of spell checking, very long ones in pieces. Results are looked up by the paragraph's
// words, so marks always match the words that are there.
import { type EditorState, Text } from "@codemirror/state";
import { countPairs, rangesToUtf16 } from "./positions";

/** The range of a misspelt word in a paragraph, in UTF-16 positions. */
export interface Misspelt {
  readonly from: number;
  readonly to: number;
}

/** A spelling checker with a cache. Several editors may share one. */
export interface Spelling {
  /** The misspelt words of a paragraph, in order; undefined where they are not known yet. */
  misspelt(paragraph: string): readonly Misspelt[] | undefined;
  /** Checks paragraphs; resolves when the results are known, or cannot be. */
  check(paragraphs: readonly string[]): Promise<void>;
}

/** Converts ranges of a paragraph from char offsets to UTF-16 positions. */
export function placesIn(paragraph: string, ranges: readonly { start: number; end: number }[]): Misspelt[] {
  const places = ranges.map(({ start, end }) => ({ from: start, to: end }));
  return countPairs(paragraph) === 0 ? places : rangesToUtf16(Text.of([paragraph]), places);
}

/** A paragraph, or a piece of a very long one, and its start. */
export interface Piece {
  readonly start: number;
  readonly text: string;
}

/** Paragraphs longer than this are checked in pieces. */
const LONG_PARAGRAPH = 20_000;
/** Checked around the visible part of a long paragraph, in UTF-16 units. */
const MARGIN = 400;

/** The paragraphs in ranges of the text. */
export function piecesIn(doc: Text, ranges: readonly { from: number; to: number }[]): Piece[] {
  const pieces: Piece[] = [];
  for (const range of ranges) {
    for (let at = range.from; at <= range.to; ) {
      const line = doc.lineAt(at);
      if (pieces.at(-1)?.start !== line.from) pieces.push(pieceOf(doc, line, { from: at, to: range.to }));
      at = line.to + 1;
    }
  }
  return pieces.filter(({ text }) => /[a-z]/i.test(text));
}

/** A piece of a long paragraph, which ends between words: a part of a word would be misspelt. */
function pieceOf(
  doc: Text,
  line: { from: number; to: number; text: string; length: number },
  seen: { from: number; to: number },
): Piece {
  if (line.length <= LONG_PARAGRAPH) return { start: line.from, text: line.text };
  const start = Math.max(line.from, seen.from - MARGIN);
  const end = Math.min(line.to, seen.to + MARGIN);
  const text = doc.sliceString(start, end);
  const first = start === line.from ? 0 : text.search(/\s/);
  const last = end === line.to ? text.length : /\s\S*$/.exec(text)?.index;
  return first < 0 || last === undefined || last < first
    ? { start, text: "" }
    : { start: start + first, text: text.slice(first, last) };
}

/** The paragraphs checked per request while searching for the next misspelt word. */
const BATCH = 60;

/**
 * The next misspelt word after the selection, wrapping around at the end; null when there is none, or when the text
 * changed meanwhile.
 */
export async function nextMisspelt(now: () => EditorState, spelling: Spelling): Promise<Misspelt | null> {
  const { doc, selection } = now();
  const end = selection.main.to;
  const first = doc.lineAt(end).number;
  const { lines } = doc;
  // The selection's paragraph is checked first and last: the part before the selection comes after all others.
  for (let done = 0; done <= lines; done += BATCH) {
    const count = Math.min(BATCH, lines + 1 - done);
    const batch = Array.from({ length: count }, (_, at) => doc.line(((first - 1 + done + at) % lines) + 1));
    await spelling.check(batch.map(({ text }) => text));
    if (now().doc !== doc) return null;
    for (const [at, line] of batch.entries()) {
      const least = done + at === 0 ? end : line.from;
      const found = spelling.misspelt(line.text)?.find(({ from }) => line.from + from >= least);
      if (found !== undefined) return { from: line.from + found.from, to: line.from + found.to };
    }
  }
  return null;
}
