// A bar chart of days. The pointer or the arrow keys choose a day, described below; screen readers get a table.
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { figure } from "@/components/figures";
import { type CountRule, useCounting } from "@/desk/counting";
import type { WrittenDay } from "@/ipc/types";
import { isWritten, netOf, signed, topOf } from "./days";

const WIDTH = 720;
const HEIGHT = 150;
/** Space below the axis for days with negative totals, px. */
const SPACE_BELOW_AXIS = 18;
const MIN_BAR = 2;

interface DayChartProps {
  days: readonly WrittenDay[];
  rule: CountRule;
  /** 0 for none. */
  goal: number;
}

/** The words for a day: its date, and what was written. */
function useDayWords(rule: CountRule) {
  const { t, i18n } = useTranslation("statistics");
  const { unit } = useCounting();
  const long = new Intl.DateTimeFormat(i18n.language, { month: "long", day: "numeric", weekday: "short" });
  const dateOf = (day: WrittenDay) => long.format(day.from);
  const describe = (day: WrittenDay) => {
    const date = dateOf(day);
    if (!isWritten(day, rule) && day.removed[rule] === 0) return t("dayNothing", { date });
    return t("day", {
      date,
      net: signed(netOf(day, rule), figure),
      added: figure(day.added[rule]),
      removed: figure(day.removed[rule]),
      context: unit,
    });
  };
  return { dateOf, describe };
}

export function DayChart({ days, rule, goal }: DayChartProps) {
  const { t } = useTranslation("statistics");
  const [chosen, setChosen] = useState<number | null>(null);
  const { dateOf, describe } = useDayWords(rule);
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * days.length);
    setChosen(Math.min(days.length - 1, Math.max(0, at)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = chosen ?? days.length;
    if (event.key === "ArrowLeft") setChosen(Math.max(0, at - 1));
    else if (event.key === "ArrowRight") setChosen(Math.min(days.length - 1, at + 1));
    else if (event.key === "Home") setChosen(0);
    else if (event.key === "End") setChosen(days.length - 1);
    else return;
    event.preventDefault();
  };
  const day = chosen === null ? undefined : days[chosen];
  return (
    <div className="flex flex-col gap-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a chart with keyboard navigation is not a fieldset */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move between days
        tabIndex={0}
        aria-label={t("chart", { n: days.length })}
        onKeyDown={onKeyDown}
        onBlur={() => setChosen(null)}
        className="relative rounded-md"
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT + SPACE_BELOW_AXIS}`}
          className="block w-full overflow-visible"
          onPointerMove={onPointerMove}
          onPointerLeave={() => setChosen(null)}
        >
          <Bars {...{ days, rule, goal, chosen }} />
        </svg>
      </div>
      <Dates days={days} />
      <p
        role="status"
        className={cx("min-h-5 text-xs tabular-nums", day === undefined ? "text-faint" : "text-ink")}
      >
        {day === undefined ? t("pick") : describe(day)}
      </p>
      <DayTable {...{ days, rule, dateOf }} />
    </div>
  );
}

/** The bars above and below the axis, the goal as a line, and the chosen day. */
function Bars({ days, rule, goal, chosen }: DayChartProps & { chosen: number | null }) {
  const figures = days.map((day) => netOf(day, rule));
  const top = topOf([...figures, goal]);
  const deepest = topOf(figures.map((value) => -value));
  const slot = WIDTH / Math.max(1, days.length);
  const bar = Math.max(2, slot * 0.62);
  const up = (value: number) => (Math.max(0, value) / top) * HEIGHT;
  return (
    <>
      <rect width={WIDTH} height={HEIGHT + SPACE_BELOW_AXIS} fill="transparent" />
      {chosen !== null && (
        <rect
          x={chosen * slot}
          width={slot}
          height={HEIGHT + SPACE_BELOW_AXIS}
          rx={4}
          className="fill-surface-hover"
        />
      )}
      {goal > 0 && (
        <line
          x2={WIDTH}
          y1={HEIGHT - up(goal)}
          y2={HEIGHT - up(goal)}
          strokeDasharray="3 4"
          className="stroke-line-strong"
        />
      )}
      <line x2={WIDTH} y1={HEIGHT + 0.5} y2={HEIGHT + 0.5} className="stroke-line" />
      {days.map((one, at) => {
        const value = figures[at] ?? 0;
        if (value === 0) return null;
        const height =
          value > 0
            ? Math.max(MIN_BAR, up(value))
            : Math.max(MIN_BAR, (-value / deepest) * (SPACE_BELOW_AXIS - 2));
        return (
          <rect
            key={one.from}
            x={at * slot + (slot - bar) / 2}
            y={value > 0 ? HEIGHT - height : HEIGHT + 1}
            width={bar}
            height={height}
            rx={Math.min(2.5, height / 2)}
            className={cx(
              "keep-colour",
              value < 0 ? "fill-line-strong" : at === days.length - 1 ? "fill-accent" : "fill-accent/55",
            )}
          />
        );
      })}
    </>
  );
}

/** The dates below the first, the middle and the last bar. */
function Dates({ days }: { days: readonly WrittenDay[] }) {
  const { i18n } = useTranslation("statistics");
  const short = new Intl.DateTimeFormat(i18n.language, { month: "numeric", day: "numeric" });
  const ticks = [0, Math.floor((days.length - 1) / 2), days.length - 1];
  return (
    <div aria-hidden className="flex justify-between text-xs text-faint tabular-nums">
      {ticks.map((at) => {
        const one = days[at];
        return one === undefined ? null : <span key={one.from}>{short.format(one.from)}</span>;
      })}
    </div>
  );
}

interface DayTableProps extends Pick<DayChartProps, "days" | "rule"> {
  dateOf: (day: WrittenDay) => string;
}

/** The chart for screen readers. */
function DayTable({ days, rule, dateOf }: DayTableProps) {
  const { t } = useTranslation("statistics");
  return (
    <table className="sr-only">
      <caption>{t("lastDays", { n: days.length })}</caption>
      <thead>
        <tr>
          {(["day", "net", "added", "removed", "versions"] as const).map((name) => (
            <th key={name} scope="col">
              {t(`table.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((one) => (
          <tr key={one.from}>
            <th scope="row">{dateOf(one)}</th>
            <td>{signed(netOf(one, rule), figure)}</td>
            <td>{figure(one.added[rule])}</td>
            <td>{figure(one.removed[rule])}</td>
            <td>{figure(one.versions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
