// Long lists of which only the visible rows are rendered. `useVirtualRows` is the only user of the virtualizer; lists
// with a focused row (`roving-rows.ts`) or an active row (`active-rows.ts`) build on it.
import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  Fragment,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from "react";
import { cx } from "./class-names";
import { useInterfaceScale } from "./interface-scale";

/** Rows rendered beyond each edge of the viewport. */
const OVERSCAN = 8;
/** The assumed viewport until the real one is measured, px. */
const FIRST_RECT = { width: 300, height: 600 };

export interface VirtualRowsOptions {
  count: number;
  /** The key of a row. A new function makes the list compute all positions again. */
  keyOf: (at: number) => string;
  /** The height of a row at the normal interface scale, px. */
  rowHeight: number | ((at: number) => number);
  /** Measured rows are as high as their content, and `rowHeight` is an estimate. Default: fixed. */
  heights?: "fixed" | "measured" | undefined;
  /** The row that has the focus or is the active descendant; it is always rendered. */
  stop?: number | undefined;
  /** The row in the middle of the list when it appears. */
  first?: number | undefined;
  /** Space before the first and after the last row, px. */
  padding?: { start: number; end: number } | undefined;
  /** Minimum distance of a revealed row from the edges of the viewport, px. */
  margin?: number | undefined;
}

/** A rendered row. */
export interface VirtualRow {
  index: number;
  key: string;
  /** Offset from the top, px. */
  start: number;
  /** Height at the current interface scale, px. */
  size: number;
  /** Moves the row to its place; the row must be positioned absolutely, at the top. */
  style: CSSProperties;
  /** The position among all rows, for screen readers. */
  place: { "aria-setsize": number; "aria-posinset": number };
}

export interface VirtualRows {
  /** Belongs on the scrolling element. */
  scroller: RefObject<HTMLDivElement | null>;
  items: readonly VirtualRow[];
  /** Height of all rows with their padding, px. */
  height: number;
  /** Height of the viewport, px; 0 until it is measured. */
  viewHeight: number;
  /** Belongs on measured rows as `ref`, together with `data-index`. */
  measureRow: (row: HTMLElement | null) => void;
  /** The number of rows that a page key moves by: one less than are visible. */
  page: () => number;
  /** Whether a row begins in a viewport of this height, in px. */
  isInView: (at: number, height: number) => boolean;
  /** Scrolls just far enough to show a row. */
  reveal: (at: number) => void;
  /** Scrolls a row to the middle. */
  scrollTo: (at: number) => void;
  scrollToTop: () => void;
  /** Reveals a row and focuses it once it is rendered with `data-stop="true"`. */
  focusRow: (at: number) => void;
  /** The row that `focusRow` has still to focus: a held key is faster than rendering. null: none. */
  awaitedRow: () => number | null;
}

/** The rows in a range, and one more. */
function withRow(range: Range, row: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (row < 0 || row >= range.count || shown.includes(row)) return shown;
  return [...shown, row].sort((a, b) => a - b);
}

function rowOf({ index, key, start, size }: VirtualItem, count: number, isFixed: boolean): VirtualRow {
  const transform = `translateY(${start}px)`;
  return {
    index,
    key: String(key),
    start,
    size,
    style: isFixed ? { height: size, transform } : { transform },
    place: { "aria-setsize": count, "aria-posinset": index + 1 },
  };
}

