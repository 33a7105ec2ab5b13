// The paragraphs of the open text as they are held against a dictionary: those in sight, very long ones in pieces, each with
// what is known of it by its words. So what is shown always belongs to the words that are there.
import { type EditorState, Text } from "@codemirror/state";
import { countPairs, rangesToUtf16 } from "./positions";

/** Where a misspelt word stands in a paragraph, in UTF-16 positions. */
export interface Misspelt {
  readonly from: number;
  readonly to: number;
}

/** What knows how words are spelt. One may serve many surfaces. */
export interface Spelling {
  /** The misspelt words of a paragraph, in order; undefined where they are not known yet. */
  misspelt(paragraph: string): readonly Misspelt[] | undefined;
  /** Finds out about paragraphs; resolves when they are known, or cannot be. */
  check(paragraphs: readonly string[]): Promise<void>;
}

/** Ranges of a paragraph in char offsets, in UTF-16 positions. */
export function placesIn(paragraph: string, ranges: readonly { start: number; end: number }[]): Misspelt[] {
  const places = ranges.map(({ start, end }) => ({ from: start, to: end }));
  return countPairs(paragraph) === 0 ? places : rangesToUtf16(Text.of([paragraph]), places);
}

/** A paragraph, or a piece of a very long one, and where it begins. */
export interface Piece {
  readonly start: number;
  readonly text: string;
}

/** Paragraphs above this length are looked at in pieces. */
const LONG = 20_000;
/** Around what is in sight of a long one. */
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

/** A piece of a long paragraph ends between words: a part of one would be misspelt. */
function pieceOf(
  doc: Text,
  line: { from: number; to: number; text: string; length: number },
  seen: { from: number; to: number },
): Piece {
  if (line.length <= LONG) return { start: line.from, text: line.text };
  const start = Math.max(line.from, seen.from - MARGIN);
  const end = Math.min(line.to, seen.to + MARGIN);
  const text = doc.sliceString(start, end);
  const first = start === line.from ? 0 : text.search(/\s/);
  const last = end === line.to ? text.length : /\s\S*$/.exec(text)?.index;
  return first < 0 || last === undefined || last < first
    ? { start, text: "" }
    : { start: start + first, text: text.slice(first, last) };
}

/** Paragraphs that are checked in one question while the next misspelt word is looked for. */
const AT_ONCE = 60;

/**
 * The next misspelt word behind the selection, from the beginning again at the end; null when there is none, or when the
 * text became another one meanwhile.
 */
export async function nextMisspelt(now: () => EditorState, spelling: Spelling): Promise<Misspelt | null> {
  const { doc, selection } = now();
  const behind = selection.main.to;
  const first = doc.lineAt(behind).number;
  const { lines } = doc;
  // The paragraph with the selection comes first and last: what stands before the selection is behind all others.
  for (let done = 0; done <= lines; done += AT_ONCE) {
    const count = Math.min(AT_ONCE, lines + 1 - done);
    const batch = Array.from({ length: count }, (_, at) => doc.line(((first - 1 + done + at) % lines) + 1));
    await spelling.check(batch.map(({ text }) => text));
    if (now().doc !== doc) return null;
    for (const [at, line] of batch.entries()) {
      const least = done + at === 0 ? behind : line.from;
      const found = spelling.misspelt(line.text)?.find(({ from }) => line.from + from >= least);
      if (found !== undefined) return { from: line.from + found.from, to: line.from + found.to };
    }
  }
  return null;
}
