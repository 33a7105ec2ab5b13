// A long list with rows under headings. One row is the tab stop; arrow keys move among the rows; a row may have a menu,
// at its button and at the pointer, and expandable content below it. Only visible rows are rendered.
import { useVirtualizer } from "@tanstack/react-virtual";
import { Ellipsis } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { cx } from "./class-names";
import { ContextMenu } from "./context-menu";
import { IconButton } from "./icon-button";
import { Menu } from "./menu";
import type { MenuEntry } from "./menu-items";
import type { Ticks } from "./ticks";

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
  /** Called for every other key on a row; returns whether it was handled. */
  onKey?: ((entry: T, event: KeyboardEvent) => boolean) | undefined;
  /** Check boxes before the rows, by the keys of `idOf`: Space ticks, Shift and the arrows extend, Ctrl+A ticks all. */
  ticks?: Ticks | undefined;
  /** The label of a row's check box. */
  tickLabel?: ((entry: T) => string) | undefined;
  /** Highlighted rows: chosen, compared. */
  isChosen?: ((entry: T) => boolean) | undefined;
  className?: string | undefined;
}

type Row<T> = { kind: "group"; key: string; name: string } | { kind: "entry"; key: string; entry: T };

function rowsOf<T>(
  entries: readonly T[],
  idOf: (entry: T) => string,
  groupOf: (entry: T) => string | null,
): Row<T>[] {
  const rows: Row<T>[] = [];
  let last: string | null = null;
  for (const entry of entries) {
    const group = groupOf(entry);
    if (group !== null && group !== last) {
      last = group;
      rows.push({ kind: "group", key: `group ${group} ${rows.length}`, name: group });
    }
    rows.push({ kind: "entry", key: idOf(entry), entry });
  }
  return rows;
}

const PAGE = 8;

