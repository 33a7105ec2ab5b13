// Char-offset slices of texts, highlighted passages, and changes with some context.
import type { CharRange } from "@/ipc/types";

/** A slice of a text; char offsets count Unicode scalar values. */
export function slice(text: string, { start, end }: CharRange): string {
  // If every char is one UTF-16 unit, offsets are string indices: the common case, and a layer may be long.
  if (!/[\ud800-\udbff]/.test(text)) return text.slice(start, end);
  return [...text].slice(start, end).join("");
}

/** A rendered stretch of text. */
export interface Piece {
  /** Its offset in the text, used as a key. */
  at: number;
  kind: "plain" | "marked" | "added" | "removed" | "folded";
  text: string;
}

/** A text with highlighted passages; those overlapping an earlier one are omitted. */
export function marked(text: string, ranges: readonly CharRange[]): Piece[] {
  const chars = [...text];
  const pieces: Piece[] = [];
  let from = 0;
  const append = (kind: Piece["kind"], to: number) => {
    if (to > from) pieces.push({ at: from, kind, text: chars.slice(from, to).join("") });
    from = Math.max(from, to);
  };
  for (const { start, end } of [...ranges].sort((one, two) => one.start - two.start)) {
    if (start < from || end > chars.length) continue;
    append("plain", start);
    append("marked", end);
  }
  append("plain", chars.length);
  return pieces;
}

/** Every occurrence of the phrases, in char offsets. */
export function placesOf(text: string, phrases: readonly string[]): CharRange[] {
  const places: CharRange[] = [];
  for (const phrase of new Set(phrases)) {
    if (phrase === "") continue;
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + phrase.length)) {
      const start = [...text.slice(0, at)].length;
      places.push({ start, end: start + [...phrase].length });
    }
  }
  return places;
}

/** Context characters on either side of a change. */
const CONTEXT_LENGTH = 36;

/** The changes between two texts, with the rest collapsed. */
export function changed(
  before: string,
  after: string,
  hunks: readonly { old: CharRange; new: CharRange }[],
): Piece[] {
  const [old, now] = [[...before], [...after]];
  const pieces: Piece[] = [];
  let from = 0;
  let at = 0;
  const append = (kind: Piece["kind"], text: string) => {
    if (text !== "") pieces.push({ at, kind, text });
    at += Math.max(1, text.length);
  };
  const unchanged = (to: number, isFirst: boolean, isLast: boolean) => {
    const lead = isFirst ? 0 : CONTEXT_LENGTH;
    const tail = isLast ? 0 : CONTEXT_LENGTH;
    if (to - from <= lead + tail + CONTEXT_LENGTH) {
      append("plain", old.slice(from, to).join(""));
      return;
    }
    append("plain", old.slice(from, from + lead).join(""));
    append("folded", old.slice(from + lead, to - tail).join(""));
    append("plain", old.slice(to - tail, to).join(""));
  };
  hunks.forEach((hunk, index) => {
    unchanged(hunk.old.start, index === 0, false);
    append("removed", old.slice(hunk.old.start, hunk.old.end).join(""));
    append("added", now.slice(hunk.new.start, hunk.new.end).join(""));
    from = hunk.old.end;
  });
  unchanged(old.length, hunks.length === 0, true);
  return pieces;
}
