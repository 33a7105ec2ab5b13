// Converts between char offsets (Unicode scalar values, the backend's unit) and UTF-16 positions of a CodeMirror text.
// The surrogate pairs of each node of the text tree are counted once and cached, so an edit recounts only the nodes it
// touched, and one conversion costs one walk down the tree.
import type { Text } from "@codemirror/state";

const pairCounts = new WeakMap<Text, number>();

/** The surrogate pairs of a string. A lone surrogate counts as one char like any other unit. */
export function countPairs(text: string): number {
  let pairs = 0;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs += 1;
  return pairs;
}

function pairsIn(part: Text): number {
  const known = pairCounts.get(part);
  if (known !== undefined) return known;
  let pairs = 0;
  if (part.children) for (const child of part.children) pairs += pairsIn(child);
  else for (const line of part.iterLines()) pairs += countPairs(line);
  pairCounts.set(part, pairs);
  return pairs;
}

/** The length of a text in chars. */
export function charLength(doc: Text): number {
  return doc.length - pairsIn(doc);
}

/** UTF-16 positions of char offsets; offsets outside the text are clamped, NaN becomes 0. */
export function toUtf16(doc: Text, chars: readonly number[]): number[] {
  const length = charLength(doc);
  if (length === doc.length) return chars.map((offset) => clamp(offset, length));
  return chars.map((offset) => descend(doc, clamp(offset, length), charLength, stringToUtf16));
}

/** Char offsets of UTF-16 positions; a position inside a pair is rounded down. */
export function toChars(doc: Text, positions: readonly number[]): number[] {
  if (pairsIn(doc) === 0) return positions.map((position) => clamp(position, doc.length));
  return positions.map((position) => descend(doc, clamp(position, doc.length), unitLength, stringToChars));
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Converts ranges of char offsets to UTF-16 positions. */
export function rangesToUtf16(doc: Text, ranges: readonly Range[]): Range[] {
  return inOther(ranges, (offsets) => toUtf16(doc, offsets));
}

/** Converts ranges of UTF-16 positions to char offsets. */
export function rangesToChars(doc: Text, ranges: readonly Range[]): Range[] {
  return inOther(ranges, (positions) => toChars(doc, positions));
}

function inOther(ranges: readonly Range[], convert: (offsets: readonly number[]) => number[]): Range[] {
  const ends = convert(ranges.map(({ to }) => to));
  return convert(ranges.map(({ from }) => from)).map((from, at) => ({ from, to: ends[at] ?? from }));
}

function unitLength(part: Text): number {
  return part.length;
}

/** Walks down to the line that contains `offset` (in the unit `lengthOf` measures) and sums the other unit. */
function descend(
  doc: Text,
  offset: number,
  lengthOf: (part: Text) => number,
  inString: (line: string, offset: number) => number,
): number {
  let rest = offset;
  let sum = 0;
  let part = doc;
  while (part.children) {
    let next: Text | null = null;
    for (const child of part.children) {
      const length = lengthOf(child);
      if (rest <= length) {
        next = child;
        break;
      }
      rest -= length + 1;
      sum += other(child, lengthOf) + 1;
    }
    if (!next) return sum;
    part = next;
  }
  if (pairsIn(part) === 0) return sum + rest;
  for (const line of part.iterLines()) {
    const units = line.length;
    const scalars = units - countPairs(line);
    const [length, otherLength] = lengthOf === charLength ? [scalars, units] : [units, scalars];
    if (rest <= length) return sum + inString(line, rest);
    rest -= length + 1;
    sum += otherLength + 1;
  }
  return sum;
}

function other(part: Text, lengthOf: (part: Text) => number): number {
  return lengthOf === charLength ? unitLength(part) : charLength(part);
}

function stringToUtf16(line: string, chars: number): number {
  let at = 0;
  for (let count = 0; count < chars && at < line.length; count += 1) at += isPair(line, at) ? 2 : 1;
  return at;
}

function stringToChars(line: string, position: number): number {
  let at = 0;
  let count = 0;
  while (at < position) {
    at += isPair(line, at) ? 2 : 1;
    if (at > position) break;
    count += 1;
  }
  return count;
}

function isPair(line: string, at: number): boolean {
  const high = line.charCodeAt(at);
  const low = line.charCodeAt(at + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}

/** Clamps any number to a whole number from 0 to `length`. */
export function clamp(offset: number, length: number): number {
  if (!(offset > 0)) return 0;
  return offset >= length ? length : Math.trunc(offset);
}
