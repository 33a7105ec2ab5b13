// Where a stored text of a model belongs in the text of now: the author may have written on since it was asked for.
import type { CharRange } from "@/ipc/types";

/** A place in UTF-16 positions. */
export interface Spot {
  from: number;
  to: number;
}

/** Characters before a place by which it is found again. */
const BEFORE = 24;

function position(text: string, chars: number): number {
  let at = 0;
  for (let counted = 0; counted < chars && at < text.length; counted += 1) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}

/** The one place where some words stand; null where they stand nowhere or more than once. */
function only(text: string, words: string): number | null {
  if (words === "") return null;
  const first = text.indexOf(words);
  return first < 0 || text.indexOf(words, first + 1) >= 0 ? null : first;
}

/** Where `range` of the text `base` is in the text `now`; null where its words alone cannot say that. */
export function foundIn(base: string, range: CharRange, now: string): Spot | null {
  const [from, to] = [position(base, range.start), position(base, range.end)];
  if (base === now) return { from, to };
  const words = base.slice(from, to);
  const found = only(now, words);
  if (found !== null) return { from: found, to: found + words.length };
  if (words === "") {
    const before = base.slice(Math.max(0, from - BEFORE), from);
    const behind = only(now, before);
    if (behind !== null) return { from: behind + before.length, to: behind + before.length };
    if (from === 0 && now.startsWith(base.slice(0, BEFORE))) return { from: 0, to: 0 };
  }
  return null;
}

/** Where `range` of the text `base` is in the text `now`; `otherwise` where that cannot be said. */
export function placeIn(base: string, range: CharRange, now: string, otherwise: number): Spot {
  return foundIn(base, range, now) ?? { from: otherwise, to: otherwise };
}

/** A range in chars of a text, in its UTF-16 positions. */
export function spotOf(text: string, { start, end }: CharRange): Spot {
  return { from: position(text, start), to: position(text, end) };
}
