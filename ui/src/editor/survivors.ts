// Maps a range of the text through a change: from its first remaining character to its last. Text inserted between
// those belongs to it, text inserted beside them does not; a range with nothing left is empty.
import type { ChangeDesc } from "@codemirror/state";

/** A range of the text in UTF-16 positions; empty when nothing of it is left. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Maps one range through a change. */
export function survivors(changes: ChangeDesc, { from, to }: Span): Span {
  let first = -1;
  let last = -1;
  if (from < to) {
    changes.iterGaps((posA, posB, length) => {
      if (posA + length <= from || posA >= to) return;
      if (first < 0) first = posB + Math.max(0, from - posA);
      last = posB + Math.min(length, to - posA);
    });
  }
  if (first >= 0) return { from: first, to: last };
  const place = changes.mapPos(from, 1);
  return { from: place, to: place };
}

/**
 * Maps many ranges through a change. Only ranges that the change touches are examined closely. Ranges before it keep
 * their object identity; when all of them do, so does the list.
 */
export function allSurvivors<T extends Span>(changes: ChangeDesc, spans: readonly T[]): readonly T[] {
  const edges = changedEdges(changes);
  if (!edges || spans.length === 0) return spans;
  const shift = changes.newLength - changes.length;
  let same = true;
  const next = spans.map((span) => {
    if (span.to <= edges.from && span.from < edges.from) return span;
    if (span.from >= edges.to && span.to > edges.to) {
      if (shift === 0) return span;
      same = false;
      return { ...span, from: span.from + shift, to: span.to + shift };
    }
    const { from, to } = survivors(changes, span);
    if (from === span.from && to === span.to) return span;
    same = false;
    return { ...span, from, to };
  });
  return same ? spans : next;
}

/** From the first changed position of the old text to the last, or null when nothing changes. */
export function changedEdges(changes: ChangeDesc): Span | null {
  if (changes.empty) return null;
  let from = -1;
  let to = -1;
  changes.iterChangedRanges((fromA, toA) => {
    if (from < 0) from = fromA;
    to = toA;
  });
  return { from, to };
}
