// Italics and bold of one line: which characters have them, and the asterisks that give them to others.
import { isBlank, type ProseMark, proseMarks } from "./prose-marks";

/** Italics are bit 1 and bold is bit 2: the number of asterisks on each side. */
export type Emphasis = 1 | 2;

interface Range {
  from: number;
  to: number;
}

export interface LineChange extends Range {
  insert: string;
}

/** A character with its emphasis; or a mark of another kind, which is taken as a whole. */
interface Piece extends Range {
  style: number;
  isBlank: boolean;
}

const STYLES: Partial<Record<ProseMark["kind"], number>> = { italic: 1, bold: 2, bold_italic: 3 };
const isApart = ({ kind }: ProseMark) => kind === "dots" || kind === "note";
const isInside = (mark: ProseMark) => isApart(mark) || mark.kind === "ruby" || mark.kind === "literal";
const contains = (outer: Range, inner: Range) => outer.from <= inner.from && inner.to <= outer.to;
const innerOf = (mark: ProseMark): Range => ({ from: mark.innerFrom, to: mark.innerTo });

/** The characters of a part of a line in which asterisks pair with each other. */
class Stretch {
  readonly pieces: Piece[] = [];
  private readonly line: string;
  private readonly range: Range;

  constructor(line: string, range: Range) {
    this.line = line;
    this.range = range;
    const marks = proseMarks(line).filter((mark) => contains(range, mark));
    const blocks = marks.filter(isInside);
    const emphasis = marks.filter(
      (mark) => STYLES[mark.kind] !== undefined && !blocks.some((block) => contains(innerOf(block), mark)),
    );
    const styles = new Array<number>(line.length).fill(0);
    const asterisks = new Set<number>();
    for (const mark of emphasis) {
      for (let at = mark.innerFrom; at < mark.innerTo; at += 1) {
        styles[at] = (styles[at] ?? 0) | (STYLES[mark.kind] ?? 0);
      }
      for (let at = mark.from; at < mark.innerFrom; at += 1) asterisks.add(at);
      for (let at = mark.innerTo; at < mark.to; at += 1) asterisks.add(at);
    }
    for (let at = range.from; at < range.to; ) {
      const to = blocks.find(({ from }) => from === at)?.to ?? at + 1;
      if (!asterisks.has(at)) {
        this.pieces.push({
          from: at,
          to,
          style: styles[at] ?? 0,
          isBlank: isBlank(line[at]) && to === at + 1,
        });
      }
      at = to;
    }
  }

  /** The indices of the pieces inside a range. */
  inside(range: Range): Range {
    const from = this.pieces.findIndex((piece) => piece.from >= range.from);
    const to = this.pieces.findLastIndex((piece) => piece.to <= range.to) + 1;
    return from < 0 ? { from: 0, to: 0 } : { from, to: Math.max(from, to) };
  }

  /** A range of pieces with the emphasised ones that touch it. */
  withNeighbours({ from, to }: Range, styles: readonly number[]): Range {
    const isEmphasised = (at: number) => (this.pieces[at]?.style ?? 0) !== 0 || (styles[at] ?? 0) !== 0;
    let [start, end] = [from, to];
    while (isEmphasised(start - 1)) start -= 1;
    while (isEmphasised(end)) end += 1;
    return { from: start, to: end };
  }

  /** The changes that give the pieces of a range these styles; null if asterisks cannot say it. */
  restyled(range: Range, wanted: readonly number[]): LineChange[] | null {
    const styles = settled(this.pieces, wanted);
    const { from, to } = this.withNeighbours(range, styles);
    const counts = asterisksBetween(styles.slice(from, to));
    if (counts === null) return null;
    const changes: LineChange[] = [];
    for (let at = from; at <= to; at += 1) {
      const start = this.pieces[at - 1]?.to ?? this.range.from;
      const end = this.pieces[at]?.from ?? this.range.to;
      const insert = "*".repeat(counts[at - from] ?? 0);
      if (insert.length !== end - start) changes.push({ from: start, to: end, insert });
    }
    return this.reads(changes, styles) ? changes : null;
  }

  /** Whether the changed line has these styles. */
  private reads(changes: readonly LineChange[], styles: readonly number[]): boolean {
    const changed = applied(this.line, changes);
    const added = changed.length - this.line.length;
    const { pieces } = new Stretch(changed, { from: this.range.from, to: this.range.to + added });
    const isSame = (piece: Piece, at: number) =>
      pieces[at] !== undefined &&
      changed.slice(pieces[at].from, pieces[at].to) === this.line.slice(piece.from, piece.to) &&
      (piece.isBlank || pieces[at].style === styles[at]);
    return pieces.length === this.pieces.length && this.pieces.every(isSame);
  }
}

