// One run: its progress, its steps in order, and the available acts.

import { ArrowLeft, Network, RotateCw, Square } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { momentName } from "@/components/days";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { localized } from "@/components/localized";
import { ProgressBar } from "@/components/progress-bar";
import { useToday } from "@/components/use-today";
import { openDialog, show, showItem, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { RunId, RunView } from "@/ipc/types";
import { MENDING, stop } from "./acts";
import { ResumeButtons } from "./interrupted";
import { RunLog } from "./run-log";
import { costWords, durationWords, hasEnded, isAtWork, runName } from "./say";
import { StatusSign } from "./status-sign";
import { Step } from "./step";
import { TroubleDetail } from "./trouble-detail";

export function RunDetail({ run, onBack }: { run: RunId; onBack: () => void }) {
  const { t } = useTranslation("workflows");
  const { data, error, refetch } = useAnswer("workflow.show", { run });
  return (
    <div className="flex min-w-0 flex-col pb-6">
      <div className="sticky top-0 z-10 flex h-9 shrink-0 items-center gap-1 border-b border-line bg-surface px-1.5">
        <IconButton icon={ArrowLeft} size="sm" label={t("back")} onClick={onBack} />
        <span className="text-sm text-subtle">{t("runs.title")}</span>
        {data !== undefined && (
          <IconButton
            icon={Network}
            size="sm"
            label={t("list.graphOfRun")}
            tooltipSide="left"
            className="ml-auto"
            onClick={() => show({ kind: "workflow", workflow: data.summary.workflow, run })}
          />
        )}
      </div>
      {data !== undefined ? (
        <Run view={data} />
      ) : error !== null ? (
        <div className="p-3">
          <FailureState failure={error} title={t("runs.oneFailed")} onRetry={() => void refetch()} />
        </div>
      ) : (
        <LoadingState rows={8} className="pt-2" />
      )}
    </div>
  );
}

function Run({ view }: { view: RunView }) {
  const { t, i18n } = useTranslation("workflows");
  const { summary, nodes, cursor } = view;
  return (
    <>
      <Heading view={view} />
      <p role="status" className="sr-only">
        {announcement(t, view, i18n.language)}
      </p>
      <ol aria-label={t("steps")} className="flex flex-col px-3">
        {nodes.map((node, at) => (
          <li key={node.node} className="min-w-0 border-t border-line py-2.5">
            <Step run={summary} node={node} n={at + 1} />
          </li>
        ))}
      </ol>
      <div className="border-t border-line px-3 pt-2">
        <RunLog
          run={summary.id}
          cursor={cursor}
          titles={new Map(nodes.map(({ node, title }) => [node, localized(title, i18n.language)]))}
        />
      </div>
    </>
  );
}

type Say = ReturnType<typeof useTranslation<"workflows">>["t"];

/** Announces when a step starts, waits or ends, but not its progress. */
function announcement(t: Say, { summary, nodes }: RunView, language: string): string {
  const of = (status: string) =>
    nodes.filter((node) => node.status === status).map(({ title }) => localized(title, language));
  const waiting = of("waiting");
  const running = of("running");
  const state = t(`status.${summary.status}`);
  if (waiting.length > 0) return t("announce", { state, steps: waiting.join(t("comma")) });
  if (running.length > 0) return t("announce", { state, steps: running.join(t("comma")) });
  return state;
}

function Heading({ view: { summary } }: { view: RunView }) {
  const { t, i18n } = useTranslation("workflows");
  const today = useToday();
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, act } = useAct();
  const { status, started_at, ended_at, trigger, cost, trouble } = summary;
  const facts = [
    momentName(started_at, today, i18n.language),
    trigger === "menu" ? "" : t(`triggers.${trigger}`),
    ended_at === null ? "" : durationWords(t, started_at, ended_at),
    cost === null ? "" : costWords(cost, i18n.language),
  ];
  return (
    <header className="flex flex-col gap-2 px-3 py-3">
      <h3 className="text-base font-semibold break-words">{runName(t, summary, i18n.language)}</h3>
      <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm">
        <StatusSign status={status} />
        <span>{t(`status.${status}`)}</span>
        <span className="text-xs text-faint tabular-nums">{facts.filter(Boolean).join(t("between"))}</span>
      </p>
      {trouble !== null && (
        <div className="flex flex-col gap-0.5 text-sm">
          <p className="break-words text-danger">{t(`trouble.${trouble.class}`)}</p>
          <TroubleDetail trouble={trouble} />
        </div>
      )}
      {isAtWork(summary) && (
        <ProgressBar
          label={t("progress")}
          value={summary.total > 0 ? summary.done : null}
          max={summary.total}
          text={t("stepsOf", { done: figure(summary.done), total: figure(summary.total) })}
          stopping={busy}
          {...(writable && { onStop: () => void act(() => stop(summary.id)) })}
        />
      )}
      {summary.workflow === MENDING && <MendingLink run={summary.id} />}
      <Acts view={summary} />
    </header>
  );
}

function Acts({ view }: { view: RunView["summary"] }) {
  const { t } = useTranslation("workflows");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, act } = useAct();
  const { data: interrupted } = useAnswer("workflow.interrupted", view.status === "interrupted" ? {} : null);
  if (!writable) return null;
  const resumable = interrupted?.runs.find(({ summary }) => summary.id === view.id);
  if (view.status === "interrupted")
    return resumable === undefined ? null : <ResumeButtons run={resumable} />;
  return (
    <div className="flex flex-wrap gap-1.5">
      {view.status === "waiting" && (
        <Button size="sm" icon={Square} busy={busy} onClick={() => void act(() => stop(view.id))}>
          {t("stop")}
        </Button>
      )}
      {hasEnded(view) && view.workflow !== MENDING && (
        <Button size="sm" icon={RotateCw} onClick={() => openDialog({ name: "run-again", run: view.id })}>
          {t("again.open")}
        </Button>
      )}
    </div>
  );
}

/** The most mendings among which that of a run is looked for. */
const MAX_MENDINGS = 500;

/** Leads from a run to the mending that it works on. */
function MendingLink({ run }: { run: RunId }) {
  const { t } = useTranslation("workflows");
  const { data } = useAnswer("mend.list", { limit: MAX_MENDINGS });
  const session = data?.sessions.find((one) => one.run === run);
  if (session === undefined) return null;
  return (
    <Button size="sm" className="self-start" onClick={() => showItem("mending", session.id)}>
      {t("runs.mending")}
    </Button>
  );
}
