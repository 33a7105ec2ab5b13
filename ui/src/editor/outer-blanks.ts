// Blanks at the ends of an emphasis: they belong outside, because asterisks beside a blank are no mark.
import { isBlank, type ProseMark } from "./prose-marks";

interface LineChange {
  from: number;
  to: number;
  insert: string;
}

type Emphasis = Pick<ProseMark, "from" | "to" | "innerFrom" | "innerTo">;

export function leadingBlanks(text: string): number {
  let count = 0;
  while (count < text.length && isBlank(text[count])) count += 1;
  return count;
}

export function trailingBlanks(text: string): number {
  let count = 0;
  while (count < text.length && isBlank(text[text.length - 1 - count])) count += 1;
  return count;
}

/**
 * The changes that move blanks out of these marks of a line, given from the outermost to the innermost. The `deleted`
 * parts of the line go with another change.
 */
export function blanksMovedOut(
  line: string,
  marks: readonly Emphasis[],
  deleted: readonly LineChange[],
): LineChange[] {
  const inwards = marks.filter(
    ({ innerFrom, innerTo }) => leadingBlanks(line.slice(innerFrom, innerTo)) < innerTo - innerFrom,
  );
  const outwards = inwards.toReversed();
  return [...openings(line, outwards, deleted), ...closings(line, outwards, deleted)];
}

/** Moves the start of each mark behind the blanks, and behind the starts of inner marks that were moved. */
function openings(line: string, outwards: readonly Emphasis[], deleted: readonly LineChange[]): LineChange[] {
  const moved: LineChange[] = [];
  let place = -1;
  for (const { from, innerFrom } of outwards) {
    let at = innerFrom;
    for (let next = at; next >= 0; ) {
      at = next + leadingBlanks(line.slice(next));
      next = [...moved, ...deleted].find((one) => one.from === at)?.to ?? -1;
    }
    if (at === innerFrom) continue;
    place = at;
    moved.unshift({ from, to: innerFrom, insert: "" });
  }
  const marks = moved.map((one) => line.slice(one.from, one.to)).join("");
  return moved.length === 0 ? [] : [...moved, { from: place, to: place, insert: marks }];
}

/** Moves the end of each mark before the blanks, and before the ends of inner marks that were moved. */
function closings(line: string, outwards: readonly Emphasis[], deleted: readonly LineChange[]): LineChange[] {
  const moved: LineChange[] = [];
  let place = -1;
  for (const { to, innerTo } of outwards) {
    let at = innerTo;
    for (let next = at; next >= 0; ) {
      at = next - trailingBlanks(line.slice(0, next));
      next = [...moved, ...deleted].find((one) => one.to === at)?.from ?? -1;
    }
    if (at === innerTo) continue;
    place = at;
    moved.push({ from: innerTo, to, insert: "" });
  }
  const marks = moved.map((one) => line.slice(one.from, one.to)).join("");
  return moved.length === 0 ? [] : [{ from: place, to: place, insert: marks }, ...moved];
}
