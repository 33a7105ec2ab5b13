// Statistics in the centre of the window: today against the goal, the last days, the whole book.
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useLeaving } from "@/components/use-leaving";
import { useCounting } from "@/desk/counting";
import { openDialog, show, useDesk } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import type { WrittenDay } from "@/ipc/types";
import { BookTotals } from "./book-totals";
import { DayChart } from "./day-chart";
import { boundsOf, netOf, signed, summaryOf } from "./days";
import { Figure, Part } from "./parts";
import { useMidnight } from "./use-today";

const DAYS = 30;

export function StatisticsView() {
  const { t } = useTranslation("statistics");
  const back = () => show({ kind: "writing" });
  return (
    <section
      {...useLeaving(back)}
      aria-labelledby="statistics-title"
      className="flex h-full min-h-0 flex-col bg-surface outline-hidden"
    >
      <header className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-2">
        <Button size="sm" variant="ghost" icon={ArrowLeft} onClick={back}>
          {t("back")}
        </Button>
        <h2 id="statistics-title" className="text-sm font-medium">
          {t("title")}
        </h2>
      </header>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
      >
        <div className="mx-auto flex max-w-190 flex-col gap-9 px-8 py-8">
          <Days />
          <BookTotals />
        </div>
      </div>
    </section>
  );
}

function Days() {
  const { t } = useTranslation("statistics");
  const today = useMidnight();
  const { rule } = useCounting();
  const goal = useDesk((state) => state.settings.daily_goal);
  const { data, error, refetch } = usePacedAnswer("statistics.days", { bounds: boundsOf(today, DAYS) });
  if (data === undefined) {
    return error === null ? (
      <LoadingState rows={6} />
    ) : (
      <FailureState failure={error} onRetry={() => void refetch()} />
    );
  }
  const day = data.days.at(-1);
  const { streak, average, best, sum, written } = summaryOf(data.days, rule);
  return (
    <>
      {day !== undefined && <Today day={day} goal={goal} />}
      <Part title={t("lastDays", { n: DAYS })} aside={goal > 0 && written > 0 && <GoalLegend goal={goal} />}>
        {written === 0 ? (
          <EmptyState compact title={t("nothing")} text={t("nothingText")} />
        ) : (
          <>
            <DayChart days={data.days} rule={rule} goal={goal} />
            <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-4">
              <Figure name={t("streak")} value={t("days", { n: streak })} />
              <Figure name={t("average")} value={figure(average)} />
              <Figure
                name={t("best")}
                value={best === null ? "–" : figure(netOf(best, rule))}
                note={best === null ? undefined : <Day at={best.from} />}
              />
              <Figure name={t("sum", { n: DAYS })} value={signed(sum, figure)} />
            </dl>
          </>
        )}
        <p className="text-xs text-faint">{t("notCounted")}</p>
      </Part>
    </>
  );
}

/** The legend of the chart's dashed line. */
function GoalLegend({ goal }: { goal: number }) {
  const { t } = useTranslation("statistics");
  return (
    <span className="flex items-center gap-2 text-xs text-faint tabular-nums">
      <span aria-hidden className="w-6 border-t border-dashed border-line-strong" />
      {t("goalLine", { n: figure(goal) })}
    </span>
  );
}

function Day({ at }: { at: number }) {
  const { i18n } = useTranslation("statistics");
  return new Intl.DateTimeFormat(i18n.language, { month: "long", day: "numeric" }).format(at);
}

function Today({ day, goal }: { day: WrittenDay; goal: number }) {
  const { t } = useTranslation("statistics");
  const { rule, unit } = useCounting();
  const net = netOf(day, rule);
  const share = goal === 0 ? 0 : Math.min(1, Math.max(0, net / goal));
  return (
    <Part title={t("today")}>
      <div className="flex flex-col gap-2.5">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="text-[2rem] leading-10 font-medium tabular-nums">{signed(net, figure)}</span>
          <span className="text-base text-subtle tabular-nums">
            {goal > 0 ? t("ofGoal", { goal: figure(goal), context: unit }) : t("unit", { context: unit })}
          </span>
        </p>
        {goal > 0 && (
          <div
            role="progressbar"
            aria-label={t("goal")}
            aria-valuemin={0}
            aria-valuemax={goal}
            aria-valuenow={Math.min(goal, Math.max(0, net))}
            aria-valuetext={`${figure(net)} ${t("ofGoal", { goal: figure(goal), context: unit })}`}
            className="h-1 overflow-hidden rounded-full bg-surface-hover forced-colors:border"
          >
            <div
              className="keep-colour h-full rounded-full bg-accent transition-[width] duration-(--motion-slow)"
              style={{ width: `${share * 100}%` }}
            />
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-subtle">
          <p className="tabular-nums">
            {t("parts", {
              added: figure(day.added[rule]),
              removed: figure(day.removed[rule]),
              versions: figure(day.versions),
              scenes: figure(day.scenes),
            })}
          </p>
          {goal > 0 ? (
            <p className={net >= goal ? "text-success" : undefined}>
              {net >= goal ? t("reached") : t("toGo", { n: figure(goal - net), context: unit })}
            </p>
          ) : (
            <p className="flex items-center gap-2 text-faint">
              {t("noGoal")}
              <Button size="sm" variant="ghost" onClick={() => openDialog({ name: "settings" })}>
                {t("setGoal")}
              </Button>
            </p>
          )}
        </div>
      </div>
    </Part>
  );
}
