// The running workflow, for the status bar; links to its run. A finished run is reported unless it is visible.

import i18next from "i18next";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { localized } from "@/components/localized";
import { Tooltip } from "@/components/tooltip";
import { desk, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { panesNow } from "@/desk/panes";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { RunId, RunSummary } from "@/ipc/types";
import { ACTIVE } from "./active";
import { MENDING, showRun, showRuns } from "./acts";
import { hasEnded, runName } from "./say";
import { StatusSign } from "./status-sign";

/** The priority of unfinished runs: one waiting for the author, then a running one. */
const ORDER: readonly RunSummary["status"][] = ["waiting", "running", "queued", "interrupted"];

export function RunFigure() {
  const { t, i18n } = useTranslation("workflows");
  const { data } = useAnswer("workflow.runs", ACTIVE);
  const runs = data?.runs.filter((run) => !hasEnded(run)) ?? [];
  useEndings(data?.runs);
  const first = runs.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))[0];
  if (first === undefined) return null;
  const { status, done, total } = first;
  const name = localized(first.title, i18n.language);
  const text =
    status === "running" && total > 0
      ? t("figure.running", { name, done, total })
      : t(`figure.${status}`, { name });
  const more = runs.length - 1;
  return (
    <Tooltip
      text={more > 0 ? t("figure.hintMore", { n: more }) : runName(t, first, i18n.language)}
      side="top"
    >
      <button
        type="button"
        data-testid="run"
        data-run-status={status}
        onClick={() => (more > 0 ? showRuns() : showRun(first.id))}
        className="flex min-w-0 items-center gap-1.5 rounded-sm px-1.5 whitespace-nowrap tabular-nums hover:bg-surface-hover hover:text-ink"
      >
        <StatusSign status={status} size={13} />
        <span className="max-w-48 min-w-0 truncate">{text}</span>
        {more > 0 && <span className="text-faint">{t("figure.more", { n: more })}</span>}
      </button>
    </Tooltip>
  );
}

/** Reports the end of runs that were seen running. */
function useEndings(runs: readonly RunSummary[] | undefined): void {
  const project = useDesk((state) => `${state.project?.folder}/${state.project?.name}`);
  const before = useRef<{ project: string; runs: ReadonlySet<RunId> }>({ project, runs: new Set() });
  useEffect(() => {
    if (runs === undefined) return;
    const now = new Set(runs.filter((run) => !hasEnded(run)).map(({ id }) => id));
    const { current } = before;
    before.current = { project, runs: now };
    if (current.project !== project) return;
    for (const run of current.runs) if (!now.has(run)) void tellEnd(run).catch(() => undefined);
  }, [runs, project]);
}

/** Whether the author is looking at a run. */
function isInSight(run: RunId): boolean {
  const { tab, shown } = desk();
  return tab === "workflows" && panesNow().inspector > 0 && shown.run === run;
}

async function tellEnd(run: RunId): Promise<void> {
  if (isInSight(run)) return;
  const { summary } = await call("workflow.show", { run });
  const { status, trigger } = summary;
  if (!hasEnded(summary) || status === "cancelled") return;
  // A mending reports by itself what it left to the author.
  if (summary.workflow === MENDING && status !== "failed") return;
  // A successful automatic run is not reported.
  if (status === "completed" && (trigger === "scene_saved" || trigger === "canon_changed")) return;
  const t = i18next.getFixedT(i18next.language, "workflows");
  notify({
    id: `run-${run}`,
    tone: status === "completed" ? "success" : status === "failed" ? "danger" : "neutral",
    text: t(`ended.${status}`, { name: runName(t, summary, i18next.language) }),
    action: { label: t("ended.look"), onSelect: () => showRun(run) },
  });
}