function applied(line: string, changes: readonly LineChange[]): string {
  let [changed, at] = ["", 0];
  for (const { from, to, insert } of changes) {
    changed += line.slice(at, from) + insert;
    at = to;
  }
  return changed + line.slice(at);
}

/** The styles, where blanks have only the emphasis that is on both sides of them. */
function settled(pieces: readonly Piece[], styles: readonly number[]): number[] {
  const settled = [...styles];
  for (let at = 0; at < pieces.length; ) {
    let end = at;
    while (pieces[end]?.isBlank) end += 1;
    if (end > at) settled.fill((settled[at - 1] ?? 0) & (styles[end] ?? 0), at, end);
    at = end + 1;
  }
  return settled;
}

/** The number of asterisks before each piece and after the last; null if no asterisks say it. */
function asterisksBetween(styles: readonly number[]): number[] | null {
  const counts = new Array<number>(styles.length + 1).fill(0);
  const add = (at: number, count: number) => {
    counts[at] = (counts[at] ?? 0) + count;
  };
  for (let at = 0; at < styles.length; ) {
    const groups: (Range & { style: number })[] = [];
    while (at < styles.length && styles[at] !== 0) {
      const from = at;
      while (at < styles.length && styles[at] === styles[from]) at += 1;
      groups.push({ from, to: at, style: styles[from] ?? 0 });
    }
    if (groups.length > 0 && !addAsterisks(groups, add)) return null;
    if (groups.length === 0) at += 1;
  }
  return counts;
}

/** One group; one emphasis around others; or two groups that touch. */
function addAsterisks(
  groups: readonly (Range & { style: number })[],
  add: (at: number, count: number) => void,
): boolean {
  const [first, second] = groups;
  const last = groups.at(-1);
  if (first === undefined || last === undefined) return true;
  const isAround = groups.every(({ style }) => style === first.style || style === 3);
  if (second === undefined || (isAround && first.style !== 3)) {
    add(first.from, first.style);
    for (const { from, to, style } of groups) {
      if (style === first.style) continue;
      add(from, 3 - first.style);
      add(to, 3 - first.style);
    }
    add(last.to, first.style);
    return true;
  }
  if (groups.length > 2) return false;
  add(first.from, first.style);
  add(first.to, first.style === 3 ? 3 - second.style : 3);
  add(second.to, second.style);
  return true;
}

/** The part of a line whose asterisks pair with those around a range, and the range without parts of marks. */
function around(line: string, range: Range): { part: Range; range: Range } {
  const marks = proseMarks(line);
  let whole = range;
  let part: Range = { from: 0, to: line.length };
  for (const mark of marks) {
    if (isApart(mark) && contains(innerOf(mark), whole)) part = innerOf(mark);
    else if (isInside(mark) && whole.from < mark.to && mark.from < whole.to) {
      whole = { from: Math.min(whole.from, mark.from), to: Math.max(whole.to, mark.to) };
    } else if (!isInside(mark) && STYLES[mark.kind] === undefined && mark.innerFrom < mark.innerTo) {
      part = innerOf(mark);
    }
  }
  return { part, range: { from: Math.max(whole.from, part.from), to: Math.min(whole.to, part.to) } };
}

/** Whether all words of a range have an emphasis; null if the range has no words. */
export function hasEmphasis(line: string, range: Range, emphasis: Emphasis): boolean | null {
  const found = around(line, range);
  const stretch = new Stretch(line, found.part);
  const { from, to } = stretch.inside(found.range);
  const words = stretch.pieces.slice(from, to).filter((piece) => !piece.isBlank);
  return words.length === 0 ? null : words.every(({ style }) => (style & emphasis) !== 0);
}

/**
 * The changes that turn an emphasis of a range on or off. Where asterisks cannot say it for the range alone, it applies
 * to the emphasised words that touch it as well; no changes if they cannot say that either.
 */
export function emphasise(line: string, range: Range, emphasis: Emphasis, isOn: boolean): LineChange[] {
  const found = around(line, range);
  const stretch = new Stretch(line, found.part);
  const inside = stretch.inside(found.range);
  const styled = ({ from, to }: Range) =>
    stretch.pieces.map(({ style }, at) =>
      from <= at && at < to ? (isOn ? style | emphasis : style & ~emphasis) : style,
    );
  const wider = stretch.withNeighbours(inside, []);
  return stretch.restyled(inside, styled(inside)) ?? stretch.restyled(wider, styled(wider)) ?? [];
}
