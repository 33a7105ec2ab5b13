// Runs interrupted when the program closed: what is left of each, the cost, and whether to resume. Shown without a
// dialog, so that writing is not interrupted.
import i18next from "i18next";
import { CircleDashed } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { momentWithin } from "@/components/days";
import { useToday } from "@/components/use-today";
import { useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { Cost } from "@/ipc/types";
import { type InterruptedRun as Interrupted, resume, showRuns, stop } from "./acts";
import { costLine, estimateWords, type Price, priceWords, runName } from "./say";

/** The cost of resuming all of them, in one currency, or unknown. */
export function costOfAll(runs: readonly Interrupted[]): Price {
  const costly = runs.filter(({ may_cost }) => may_cost);
  const costs = costly.map(({ cost }) => cost);
  const [first] = costs;
  if (first == null || costs.some((cost) => cost?.currency !== first.currency))
    return { cost: null, may_cost: costly.length > 0 };
  const sum = (of: readonly (Cost | null)[]): Cost => ({
    ...first,
    micros: of.reduce((sum, cost) => sum + (cost?.micros ?? 0), 0),
  });
  const cost = sum(costs);
  if (costly.every(({ least }) => least === undefined)) return { cost, may_cost: true };
  const least = costly.map((run) => run.least?.cost ?? run.cost);
  return { cost, may_cost: true, least: { cost: sum(least) } };
}

/** The project for which the notice was last shown. */
let saidOf: string | null = null;
useDesk.subscribe(({ project }) => {
  if (project === null) saidOf = null;
});

/** Shows a notice once after opening a project with interrupted runs. */
export function useInterruptedNotice(): void {
  const { data } = useAnswer("workflow.interrupted", {});
  const project = useDesk((state) => state.project);
  useEffect(() => {
    // Opening a project shows the notice again; remounting does not.
    if (data === undefined || project === null || saidOf === project.folder + project.name) return;
    saidOf = project.folder + project.name;
    if (data.runs.length === 0) return;
    const { cost, may_cost, least } = costOfAll(data.runs);
    const { language } = i18next;
    const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`workflows:${key}`, values);
    const detail = !may_cost
      ? say("interrupted.costsNothing")
      : cost === null
        ? say("interrupted.costsUnknown")
        : say("interrupted.costs", { cost: priceWords(cost, least, language) });
    notify({
      id: "interrupted-runs",
      text: say("interrupted.notice", { n: data.runs.length }),
      detail,
      action: { label: say("interrupted.look"), onSelect: showRuns },
      duration: 0,
    });
  }, [data, project]);
}

export function InterruptedRuns() {
  const { t, i18n } = useTranslation("workflows");
  const { data } = useAnswer("workflow.interrupted", {});
  const { busy, act } = useAct();
  const runs = data?.runs ?? [];
  if (runs.length === 0) return null;
  const unchanged = runs.filter(({ upgrade }) => upgrade === null);
  return (
    <section
      aria-label={t("interrupted.title")}
      className="m-3 flex flex-col gap-2 rounded-lg border border-line bg-surface-raised p-3"
    >
      <h3 className="flex items-center gap-1.5 text-sm font-medium">
        <CircleDashed size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-warning" />
        {t("interrupted.title")}
      </h3>
      <p className="text-xs break-words text-subtle">{t("interrupted.text")}</p>
      <ul className="flex flex-col gap-3">
        {runs.map((run) => (
          <li key={run.summary.id}>
            <InterruptedRun run={run} />
          </li>
        ))}
      </ul>
      {unchanged.length > 1 && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-2">
          <Button size="sm" busy={busy} onClick={() => void act(() => resume(unchanged))}>
            {t("interrupted.goOnAll", { n: unchanged.length })}
          </Button>
          <span className="text-xs text-faint">{estimateWords(t, costOfAll(unchanged), i18n.language)}</span>
        </div>
      )}
    </section>
  );
}

function InterruptedRun({ run }: { run: Interrupted }) {
  const { t, i18n } = useTranslation("workflows");
  const today = useToday();
  const name = runName(t, run.summary, i18n.language);
  return (
    <div className="flex min-w-0 flex-col gap-1 border-t border-line pt-2">
      <p className="text-sm break-words">{name}</p>
      <p className="text-xs break-words text-faint tabular-nums">
        {t("interrupted.left", {
          n: run.next.length,
          when: momentWithin(run.summary.started_at, today, i18n.language),
        })}
        {t("between")}
        {costLine(t, run, i18n.language)}
      </p>
      {run.summary.trouble !== null && (
        <p className="text-xs break-words text-warning">{t(`trouble.${run.summary.trouble.class}`)}</p>
      )}
      {run.upgrade !== null && (
        <>
          <p className="text-xs break-words text-warning">{t("interrupted.changed")}</p>
          <p className="text-xs break-words text-faint tabular-nums">
            {t("interrupted.upgradeCosts", { costs: costLine(t, run.upgrade, i18n.language) })}
          </p>
        </>
      )}
      <ResumeButtons run={run} />
    </div>
  );
}

/** Resuming, resuming with the current workflow, and ending. */
export function ResumeButtons({ run }: { run: Interrupted }) {
  const { t, i18n } = useTranslation("workflows");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, act } = useAct();
  const { id } = run.summary;
  const goOn = run.upgrade !== null ? "goOnPinned" : "goOn";
  const named = (key: "goOn" | "goOnPinned" | "upgrade" | "end") =>
    t("ofRun", { act: t(`interrupted.${key}`), name: runName(t, run.summary, i18n.language) });
  if (!writable) return null;
  return (
    <div className="flex flex-wrap gap-1.5 pt-1">
      <Button
        size="sm"
        variant={run.upgrade !== null ? "secondary" : "primary"}
        busy={busy}
        aria-label={named(goOn)}
        onClick={() => void act(() => resume([run]))}
      >
        {t(`interrupted.${goOn}`)}
      </Button>
      {run.upgrade !== null && (
        <Button
          size="sm"
          variant="primary"
          busy={busy}
          aria-label={named("upgrade")}
          onClick={() => void act(() => resume([run], "upgrade"))}
        >
          {t("interrupted.upgrade")}
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        busy={busy}
        aria-label={named("end")}
        onClick={() => void act(() => stop(id))}
      >
        {t("interrupted.end")}
      </Button>
    </div>
  );
}
