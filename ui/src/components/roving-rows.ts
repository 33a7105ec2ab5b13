// Virtual rows of equal height with a single tab stop: arrow keys, page keys, Home and End move it.
import type { KeyboardEvent } from "react";
import { clampRow, rowAfterKey } from "./row-keys";
import { useVirtualRows, type VirtualRows, type VirtualRowsOptions } from "./virtual-list";

export interface RovingRowsOptions extends VirtualRowsOptions {
  /** The row that Tab focuses. */
  stop: number;
  /** Called when a key moved the stop. */
  onReach: (at: number) => void;
}

export interface RovingRows extends VirtualRows {
  /** Moves the stop and the focus to a row; returns the row it is then on. */
  goTo: (at: number) => number;
  /** Returns whether the key was handled. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

/** The caller must set `data-stop="true"` on the row of the stop. */
export function useRovingRows({ onReach, ...options }: RovingRowsOptions): RovingRows {
  const { count, stop } = options;
  const list = useVirtualRows(options);
  const focused = () => list.awaitedRow() ?? stop;

  const goTo = (wish: number): number => {
    const to = clampRow(wish, count);
    if (to === focused()) return to;
    list.focusRow(to);
    onReach(to);
    return to;
  };

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const to = rowAfterKey(event.key, { at: focused(), count, page: list.page() });
    if (to === null) return false;
    event.preventDefault();
    goTo(to);
    return true;
  };

  return { ...list, goTo, onKeyDown };
}
