// Virtual rows with an active one, named by `aria-activedescendant`: the focus stays on the list or on a field above it.
import { type KeyboardEvent, useCallback, useId } from "react";
import { clampRow, type RowPosition } from "./row-keys";
import { useVirtualRows, type VirtualRows, type VirtualRowsOptions } from "./virtual-list";

export interface ActiveRowsOptions<T> extends Pick<VirtualRowsOptions, "rowHeight" | "first" | "padding"> {
  rows: readonly T[];
  /** Must be the same function in every render. */
  idOf: (row: T) => string;
  /** The index of the active row. */
  at: number;
  /** Called when a key or `goTo` reached a row. */
  onReach: (row: T, at: number) => void;
  /** Which row a key leads to; one of `row-keys.ts`. */
  rowAfter: (key: string, position: RowPosition) => number | null;
  /** The number of rows that a page key moves by. */
  page: number;
}

export interface ActiveRows<T> extends VirtualRows {
  rows: readonly T[];
  at: number;
  /** The id of the list, for `aria-controls`. */
  listId: string;
  /** The id of a row's element. */
  elementId: (row: T) => string;
  /** The id of the active row's element, for `aria-activedescendant`. */
  activeId: string | undefined;
  /** Makes a row active and reveals it. */
  goTo: (at: number) => void;
  /** Returns whether the key was handled. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

/** The caller must give each row's element its id. */
export function useActiveRows<T>(options: ActiveRowsOptions<T>): ActiveRows<T> {
  const { rows, idOf, at, onReach, rowAfter, page, rowHeight, first, padding } = options;
  const id = useId();
  const count = rows.length;
  const keyOf = useCallback((index: number) => idOf(rows[index] as T), [rows, idOf]);
  const list = useVirtualRows({ count, keyOf, rowHeight, stop: at, first, padding });
  const elementId = (row: T) => `${id}-${idOf(row)}`;

  const goTo = (wish: number) => {
    const to = clampRow(wish, count);
    const row = rows[to];
    if (row === undefined) return;
    onReach(row, to);
    list.reveal(to);
  };

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing || event.altKey) return false;
    const to = rowAfter(event.key, { at, count, page });
    if (to === null) return false;
    event.preventDefault();
    goTo(to);
    return true;
  };

  const active = rows[at];
  const activeId = active === undefined ? undefined : elementId(active);
  return { ...list, rows, at, listId: `${id}-list`, elementId, activeId, goTo, onKeyDown };
}
