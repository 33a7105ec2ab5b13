// Rows of equal height of which only those in sight are drawn, with one stop for Tab among them: the arrow keys, page keys,
// Home and End move it. The row with the focus stays drawn wherever the list is scrolled.
import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from "react";

export interface RovingRowsOptions {
  count: number;
  /** In px. */
  rowHeight: number;
  keyOf: (at: number) => string;
  /** The row that Tab goes to. */
  stop: number;
  /** A key moved there. */
  onReach: (at: number) => void;
}

export interface RovingRows {
  scroller: RefObject<HTMLDivElement | null>;
  items: VirtualItem[];
  /** Height of all rows, in px. */
  height: number;
  /** Moves the stop to a row and the focus with it; answers where it is then. */
  goTo: (at: number) => number;
  /** Brings a row to the middle. */
  scrollTo: (at: number) => void;
  /** Answers whether the key was used. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

/** The row of the stop bears `data-stop="true"`. */
export function useRovingRows(options: RovingRowsOptions): RovingRows {
  const { count, rowHeight, keyOf, stop, onReach } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const focusing = useRef(false);
  // Where the keys are: a held key is quicker than the drawing of the row it goes to.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows became higher or lower
  useEffect(() => virtual.measure(), [rowHeight]);

  // The row a key went to may be drawn only after the list has scrolled there.
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
