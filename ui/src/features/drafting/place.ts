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

/**
 * Where a text is inserted that was asked for at a position of `base`: behind what the author wrote there since, as in the
 * editor that stayed open.
 */
function insertedAt(base: string, from: number, now: string): number | null {
  const before = base.slice(Math.max(0, from - CONTEXT_LENGTH), from);
  const found = from === 0 ? 0 : onlyOccurrence(now, before);
  if (found === null) return null;
  const begin = found + before.length;
  const behind = base.slice(from, from + CONTEXT_LENGTH);
  const next = behind === "" ? now.length : onlyOccurrence(now, behind);
  if (next !== null && next >= begin) return next;
  if (from === 0 && !now.startsWith(base.slice(0, CONTEXT_LENGTH))) return null;
  if (!behind.startsWith("\n")) return begin;
  const lineEnd = now.indexOf("\n", begin);
  return lineEnd < 0 ? now.length : lineEnd;
}

/** Where `range` of the text `base` is in the text `now`; null if the text alone cannot tell. */
export function foundIn(base: string, range: CharRange, now: string): Spot | null {
  const [from, to] = [position(base, range.start), position(base, range.end)];
  if (base === now) return { from, to };
  const words = base.slice(from, to);
  const found = onlyOccurrence(now, words);
  if (found !== null) return { from: found, to: found + words.length };
  const at = words === "" ? insertedAt(base, from, now) : null;
  if (at !== null) return { from: at, to: at };
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
