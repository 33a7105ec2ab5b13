// One event: the lanes on the left, then title, time, place, and the chapter that tells it.
import { FastForward, MapPin, Rewind } from "lucide-react";
import type { CSSProperties, KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { VisuallyHidden } from "@/components/visually-hidden";
import { LaneGutter } from "./lane-gutter";
import type { Dots, Span } from "./lanes";
import type { TimelineEvent, TimelineOrder } from "./view-model";

/** Row height in px, by available width. */
export const rowHeight = (wide: boolean) => (wide ? 48 : 64);

interface EventRowProps {
  event: TimelineEvent;
  at: number;
  wide: boolean;
  count: number;
  order: TimelineOrder;
  spans: readonly (Span | null)[];
  dots: Dots;
  /** Some event has participants without a visible lane. */
  more: boolean;
  names: string;
  selected: boolean;
  stop: boolean;
  /** Its offset from the top and its height. */
  place: CSSProperties;
  onSelect: () => void;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function EventRow(props: EventRowProps) {
  const { event, at, wide, count, order, spans, dots, more, names, selected, stop } = props;
  const { t } = useTranslation("timeline");
  const { title, time, place, displaced, placed } = event;
  const chapter = event.chapter ?? t("untold");
  const guessed = order === "story" && placed !== "key";
  const mark = displaced !== "in_order" && (
    <Mark title={t(`displaced.${displaced}Text`)}>
      {displaced === "flashback" ? (
        <Rewind size={11} aria-hidden className="shrink-0" />
      ) : (
        <FastForward size={11} aria-hidden className="shrink-0" />
      )}
      {t(`displaced.${displaced}`)}
    </Mark>
  );
  const guess = guessed && (
    <span title={t(`placed.${placed}Text`)} className="shrink-0 text-faint">
      {t(`placed.${placed}`)}
    </span>
  );
  return (
    <div
      role="option"
      aria-selected={selected}
      aria-posinset={at + 1}
      aria-setsize={count}
      tabIndex={stop ? 0 : -1}
      data-stop={stop}
      onClick={props.onSelect}
      onDoubleClick={props.onOpen}
      onKeyDown={props.onKeyDown}
      className={cx(
        "absolute inset-x-1 top-0 flex items-center gap-2 rounded-md pr-2 pl-1 -outline-offset-2",
        selected ? "bg-surface-selected" : "hover:bg-surface-hover",
      )}
      style={props.place}
    >
      <LaneGutter
        at={at}
        height={rowHeight(wide)}
        spans={spans}
        dots={dots}
        selected={selected}
        hollow={order === "story" && placed === "told"}
      />
      {more && (
        <span
          aria-hidden
          title={dots.beyond > 0 ? t("beyond", { n: dots.beyond }) : undefined}
          className="w-5 shrink-0 text-xs text-faint tabular-nums"
        >
          {dots.beyond > 0 ? `+${dots.beyond}` : ""}
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="flex min-w-0 items-center gap-1.5">
          <span title={title} className="truncate text-sm font-medium">
            {title}
          </span>
          {wide && mark}
        </p>
        <p className="flex min-w-0 items-center gap-2.5 text-xs text-subtle">
          {time !== "" && (
            <span title={time} className="max-w-[65%] shrink-0 truncate">
              {time}
            </span>
          )}
          {place !== "" && (
            <span className="flex min-w-0 items-center gap-0.5">
              <MapPin size={11} aria-hidden className="shrink-0 text-faint" />
              <span title={place} className="truncate">
                {place}
              </span>
            </span>
          )}
          {wide && guess}
        </p>
        {!wide && (
          <p className="flex min-w-0 items-center gap-2.5 text-xs text-faint">
            {mark}
            <span title={chapter} className="truncate">
              {chapter}
            </span>
            {guess}
          </p>
        )}
      </div>
      {wide && (
        <span title={chapter} className="max-w-40 min-w-16 shrink-0 truncate text-right text-xs text-faint">
          {chapter}
        </span>
      )}
      {names !== "" && <VisuallyHidden>{t("people", { names })}</VisuallyHidden>}
    </div>
  );
}

function Mark({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span
      title={title}
      className="flex h-4.5 shrink-0 items-center gap-1 rounded-sm border border-line px-1 text-xs text-subtle"
    >
      {children}
    </span>
  );
}
