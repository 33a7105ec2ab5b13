// A small set of changes that turns one text into another, for edits the program makes: unchanged text keeps its marks,
// its position on the screen and the caret. Lines that occur once on both sides are matched first; between them lines,
// then characters are compared, each within a bound, so that unrelated texts cost no more than their length. `diff` of
// @codemirror/merge fails here: with its scan limit a text of 1,000,000 characters with 100 edits becomes one change,
// and with its timeout alone a rewritten one takes 19 s.
import { clamp } from "./positions";

/** Replaces `from`..`to` of the old text by `insert`. */
export interface Change {
  from: number;
  to: number;
  insert: string;
}

interface Span {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
}

const MAX_EDITS = 600;

/** Changes in text order that never touch each other; empty when the texts are equal. */
export function changesBetween(before: string, after: string): Change[] {
  if (before === after) return [];
  const whole = trimmed(before, after, { a: 0, aEnd: before.length, b: 0, bEnd: after.length });
  const changes: Change[] = [];
  for (const span of byLines(before, after, whole)) {
    for (const { a, aEnd, b, bEnd } of byUnits(before, after, trimmed(before, after, span))) {
      changes.push({ from: a, to: aEnd, insert: after.slice(b, bEnd) });
    }
  }
  return merged(changes);
}

function merged(changes: Change[]): Change[] {
  const result: Change[] = [];
  for (const change of changes) {
    const last = result.at(-1);
    if (last && last.to === change.from) {
      last.to = change.to;
      last.insert += change.insert;
    } else if (change.from < change.to || change.insert !== "") result.push(change);
  }
  return result;
}

/** The span without the common prefix and suffix; no surrogate pair is split. */
function trimmed(before: string, after: string, span: Span): Span {
  let { a, aEnd, b, bEnd } = span;
  while (a < aEnd && b < bEnd && before.charCodeAt(a) === after.charCodeAt(b)) {
    a += 1;
    b += 1;
  }
  if (a > span.a && isHigh(before, a - 1)) {
    a -= 1;
    b -= 1;
  }
  while (aEnd > a && bEnd > b && before.charCodeAt(aEnd - 1) === after.charCodeAt(bEnd - 1)) {
    aEnd -= 1;
    bEnd -= 1;
  }
  if (aEnd < span.aEnd && isLow(before, aEnd)) {
    aEnd += 1;
    bEnd += 1;
  }
  return { a, aEnd, b, bEnd };
}

function isHigh(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

function isLow(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

/** The stretches of lines that differ inside a span. */
function byLines(before: string, after: string, span: Span): Span[] {
  const a = lineStarts(before, span.a, span.aEnd);
  const b = lineStarts(after, span.b, span.bEnd);
  if (a.length <= 2 || b.length <= 2) return [span];
  const ids = new Map<string, number>();
  const aIds = identify(before, a, ids);
  const bIds = identify(after, b, ids);
  return differing(aIds, bIds).map(([from, to, fromB, toB]) => ({
    a: a[from] ?? span.aEnd,
    aEnd: a[to] ?? span.aEnd,
    b: b[fromB] ?? span.bEnd,
    bEnd: b[toB] ?? span.bEnd,
  }));
}

/** The start of each line, followed by the end of the last one. */
function lineStarts(text: string, from: number, to: number): number[] {
  const starts = [from];
  for (let at = text.indexOf("\n", from); at >= 0 && at + 1 < to; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  starts.push(to);
  return starts;
}

function identify(text: string, starts: number[], ids: Map<string, number>): number[] {
  return starts.slice(0, -1).map((start, line) => {
    const content = text.slice(start, starts[line + 1]);
    let id = ids.get(content);
    if (id === undefined) {
      id = ids.size;
      ids.set(content, id);
    }
    return id;
  });
}

type Block = [aFrom: number, aTo: number, bFrom: number, bTo: number];

/** Blocks that differ between two sequences: unique common items divide them, the rest is compared item by item. */
function differing(a: readonly number[], b: readonly number[]): Block[] {
  const blocks: Block[] = [];
  let atA = 0;
  let atB = 0;
  for (const [x, y] of [...anchors(a, b), [a.length, b.length] as const]) {
    blocks.push(...shortest(a, b, [atA, x, atB, y]));
    [atA, atB] = [x + 1, y + 1];
  }
  return blocks;
}

/** Pairs of items that occur once on each side: the longest run in the same order on both. */
function anchors(a: readonly number[], b: readonly number[]): (readonly [number, number])[] {
  const inA = once(a);
  const inB = once(b);
  const pairs: { x: number; y: number; before: number }[] = [];
  for (const [id, x] of inA) {
    const y = inB.get(id);
    if (x >= 0 && y !== undefined && y >= 0) pairs.push({ x, y, before: -1 });
  }
  pairs.sort((one, two) => one.x - two.x);
  const tops: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.y ?? 0) < pair.y) low = middle + 1;
      else high = middle;
    }
    pair.before = low > 0 ? (tops[low - 1] ?? -1) : -1;
    tops[low] = index;
  }
  const chain: (readonly [number, number])[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; ) {
    const pair = pairs[at];
    if (!pair) break;
    chain.push([pair.x, pair.y]);
    at = pair.before;
  }
  return chain.reverse();
}