export function GroupedList<T>(props: GroupedListProps<T>) {
  const { label, entries, idOf, groupOf, actsOf, onOpen, onKey, onReach, className } = props;
  const rows = useMemo(() => rowsOf(entries, idOf, groupOf), [entries, idOf, groupOf]);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const focusing = useRef(false);
  // The row that has the keyboard: a held key is faster than the rendering of its row.
  const reached = useRef<string | null>(null);
  const stops = rows.flatMap((row, at) => (row.kind === "entry" ? [at] : []));
  const known = stops.find((at) => rows[at]?.key === active);
  const current = known ?? stops[0];
  const place = useRef(0);
  if (known !== undefined) place.current = stops.indexOf(known);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === "group" ? 30 : 34),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    initialRect: { width: 300, height: 600 },
  });

  const lost = active !== null && known === undefined;
  // When the focused row is removed, the row that takes its place gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the row is lost
  useEffect(() => {
    if (!lost || document.activeElement !== document.body) return;
    const at = stops[Math.min(place.current, stops.length - 1)];
    const row = at === undefined ? undefined : rows[at];
    if (row === undefined) return;
    focusing.current = true;
    reached.current = row.key;
    setActive(row.key);
  }, [lost]);

  // The target row may be rendered only after the list has scrolled to it.
  useEffect(() => {
    if (!focusing.current) return;
    const button = scroller.current?.querySelector<HTMLElement>('[data-stop="true"]');
    if (button == null) return;
    focusing.current = false;
    button.focus();
  });

  const go = (to: number) => {
    const at = stops[Math.min(stops.length - 1, Math.max(0, to))];
    const row = at === undefined ? undefined : rows[at];
    if (at === undefined || row === undefined) return;
    focusing.current = true;
    reached.current = row.key;
    setActive(row.key);
    virtual.scrollToIndex(at);
    if (row.kind === "entry") onReach?.(row.entry);
  };

  /** Handles tick keys; returns whether the key was one. */
  const ticksBy = (event: KeyboardEvent, entry: T, place: number): boolean => {
    const { ticks } = props;
    if (ticks === undefined || event.altKey || event.nativeEvent.isComposing) return false;
    const commands = event.ctrlKey || event.metaKey;
    if (event.key === " " && !event.shiftKey) ticks.toggle(idOf(entry));
    else if (event.key.toLowerCase() === "a" && commands && !event.shiftKey) ticks.all();
    else if (event.key === "Escape" && !commands && ticks.ticked.size > 0) ticks.clear();
    else if (event.shiftKey && !commands && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const to = place + (event.key === "ArrowDown" ? 1 : -1);
      const next = stops[to] === undefined ? undefined : rows[stops[to]];
      if (next?.kind !== "entry") return true;
      ticks.extend(idOf(entry), next.key);
      go(to);
    } else return false;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent, entry: T, at: number) => {
    const here = focusing.current ? rows.findIndex(({ key }) => key === reached.current) : at;
    const under = rows[here];
    if (ticksBy(event, under?.kind === "entry" ? under.entry : entry, stops.indexOf(here))) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = focusing.current ? rows.findIndex(({ key }) => key === reached.current) : at;
    const place = stops.indexOf(from);
    const steps: Record<string, number> = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      PageDown: place + PAGE,
      PageUp: place - PAGE,
      Home: 0,
      End: stops.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined && !event.shiftKey) go(to);
    else if (onKey?.(entry, event) !== true) return;
    event.preventDefault();
  };

  const entryAt = (target: Element) => {
    const key = target.closest<HTMLElement>("[data-entry]")?.dataset.entry;
    const row = rows.find((one) => one.key === key);
    return row?.kind === "entry" ? row.entry : undefined;
  };

  const list = (
    <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <li
            key={item.key}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            data-index={item.index}
            ref={virtual.measureElement}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start}px)` }}
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
                stop={item.index === current}
                onFocus={() => setActive(row.key)}
                onPress={(event) => {
                  if (props.ticks?.press(row.key, event) !== true) onOpen(row.entry);
                }}
                onKeyDown={(event) => onKeyDown(event, row.entry, item.index)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
  return (
    <div ref={scroller} className={cx("min-h-0 overflow-y-auto px-1.5 pb-3", className)}>
      {actsOf === undefined ? (
        list
      ) : (
        <ContextMenu
          items={(target) => {
            const entry = entryAt(target);
            return entry === undefined ? [] : actsOf(entry);
          }}
        >
          {list}
        </ContextMenu>
      )}
    </div>
  );
}

interface EntryRowProps<T> extends GroupedListProps<T> {
  entry: T;
  id: string;
  stop: boolean;
  onFocus: () => void;
  onPress: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function EntryRow<T>(props: EntryRowProps<T>) {
  const { entry, id, stop, row, replaced, actsOf, actsLabel, isChosen, ticks, tickLabel } = props;
  const instead = replaced?.(entry) ?? null;
  if (instead !== null) return <div className="px-1 py-0.5">{instead}</div>;
  const ticked = ticks?.ticked.has(id) === true;
  const chosen = isChosen?.(entry) === true || ticked;
  const below = props.below?.(entry);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes focus inside it
    <div data-entry={id} onFocus={props.onFocus}>
      <div
        className={cx(
          "group relative rounded-md transition-colors",
          chosen ? "bg-surface-selected" : "hover:bg-surface-hover",
        )}
      >
        {ticks !== undefined && (
          <input
            type="checkbox"
            aria-label={tickLabel?.(entry) ?? ""}
            checked={ticked}
            tabIndex={stop ? 0 : -1}
            onChange={() => undefined}
            onClick={(event) => {
              if (event.shiftKey) ticks.range(id);
              else ticks.toggle(id);
            }}
            className={cx(
              "absolute top-2.5 left-2 z-10 size-3.5 accent-accent transition-opacity",
              ticks.ticked.size === 0 && "opacity-45 group-hover:opacity-100 focus-visible:opacity-100",
            )}
          />
        )}
        <button
          type="button"
          data-stop={stop}
          tabIndex={stop ? 0 : -1}
          aria-current={isChosen?.(entry) === true || undefined}
          aria-expanded={below === undefined ? undefined : below !== null}
          onClick={props.onPress}
          onKeyDown={props.onKeyDown}
          className={cx(
            "block w-full min-w-0 rounded-md py-1.5 text-left focus-visible:-outline-offset-2",
            ticks === undefined ? "pl-2" : "pl-8",
            actsOf === undefined ? "pr-2" : "pr-8",
          )}
        >
          {row(entry)}
        </button>
        {actsOf !== undefined && (
          <Menu
            align="end"
            trigger={
              <IconButton
                icon={Ellipsis}
                size="sm"
                label={actsLabel?.(entry) ?? ""}
                tabIndex={stop ? 0 : -1}
                tooltipSide="left"
                className="absolute top-1 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
              />
            }
            items={actsOf(entry)}
          />
        )}
      </div>
      {below}
    </div>
  );
}
