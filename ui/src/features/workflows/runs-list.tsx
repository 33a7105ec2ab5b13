// Recent runs, newest first, by day, page by page.
import { Workflow } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { clockTime, dayName } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useToday } from "@/components/use-today";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { RunSummary } from "@/ipc/types";
import { completeChapter, openChapter, showRun } from "./acts";
import { costWords, runName } from "./say";
import { StatusSign } from "./status-sign";

/** Runs per request. */
const PAGE_SIZE = 30;

export function RunsList() {
  const { t, i18n } = useTranslation("workflows");
  const today = useToday();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, refetch, isFetching } = useAnswer("workflow.runs", { limit });
  const [last, setLast] = useState(data);
  // The previous answer stays visible until more is loaded.
  if (data !== undefined && data !== last) setLast(data);
  const shown = data ?? last;
  if (error !== null && data === undefined) {
    return (
      <div className="p-3">
        <FailureState failure={error} title={t("runs.failed")} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (shown === undefined) return <LoadingState rows={6} className="pt-2" />;
  if (shown.runs.length === 0) return <None />;
  const days: { name: string; runs: RunSummary[] }[] = [];
  for (const run of shown.runs) {
    const name = dayName(run.started_at, today, i18n.language);
    const day = days.at(-1);
    if (day?.name === name) day.runs.push(run);
    else days.push({ name, runs: [run] });
  }
  return (
    <section aria-label={t("runs.title")} className="flex flex-col px-1.5 pb-4">
      {days.map(({ name, runs }) => (
        <section key={name} aria-label={name}>
          <h4 className="px-2 pt-3 pb-1 text-xs font-medium text-faint">{name}</h4>
          <ul>
            {runs.map((run) => (
              <li key={run.id}>
                <RunRow run={run} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.more && (
        <div className="flex justify-center pt-3">
          <Button size="sm" busy={isFetching} onClick={() => setLimit(limit + PAGE_SIZE)}>
            {t("runs.more")}
          </Button>
        </div>
      )}
    </section>
  );
}

function RunRow({ run }: { run: RunSummary }) {
  const { t, i18n } = useTranslation("workflows");
  const state = t(`status.${run.status}`);
  const parts = [
    run.status === "running" && run.total > 0
      ? t("stepsOf", { done: figure(run.done), total: figure(run.total) })
      : state,
    clockTime(run.started_at, i18n.language),
    run.trigger === "menu" ? "" : t(`triggers.${run.trigger}`),
    run.cost === null ? "" : costWords(run.cost, i18n.language),
  ];
  return (
    <button
      type="button"
      data-run={run.id}
      onClick={() => showRun(run.id)}
      className="flex w-full min-w-0 items-start gap-2 rounded-md px-2 py-1.5 text-left -outline-offset-2 hover:bg-surface-hover"
    >
      <span className="mt-0.5">
        <StatusSign status={run.status} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="line-clamp-2 text-sm break-words">{runName(t, run, i18n.language)}</span>
        <span className="text-xs break-words text-faint tabular-nums">
          {parts.filter(Boolean).join(t("between"))}
        </span>
      </span>
    </button>
  );
}

function None() {
  const { t } = useTranslation("workflows");
  const canStart = useDesk(({ scene, project }) => scene !== null && project?.writable === true);
  return (
    <EmptyState
      compact
      icon={Workflow}
      title={t("runs.none")}
      text={t("runs.noneText")}
      action={
        canStart && (
          <Button
            size="sm"
            variant="primary"
            onClick={async () => {
              const chapter = await openChapter();
              if (chapter !== null) await completeChapter(chapter);
            }}
          >
            {t("commands.completeChapter")}
          </Button>
        )
      }
      className="pt-8"
    />
  );
}
