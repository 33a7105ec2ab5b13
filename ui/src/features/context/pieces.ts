// Parts of texts by char offsets, passages that stand out, and what changed with a little of what stands around it.
import type { CharRange } from "@/ipc/types";

/** A part of a text; char offsets are those of Unicode scalar values. */
export function slice(text: string, { start, end }: CharRange): string {
  // Where every char is one unit the offsets are those of the string: the usual case, and a layer may be long.
  if (!/[\ud800-\udbff]/.test(text)) return text.slice(start, end);
  return [...text].slice(start, end).join("");
}

/** A stretch of a text, as it is drawn. */
export interface Piece {
  /** Where it stands in the text, for a key. */
  at: number;
  kind: "plain" | "marked" | "added" | "removed" | "folded";
  text: string;
}

/** A text with passages marked; those that overlap an earlier one are left out. */
export function marked(text: string, ranges: readonly CharRange[]): Piece[] {
  const chars = [...text];
  const pieces: Piece[] = [];
  let from = 0;
  const put = (kind: Piece["kind"], to: number) => {
    if (to > from) pieces.push({ at: from, kind, text: chars.slice(from, to).join("") });
    from = Math.max(from, to);
  };
  for (const { start, end } of [...ranges].sort((one, two) => one.start - two.start)) {
    if (start < from || end > chars.length) continue;
    put("plain", start);
    put("marked", end);
  }
  put("plain", chars.length);
  return pieces;
}

/** Every place where one of the phrases stands, in char offsets. */
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

/** Chars of unchanged text that stand on either side of a change. */
const AROUND = 36;

/** What changed between two texts, the rest folded away. */
export function changed(
  before: string,
  after: string,
  hunks: readonly { old: CharRange; new: CharRange }[],
): Piece[] {
  const [old, now] = [[...before], [...after]];
  const pieces: Piece[] = [];
  let from = 0;
  let at = 0;
  const put = (kind: Piece["kind"], text: string) => {
    if (text !== "") pieces.push({ at, kind, text });
    at += Math.max(1, text.length);
  };
  const unchanged = (to: number, isFirst: boolean, isLast: boolean) => {
    const lead = isFirst ? 0 : AROUND;
    const tail = isLast ? 0 : AROUND;
    if (to - from <= lead + tail + AROUND) {
      put("plain", old.slice(from, to).join(""));
      return;
    }
    put("plain", old.slice(from, from + lead).join(""));
    put("folded", old.slice(from + lead, to - tail).join(""));
    put("plain", old.slice(to - tail, to).join(""));
  };
  hunks.forEach((hunk, index) => {
    unchanged(hunk.old.start, index === 0, false);
    put("removed", old.slice(hunk.old.start, hunk.old.end).join(""));
    put("added", now.slice(hunk.new.start, hunk.new.end).join(""));
    from = hunk.old.end;
  });
  unchanged(old.length, hunks.length === 0, true);
  return pieces;
}
