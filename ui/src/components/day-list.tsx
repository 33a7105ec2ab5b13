// A long list of moments, newest first, under the days they belong to. One row is a stop for Tab; arrows go through the
// rows; each row has a menu, at its button and at the pointer. Only what is in sight is drawn.
import { useVirtualizer } from "@tanstack/react-virtual";
import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { ContextMenu } from "./context-menu";
import { dayName, dayOf } from "./days";
import { IconButton } from "./icon-button";
import { Menu } from "./menu";
import type { MenuEntry } from "./menu-items";

export interface DayListProps<T> {
  /** What the list holds. */
  label: string;
  /** Newest first. */
  entries: readonly T[];
  idOf: (entry: T) => string;
  /** When it was; null stands above all days. */
  timeOf: (entry: T) => number | null;
  now: number;
  /** What a row shows. */
  row: (entry: T) => ReactNode;
  /** Something that stands in place of a row, such as a field for its name. */
  replaced?: ((entry: T) => ReactNode) | undefined;
  actsOf: (entry: T) => readonly MenuEntry[];
  /** Names the button of a row's menu. */
  actsLabel: (entry: T) => string;
  /** Enter, or a press. */
  onOpen: (entry: T) => void;
  /** Every other key on a row; answers whether it was used. */
  onKey?: ((entry: T, event: KeyboardEvent) => boolean) | undefined;
  /** Rows that stand out: chosen, compared. */
  isChosen?: ((entry: T) => boolean) | undefined;
  className?: string | undefined;
}

type Row<T> = { kind: "day"; key: string; name: string } | { kind: "entry"; key: string; entry: T };

function rowsOf<T>(
  { entries, idOf, timeOf }: Pick<DayListProps<T>, "entries" | "idOf" | "timeOf">,
  now: number,
  language: string,
): Row<T>[] {
  const rows: Row<T>[] = [];
  let last: number | null = null;
  for (const entry of entries) {
    const time = timeOf(entry);
    if (time !== null && dayOf(time) !== last) {
      last = dayOf(time);
      rows.push({ kind: "day", key: `day ${last} ${rows.length}`, name: dayName(time, now, language) });
    }
    rows.push({ kind: "entry", key: idOf(entry), entry });
  }
  return rows;
}

const PAGE = 8;

export function DayList<T>(props: DayListProps<T>) {
  const { label, entries, idOf, timeOf, now, actsOf, onOpen, onKey, className } = props;
  const { i18n } = useTranslation("components");
  const rows = useMemo(
    () => rowsOf({ entries, idOf, timeOf }, now, i18n.language),
    [entries, idOf, timeOf, now, i18n.language],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const focusing = useRef(false);
  const stops = rows.flatMap((row, at) => (row.kind === "entry" ? [at] : []));
  const known = stops.find((at) => rows[at]?.key === active);
  const current = known ?? stops[0];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === "day" ? 30 : 34),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    initialRect: { width: 300, height: 600 },
  });

  // The row a key went to may be drawn only after the list has scrolled there.
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
    setActive(row.key);
    virtual.scrollToIndex(at);
  };

  const onKeyDown = (event: KeyboardEvent, entry: T, at: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = stops.indexOf(at);
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

  return (
    <div ref={scroller} className={cx("min-h-0 overflow-y-auto px-1.5 pb-3", className)}>
      <ContextMenu
        items={(target) => {
          const entry = entryAt(target);
          return entry === undefined ? [] : actsOf(entry);
        }}
      >
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
                {row.kind === "day" ? (
                  <h3
                    className="px-2 pt-3 pb-1 text-xs font-medium text-faint"
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
                    onPress={() => onOpen(row.entry)}
                    onKeyDown={(event) => onKeyDown(event, row.entry, item.index)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </ContextMenu>
    </div>
  );
}

interface EntryRowProps<T> extends DayListProps<T> {
  entry: T;
  id: string;
  stop: boolean;
  onFocus: () => void;
  onPress: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function EntryRow<T>(props: EntryRowProps<T>) {
  const { entry, id, stop, row, replaced, actsOf, actsLabel, isChosen } = props;
  const instead = replaced?.(entry) ?? null;
  if (instead !== null) return <div className="px-1 py-0.5">{instead}</div>;
  const chosen = isChosen?.(entry) === true;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that something in it has the focus
    <div
      data-entry={id}
      onFocus={props.onFocus}
      className={cx(
        "group relative rounded-md transition-colors",
        chosen ? "bg-surface-selected" : "hover:bg-surface-hover",
      )}
    >
      <button
        type="button"
        data-stop={stop}
        tabIndex={stop ? 0 : -1}
        aria-current={chosen || undefined}
        onClick={props.onPress}
        onKeyDown={props.onKeyDown}
        className="block w-full min-w-0 rounded-md py-1.5 pr-8 pl-2 text-left focus-visible:-outline-offset-2"
      >
        {row(entry)}
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            size="sm"
            label={actsLabel(entry)}
            tabIndex={stop ? 0 : -1}
            tooltipSide="left"
            className="absolute top-1 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
          />
        }
        items={actsOf(entry)}
      />
    </div>
  );
}
