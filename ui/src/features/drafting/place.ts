// Locates a stored model text in the current text, which the author may have edited since.
import type { CharRange } from "@/ipc/types";

/** A range in UTF-16 positions. */
export interface Spot {
  from: number;
  to: number;
}

/** Characters before a place that identify it. */
const CONTEXT_LENGTH = 24;

function position(text: string, chars: number): number {
  let at = 0;
  for (let counted = 0; counted < chars && at < text.length; counted += 1) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}

/** The only occurrence of a text; null if it occurs never or more than once. */
function onlyOccurrence(text: string, words: string): number | null {
  if (words === "") return null;
  const first = text.indexOf(words);
  return first < 0 || text.indexOf(words, first + 1) >= 0 ? null : first;
}

/** Where `range` of the text `base` is in the text `now`; null if the text alone cannot tell. */
export function foundIn(base: string, range: CharRange, now: string): Spot | null {
  const [from, to] = [position(base, range.start), position(base, range.end)];
  if (base === now) return { from, to };
  const words = base.slice(from, to);
  const found = onlyOccurrence(now, words);
  if (found !== null) return { from: found, to: found + words.length };
  if (words === "") {
    const before = base.slice(Math.max(0, from - CONTEXT_LENGTH), from);
    const behind = onlyOccurrence(now, before);
    if (behind !== null) return { from: behind + before.length, to: behind + before.length };
    if (from === 0 && now.startsWith(base.slice(0, CONTEXT_LENGTH))) return { from: 0, to: 0 };
  }
  return null;
}

/** Where `range` of the text `base` is in the text `now`; `otherwise` if that cannot be determined. */
export function placeIn(base: string, range: CharRange, now: string, otherwise: number): Spot {
  return foundIn(base, range, now) ?? { from: otherwise, to: otherwise };
}

/** Converts a char range of a text to UTF-16 positions. */
export function spotOf(text: string, { start, end }: CharRange): Spot {
  return { from: position(text, start), to: position(text, end) };
}
