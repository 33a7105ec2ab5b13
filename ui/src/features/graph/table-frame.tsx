// A grid of rows with sortable headings and keyboard navigation. Only visible rows are rendered.
// biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows cannot be in a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and heading buttons take the focus
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { cx } from "@/components/class-names";
import { useRovingRows } from "@/components/roving-rows";
import { type Sort, turned } from "./table-rows";

export interface Column<C extends string, R> {
  id: C;
  title: string;
  cell: (row: R) => ReactNode;
  /** Right-aligned numbers. */
  figures?: boolean;
  /** Hidden in a narrow table. */
  wideOnly?: boolean;
}

interface TableFrameProps<C extends string, R> {
  label: string;
  columns: readonly Column<C, R>[];
  /** Classes with the column widths, narrow and wide. */
  template: string;
  rows: readonly R[];
  idOf: (row: R) => string;
  sort: Sort<C>;
  onSort: (sort: Sort<C>) => void;
  selected: string | null;
  onSelect: (row: R) => void;
  onOpen: (row: R) => void;
  /** The empty state. */
  none: string;
}

const ROW = 30;

export function TableFrame<C extends string, R>(props: TableFrameProps<C, R>) {
  const { label, columns, template, rows, idOf, sort, onSort, selected, onSelect, onOpen, none } = props;
  const chosen = selected === null ? -1 : rows.findIndex((row) => idOf(row) === selected);
  const stop = Math.max(0, chosen);
  const { scroller, items, height, scrollTo, onKeyDown } = useRovingRows({
    count: rows.length,
    rowHeight: ROW,
    keyOf: useCallback((at) => idOf(rows[at] as R), [rows, idOf]),
    stop,
    onReach: (at) => {
      const row = rows[at];
      if (row !== undefined) onSelect(row);
    },
  });
  // Reveals a selection made elsewhere when the table is mounted.
  const first = useRef(chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (first.current > 0) scrollTo(first.current);
  }, []);

  const cellClass = (column: Column<C, R>) =>
    cx(
      "min-w-0 items-center gap-1.5 overflow-hidden",
      column.wideOnly === true ? "hidden @lg:flex" : "flex",
      column.figures === true && "justify-end tabular-nums",
    );
  const grid = cx("grid items-stretch gap-x-3 px-3", template);
  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className="@container flex min-h-0 flex-1 flex-col"
    >
      <div role="rowgroup" className="overflow-hidden border-b border-line [scrollbar-gutter:stable]">
        <div role="row" aria-rowindex={1} className={cx(grid, "h-7")}>
          {columns.map((column) => {
            const sorts = sort.column === column.id;
            const Arrow = sort.down ? ArrowDown : ArrowUp;
            return (
              <div
                key={column.id}
                role="columnheader"
                aria-sort={sorts ? (sort.down ? "descending" : "ascending") : undefined}
                className={cellClass(column)}
              >
                <button
                  type="button"
                  onClick={() => onSort(turned(sort, column.id))}
                  className={cx(
                    "flex h-6 max-w-full min-w-0 items-center gap-1 rounded-sm text-xs -outline-offset-2 hover:text-ink",
                    sorts ? "text-ink" : "text-faint",
                  )}
                >
                  <span className="truncate">{column.title}</span>
                  {sorts && <Arrow size={12} aria-hidden className="shrink-0" />}
                </button>
              </div>
            );
          })}
        </div>
      </div>
      {rows.length === 0 && <p className="px-3 py-6 text-center text-subtle">{none}</p>}
      <div
        ref={scroller}
        role="presentation"
        className="min-h-0 flex-1 overflow-y-auto py-1 [scrollbar-gutter:stable]"
      >
        <div role="rowgroup" className="relative" style={{ height }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const id = idOf(row);
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                aria-selected={id === selected}
                tabIndex={item.index === stop ? 0 : -1}
                data-stop={item.index === stop}
                onKeyDown={(event) => {
                  if (onKeyDown(event) || event.key !== "Enter") return;
                  event.preventDefault();
                  onOpen(row);
                }}
                onClick={() => onSelect(row)}
                onDoubleClick={() => onOpen(row)}
                className={cx(
                  grid,
                  "absolute inset-x-1 top-0 rounded-md px-2 -outline-offset-2",
                  id === selected ? "bg-surface-selected" : "hover:bg-surface-hover",
                )}
                style={item.style}
              >
                {columns.map((column) => (
                  <div key={column.id} role="gridcell" className={cellClass(column)}>
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
