// Events from top to bottom, with a lane for each participant. Only visible rows are rendered.
import { CalendarClock } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { EmptyState } from "@/components/empty-state";
import { figure } from "@/components/figures";
import { useRovingRows } from "@/components/roving-rows";
import { Segmented } from "@/components/segmented";
import { useScale } from "@/desk/scaled";
import { EventRow, rowHeight } from "./event-row";
import { LaneFilter } from "./lane-filter";
import { LaneNames } from "./lane-names";
import { busyness, chooseLanes, dotsOf, eventsOf, roomForLanes, spansOf, WIDE_LAYOUT } from "./lanes";
import type { Lane, TimelineActs, TimelineEvent, TimelineOrder } from "./view-model";

export interface TimelineViewProps extends TimelineActs {
  /** In display order. */
  events: readonly TimelineEvent[];
  lanes: readonly Lane[];
  order: TimelineOrder;
  selected: string | null;
  /** A click on an event; if absent it is only selected. */
  onPress?: ((id: string) => void) | undefined;
  /** Acts beside the switches. */
  actions?: ReactNode;
  className?: string | undefined;
}

export function TimelineView(props: TimelineViewProps) {
  const { events, lanes, order, onOrder, actions, className } = props;
  const { t } = useTranslation("timeline");
  const [asked, setAsked] = useState<ReadonlySet<string> | null>(null);
  const { element, width: measured } = useWidth();
  const width = measured / useScale();
  const counts = useMemo(() => busyness(events), [events]);
  const visible = useMemo(() => eventsOf(events, asked), [events, asked]);
  const { shown, hidden } = useMemo(
    () => chooseLanes(lanes, counts, roomForLanes(width), asked),
    [lanes, counts, width, asked],
  );
  return (
    <div ref={element} className={cx("@container flex min-h-0 min-w-0 flex-col", className)}>
      <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-2 py-1.5">
        <Segmented<TimelineOrder>
          label={t("order.label")}
          hideLabel
          value={order}
          onChange={onOrder}
          options={[
            { value: "story", label: t("order.story") },
            { value: "telling", label: t("order.telling") },
          ]}
        />
        {lanes.length > 0 && (
          <LaneFilter lanes={lanes} counts={counts} shown={shown.length} asked={asked} onAsk={setAsked} />
        )}
        <span role="status" className="ml-auto hidden text-xs text-faint tabular-nums @lg:block">
          {visible.length === events.length
            ? t("count", { n: figure(events.length) })
            : t("countOf", { n: figure(visible.length), all: figure(events.length) })}
        </span>
        {actions}
      </div>
      {events.length === 0 ? (
        <EmptyState icon={CalendarClock} title={t("empty.title")} text={t("empty.text")} />
      ) : visible.length === 0 ? (
        <EmptyState
          icon={CalendarClock}
          title={t("none.title")}
          action={<Button onClick={() => setAsked(null)}>{t("none.all")}</Button>}
        />
      ) : (
        <>
          {shown.length > 0 && <LaneNames lanes={shown} hidden={hidden} />}
          <Events {...props} events={visible} shown={shown} wide={width >= WIDE_LAYOUT} />
        </>
      )}
    </div>
  );
}

function Events(props: TimelineViewProps & { shown: readonly Lane[]; wide: boolean }) {
  const { events, lanes, shown, wide, order, selected, onSelect, onOpen, onPress } = props;
  const { t, i18n } = useTranslation("timeline");
  const chosen = selected === null ? -1 : events.findIndex(({ id }) => id === selected);
  const stop = Math.max(0, chosen);
  const { scroller, items, height, scrollTo, onKeyDown } = useRovingRows({
    count: events.length,
    rowHeight: rowHeight(wide),
    keyOf: useCallback((at) => events[at]?.id ?? String(at), [events]),
    stop,
    onReach: (at) => {
      const event = events[at];
      if (event !== undefined) onSelect(event.id);
    },
  });
  const columnOf = useMemo(() => new Map(shown.map(({ id }, column) => [id, column])), [shown]);
  const more = useMemo(
    () => events.some(({ participants }) => participants.some((id) => !columnOf.has(id))),
    [events, columnOf],
  );
  const spans = useMemo(() => spansOf(events, shown), [events, shown]);
  const nameOf = useMemo(() => new Map(lanes.map(({ id, name }) => [id, name])), [lanes]);
  const list = useMemo(() => new Intl.ListFormat(i18n.language), [i18n.language]);

  // In another order or filter the selected event moves: the view follows it.
  const seen = useRef<readonly TimelineEvent[] | null>(null);
  useEffect(() => {
    if (seen.current === events) return;
    seen.current = events;
    if (chosen >= 0) scrollTo(chosen);
  }, [events, chosen, scrollTo]);

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto py-1">
      <div role="listbox" aria-label={t("list")} className="relative" style={{ height }}>
        {items.map((item) => {
          const event = events[item.index];
          if (event === undefined) return null;
          return (
            <EventRow
              key={item.key}
              event={event}
              at={item.index}
              wide={wide}
              count={events.length}
              order={order}
              spans={spans}
              dots={dotsOf(event, columnOf)}
              more={more}
              names={list.format(event.participants.flatMap((id) => nameOf.get(id) ?? []))}
              selected={event.id === selected}
              stop={item.index === stop}
              place={item.style}
              onSelect={() => (onPress ?? onSelect)(event.id)}
              onOpen={() => onOpen(event.id)}
              onKeyDown={(pressed) => {
                if (onKeyDown(pressed) || pressed.key !== "Enter") return;
                pressed.preventDefault();
                onOpen(event.id);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The live width of an element. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(360);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}
