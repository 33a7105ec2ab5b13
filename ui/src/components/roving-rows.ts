// Virtual rows of equal height with a single tab stop: arrow keys, page keys, Home and End move it. The focused row
// stays rendered wherever the list is scrolled.
import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from "react";

export interface RovingRowsOptions {
  count: number;
  /** In px. */
  rowHeight: number;
  keyOf: (at: number) => string;
  /** The row that Tab focuses. */
  stop: number;
  /** Called when a key moved the stop. */
  onReach: (at: number) => void;
}

export interface RovingRows {
  scroller: RefObject<HTMLDivElement | null>;
  items: VirtualItem[];
  /** Height of all rows, in px. */
  height: number;
  /** Moves the stop and the focus to a row; returns the row it is then on. */
  goTo: (at: number) => number;
  /** Scrolls a row to the middle. */
  scrollTo: (at: number) => void;
  /** Returns whether the key was handled. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

/** The caller must set `data-stop="true"` on the row of the stop. */
export function useRovingRows(options: RovingRowsOptions): RovingRows {
  const { count, rowHeight, keyOf, stop, onReach } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const focusing = useRef(false);
  // The row that has the keyboard: a held key is faster than the rendering of its row.
  const reached = useRef(stop);
  if (!focusing.current) reached.current = stop;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    getItemKey: keyOf,
    overscan: 6,
    initialRect: { width: 300, height: 600 },
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        if (stop < 0 || stop >= range.count || shown.includes(stop)) return shown;
        return [...shown, stop].sort((a, b) => a - b);
      },
      [stop],
    ),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the row height changes
  useEffect(() => virtual.measure(), [rowHeight]);

  // The target row may be rendered only after the list has scrolled to it.
  useEffect(() => {
    if (!focusing.current) return;
    const row = scroller.current?.querySelector<HTMLElement>('[data-stop="true"]');
    if (row == null) return;
    focusing.current = false;
    row.focus({ preventScroll: true });
  });

  const goTo = (wish: number): number => {
    const to = Math.max(0, Math.min(count - 1, wish));
    if (to === reached.current) return to;
    focusing.current = true;
    reached.current = to;
    virtual.scrollToIndex(to);
    onReach(to);
    return to;
  };

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || count === 0) return false;
    const from = reached.current;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: count - 1,
    };
    const wish = steps[event.key];
    if (wish === undefined) return false;
    event.preventDefault();
    goTo(wish);
    return true;
  };

  return {
    scroller,
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    goTo,
    scrollTo: (at) => virtual.scrollToIndex(at, { align: "center" }),
    onKeyDown,
  };
}