function once(items: readonly number[]): Map<number, number> {
  const seen = new Map<number, number>();
  for (const [at, id] of items.entries()) seen.set(id, seen.has(id) ? -1 : at);
  return seen;
}

/** Characters (UTF-16 units) that differ inside a span. */
function byUnits(before: string, after: string, span: Span): Span[] {
  const a = units(before, span.a, span.aEnd);
  const b = units(after, span.b, span.bEnd);
  return shortest(a, b, [0, a.length, 0, b.length]).map(([from, to, fromB, toB]) => {
    const cut = wholePairs(before, after, [span.a + from, span.a + to, span.b + fromB, span.b + toB]);
    return { a: cut[0], aEnd: cut[1], b: cut[2], bEnd: cut[3] };
  });
}

/** Widens a block so that neither side starts or ends inside a surrogate pair. */
function wholePairs(before: string, after: string, [a, aEnd, b, bEnd]: Block): Block {
  const head = a > 0 && b > 0 && isHigh(before, a - 1) && (isLow(before, a) || isLow(after, b)) ? 1 : 0;
  const tail =
    isLow(before, aEnd) && isLow(after, bEnd) && (isHigh(before, aEnd - 1) || isHigh(after, bEnd - 1))
      ? 1
      : 0;
  return [a - head, aEnd + tail, b - head, bEnd + tail];
}

function units(text: string, from: number, to: number): Uint16Array {
  const result = new Uint16Array(to - from);
  for (let at = from; at < to; at += 1) result[at - from] = text.charCodeAt(at);
  return result;
}

/**
 * The shortest edit (Myers' greedy search), as blocks. Beyond MAX_EDITS single edits the two sides are treated as
 * unrelated and become one block.
 */
function shortest(a: ArrayLike<number>, b: ArrayLike<number>, block: Block): Block[] {
  let [aFrom, aTo, bFrom, bTo] = block;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
    aFrom += 1;
    bFrom += 1;
  }
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
    aTo -= 1;
    bTo -= 1;
  }
  if (aFrom === aTo && bFrom === bTo) return [];
  if (aFrom === aTo || bFrom === bTo) return [[aFrom, aTo, bFrom, bTo]];
  const n = aTo - aFrom;
  const m = bTo - bFrom;
  const limit = Math.min(n + m, MAX_EDITS);
  const trace: Int32Array[] = [];
  // `reach[k + limit]`: how far diagonal k has advanced on side a.
  const reach = new Int32Array(2 * limit + 2);
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(reach.slice(clamp(limit - edits - 1, reach.length), limit + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (reach[limit + k - 1] ?? 0) < (reach[limit + k + 1] ?? 0));
      let x = down ? (reach[limit + k + 1] ?? 0) : (reach[limit + k - 1] ?? 0) + 1;
      let y = x - k;
      while (x < n && y < m && a[aFrom + x] === b[bFrom + y]) {
        x += 1;
        y += 1;
      }
      reach[limit + k] = x;
      if (x >= n && y >= m) return walkBack(trace, limit, n, m, aFrom, bFrom);
    }
  }
  return [[aFrom, aTo, bFrom, bTo]];
}

function walkBack(
  trace: Int32Array[],
  limit: number,
  n: number,
  m: number,
  aFrom: number,
  bFrom: number,
): Block[] {
  const blocks: Block[] = [];
  let x = n;
  let y = m;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const start = clamp(limit - edits - 1, Number.MAX_SAFE_INTEGER);
    const reach = (k: number): number => trace[edits]?.[limit + k - start] ?? 0;
    const k = x - y;
    const down = k === -edits || (k !== edits && reach(k - 1) < reach(k + 1));
    const fromX = down ? reach(k + 1) : reach(k - 1);
    const fromY = fromX - (down ? k + 1 : k - 1);
    const [toX, toY] = down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    const first = blocks[0];
    if (first && first[0] === toX + aFrom && first[2] === toY + bFrom) {
      first[0] = fromX + aFrom;
      first[2] = fromY + bFrom;
    } else blocks.unshift([fromX + aFrom, toX + aFrom, fromY + bFrom, toY + bFrom]);
    x = fromX;
    y = fromY;
  }
  return blocks;
}