/** Virtual rows: which are rendered, where they are, and how to reach the others. Its functions are stable. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, keyOf, rowHeight, heights = "fixed", stop = -1, first = 0, padding, margin = 0 } = options;
  const scale = useInterfaceScale();
  const scroller = useRef<HTMLDivElement>(null);
  const isFixed = heights === "fixed";
  const sizeOf = useCallback(
    (at: number) => Math.round((typeof rowHeight === "number" ? rowHeight : rowHeight(at)) * scale),
    [rowHeight, scale],
  );
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    initialRect: FIRST_RECT,
    paddingStart: padding?.start ?? 0,
    paddingEnd: padding?.end ?? 0,
    scrollPaddingStart: margin,
    scrollPaddingEnd: margin,
    rangeExtractor: useCallback((range: Range) => withRow(range, stop), [stop]),
  });

  const used = useRef(sizeOf);
  useEffect(() => {
    const isNew = used.current !== sizeOf;
    used.current = sizeOf;
    // Measured rows are observed: they report a new height themselves.
    if (isNew && isFixed) virtual.measure();
  }, [sizeOf, isFixed, virtual]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (first > 0) virtual.scrollToIndex(first, { align: "center" });
  }, []);

  const focus = useStopFocus(scroller, isFixed);
  const functions = useMemo(
    () => ({
      measureRow: virtual.measureElement,
      page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / used.current(0)) - 1),
      isInView: (at: number, height: number) => {
        const top = virtual.getOffsetForIndex(at, "start")?.[0] ?? 0;
        const offset = virtual.scrollOffset ?? 0;
        return top >= offset && top < offset + height;
      },
      reveal: (at: number) => virtual.scrollToIndex(at),
      scrollTo: (at: number) => virtual.scrollToIndex(at, { align: "center" }),
      scrollToTop: () => virtual.scrollToOffset(0),
      focusRow: (at: number) => {
        focus.request(at);
        virtual.scrollToIndex(at);
      },
      awaitedRow: focus.awaited,
    }),
    [virtual, focus],
  );
  return {
    ...functions,
    scroller,
    items: virtual.getVirtualItems().map((item) => rowOf(item, count, isFixed)),
    height: virtual.getTotalSize(),
    viewHeight: scroller.current === null ? 0 : (virtual.scrollRect?.height ?? 0),
  };
}

/** Focuses the stop when asked; its row may be rendered only after the list has scrolled to it. */
function useStopFocus(scroller: RefObject<HTMLElement | null>, preventScroll: boolean) {
  const awaited = useRef<number | null>(null);
  const [, render] = useReducer((turn: number) => turn + 1, 0);
  useEffect(() => {
    if (awaited.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>('[data-stop="true"]');
    if (row == null) return;
    awaited.current = null;
    row.focus({ preventScroll });
  });
  return useMemo(
    () => ({
      request: (at: number) => {
        awaited.current = at;
        render();
      },
      awaited: () => awaited.current,
    }),
    [],
  );
}

interface RowSpaceProps<T> extends Omit<HTMLAttributes<HTMLElement>, "children"> {
  as?: "div" | "ul" | "ol";
  list: Pick<VirtualRows, "items" | "height">;
  /** All rows of the list. */
  rows: readonly T[];
  /** Renders a row. */
  children: (row: T, item: VirtualRow) => ReactNode;
}

/** The area of all rows, as high as if all were rendered, with the rendered ones. */
export function RowSpace<T>({
  as: Tag = "div",
  list,
  rows,
  children,
  className,
  ...others
}: RowSpaceProps<T>) {
  return (
    <Tag {...others} className={cx("relative", className)} style={{ height: list.height }}>
      {list.items.map((item) => {
        const row = rows[item.index];
        return row === undefined ? null : <Fragment key={item.key}>{children(row, item)}</Fragment>;
      })}
    </Tag>
  );
}

export interface VirtualListProps<T> {
  /** The accessible name of the list. */
  label: string;
  rows: readonly T[];
  /** Must be the same function in every render. */
  idOf: (row: T, at: number) => string;
  /** The height of a row at the normal interface scale, px. */
  rowHeight: number;
  padding?: VirtualRowsOptions["padding"];
  /** Numbered by its order, or not. */
  as: "ul" | "ol";
  /** Classes of the scrolling element and of a row. */
  className: string;
  rowClass: string;
  /** The content of a row. */
  children: (row: T) => ReactNode;
}

/** A list to read: the keyboard scrolls it, and its rows have no focus. */
export function VirtualList<T>({
  label,
  rows,
  idOf,
  as,
  className,
  rowClass,
  ...props
}: VirtualListProps<T>) {
  const keyOf = useCallback((at: number) => idOf(rows[at] as T, at), [rows, idOf]);
  const { rowHeight, padding, children } = props;
  const list = useVirtualRows({ count: rows.length, keyOf, rowHeight, padding });
  return (
    <section
      ref={list.scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the list
      tabIndex={0}
      className={cx("overflow-y-auto rounded-lg border border-line -outline-offset-2", className)}
    >
      <RowSpace as={as} list={list} rows={rows}>
        {(row, { place, style }) => (
          <li {...place} style={style} className={cx("absolute inset-x-0 top-0", rowClass)}>
            {children(row)}
          </li>
        )}
      </RowSpace>
    </section>
  );
}
