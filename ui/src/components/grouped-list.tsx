// A long list with rows under headings. One row is the tab stop; arrow keys move among the rows; a row may have a menu,
// at its button and at the pointer, and expandable content below it.
import { type KeyboardEvent, type ReactNode, useEffect, useMemo } from "react";
import { cx } from "./class-names";
import { ContextMenu } from "./context-menu";
import { useEntryFocus } from "./entry-focus";
import { EntryRow } from "./entry-row";
import { groupedRows } from "./grouped-rows";
import type { MenuEntry } from "./menu-items";
import { rowAfterKey } from "./row-keys";
import { type Ticks, tickByKey } from "./ticks";
import { RowSpace } from "./virtual-list";

export interface GroupedListProps<T> {
  /** The accessible name of the list. */
  label: string;
  /** Rows of one group must be adjacent. */
  entries: readonly T[];
  idOf: (entry: T) => string;
  /** The heading of a row's group; rows with null come before all headings. */
  groupOf: (entry: T) => string | null;
  /** The content of a row. */
  row: (entry: T) => ReactNode;
  /** Replaces a row, for example by a field for its name. */
  replaced?: ((entry: T) => ReactNode) | undefined;
  /** The entries of a row's menu; without it rows have no menus. */
  actsOf?: ((entry: T) => readonly MenuEntry[]) | undefined;
  /** The label of a row's menu button. */
  actsLabel?: ((entry: T) => string) | undefined;
  /** The expanded content below a row; undefined for rows that do not expand, null for collapsed ones. */
  below?: ((entry: T) => ReactNode) | undefined;
  /** Called on Enter or a press. */
  onOpen: (entry: T) => void;
  /** Called when the keyboard moves to a row. */
  onReach?: ((entry: T) => void) | undefined;
  /** Letters that move as another key does, such as `j` as ArrowDown. */
  movesAs?: Readonly<Record<string, string>> | undefined;
  /** Called for every other key on a row; returns whether it was handled. */
  onKey?: ((entry: T, event: KeyboardEvent) => boolean) | undefined;
  /** Check boxes before the rows, by the keys of `idOf`: Space ticks, Shift and the arrows extend, Ctrl+A ticks all. */
  ticks?: Ticks | undefined;
  /** The label of a row's check box. */
  tickLabel?: ((entry: T) => string) | undefined;
  /** Highlighted rows: chosen, compared. */
  isChosen?: ((entry: T) => boolean) | undefined;
  /** Whether letters pressed in the content below a row act as on the row, except in a field. */
  lettersBelow?: boolean | undefined;
  /** The key of a row that comes into view when it is named; the keyboard goes on from it. */
  revealed?: string | null | undefined;
  className?: string | undefined;
}

/** Rows that a page key moves by. */
const PAGE = 8;

export function GroupedList<T>(props: GroupedListProps<T>) {
  const {
    label,
    entries,
    idOf,
    groupOf,
    actsOf,
    ticks,
    onOpen,
    onKey,
    onReach,
    movesAs,
    className,
    revealed,
  } = props;
  const rows = useMemo(() => groupedRows(entries, idOf, groupOf), [entries, idOf, groupOf]);
  const focus = useEntryFocus(rows, onReach);
  const { list } = focus;
  const at = revealed == null ? -1 : rows.findIndex(({ key }) => key === revealed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that moves later is not followed
  useEffect(() => {
    if (at < 0 || revealed == null) return;
    list.reveal(at);
    focus.setActive(revealed);
  }, [revealed, at >= 0]);

  const onKeyDown = (event: KeyboardEvent, entry: T, at: number) => {
    const place = focus.placeOf(list.awaitedRow() ?? at);
    const id = focus.idAt(place);
    const step = (by: number) => focus.idAt(focus.goTo(place + by));
    if (ticks !== undefined && id !== undefined && tickByKey(event, { ticks, id, step })) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowAfterKey(movesAs?.[event.key] ?? event.key, { at: place, count: focus.count, page: PAGE });
    if (to !== null && !event.shiftKey) focus.goTo(to);
    else if (onKey?.(entry, event) !== true) return;
    event.preventDefault();
  };

  const content = (
    <RowSpace as="ul" aria-label={label} list={list} rows={rows}>
      {(row, { index, place, style }) => (
        <li
          {...place}
          data-index={index}
          ref={list.measureRow}
          className="absolute inset-x-0 top-0"
          style={style}
        >
          {row.kind === "group" ? (
            <h3
              className="truncate px-2 pt-3 pb-1 text-xs font-medium text-faint"
              onContextMenu={(event) => event.stopPropagation()}
            >
              {row.name}
            </h3>
          ) : (
            <EntryRow
              {...props}
              entry={row.entry}
              id={row.key}
              stop={index === focus.stop}
              onFocus={() => focus.setActive(row.key)}
              onPress={(event) => {
                focus.setActive(row.key);
                if (ticks?.press(row.key, event) !== true) onOpen(row.entry);
              }}
              onKeyDown={(event) => onKeyDown(event, row.entry, index)}
            />
          )}
        </li>
      )}
    </RowSpace>
  );
  return (
    <div ref={list.scroller} className={cx("min-h-0 overflow-y-auto px-1.5 pb-3", className)}>
      {actsOf === undefined ? (
        content
      ) : (
        <ContextMenu
          items={(target) => {
            const key = target.closest<HTMLElement>("[data-entry]")?.dataset.entry;
            const row = rows.find((one) => one.key === key);
            return row?.kind === "entry" ? actsOf(row.entry) : [];
          }}
        >
          {content}
        </ContextMenu>
      )}
    </div>
  );
}
