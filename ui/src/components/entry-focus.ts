// The focus in a list with headings: it moves among the entries and skips the headings.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { GroupedRow } from "./grouped-rows";
import { isFocusLost } from "./lost-focus";
import { clampRow } from "./row-keys";
import { useVirtualRows, type VirtualRows } from "./virtual-list";

/** Estimated heights of rows, px. */
const HEADING_HEIGHT = 30;
const ENTRY_HEIGHT = 34;

export interface EntryFocus {
  list: VirtualRows;
  /** The row that Tab focuses; -1 if there are no entries. */
  stop: number;
  /** The number of entries. */
  count: number;
  /** An entry's place among the entries, by its row. */
  placeOf: (row: number) => number;
  /** The key of the entry at a place. */
  idAt: (place: number) => string | undefined;
  /** Moves the focus to the entry at a place, or to the nearest; returns the place it is then at. */
  goTo: (place: number) => number;
  /** Notes that an entry has the focus. */
  setActive: (key: string) => void;
}

/** `onReach` is called when the keyboard moves to an entry. */
export function useEntryFocus<T>(
  rows: readonly GroupedRow<T>[],
  onReach: ((entry: T) => void) | undefined,
): EntryFocus {
  const [active, setActive] = useState<string | null>(null);
  const stops = useMemo(() => rows.flatMap((row, at) => (row.kind === "entry" ? [at] : [])), [rows]);
  const known = stops.find((at) => rows[at]?.key === active);
  const stop = known ?? stops[0] ?? -1;
  const list = useVirtualRows({
    count: rows.length,
    keyOf: useCallback((at: number) => rows[at]?.key ?? String(at), [rows]),
    rowHeight: useCallback(
      (at: number) => (rows[at]?.kind === "group" ? HEADING_HEIGHT : ENTRY_HEIGHT),
      [rows],
    ),
    heights: "measured",
    stop,
  });

  const lastPlace = useRef(0);
  if (known !== undefined) lastPlace.current = stops.indexOf(known);
  const moveTo = (place: number) => {
    const at = stops[clampRow(place, stops.length)];
    const row = at === undefined ? undefined : rows[at];
    if (at === undefined || row?.kind !== "entry") return undefined;
    setActive(row.key);
    list.focusRow(at);
    return row.entry;
  };

  const isLost = active !== null && known === undefined;
  // When the focused row is removed, the row that takes its place gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the row is lost
  useEffect(() => {
    if (isLost && isFocusLost()) moveTo(lastPlace.current);
  }, [isLost]);

  return {
    list,
    stop,
    count: stops.length,
    placeOf: (row) => stops.indexOf(row),
    idAt: (place) => rows[stops[place] ?? -1]?.key,
    goTo: (place) => {
      const entry = moveTo(place);
      if (entry !== undefined) onReach?.(entry);
      return clampRow(place, stops.length);
    },
    setActive,
  };
}
