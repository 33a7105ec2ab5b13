// The inspector's tab 流程: available workflows, runs, or one run in full.

import { CalendarClock, Network, Play } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { localized } from "@/components/localized";
import { isFocusLost } from "@/components/lost-focus";
import { openDialog, show, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { WorkflowView } from "@/ipc/types";
import { showRuns } from "./acts";
import { startFromMenu } from "./commands";
import { InterruptedRuns } from "./interrupted";
import { RunDetail } from "./run-detail";
import { RunsList } from "./runs-list";

export function WorkflowsTab() {
  const { t } = useTranslation("workflows");
  const run = useDesk(({ shown }) => shown.run ?? null);
  const root = useRef<HTMLElement>(null);
  const before = useRef(run);
  // On return the opened row takes the focus, if the focus was in the tab.
  useEffect(() => {
    const previous = before.current;
    before.current = run;
    if (run !== null || previous === null || !isFocusLost()) return;
    root.current?.querySelector<HTMLElement>(`[data-run="${previous}"]`)?.focus();
  }, [run]);
  return (
    <section ref={root} aria-label={t("title")} className="flex h-full min-h-0 flex-col overflow-y-auto">
      {run === null ? (
        <>
          <InterruptedRuns />
          <Workflows />
          <div className="border-t border-line">
            <h3 className="px-3.5 pt-3 text-sm font-medium">{t("runs.title")}</h3>
            <RunsList />
          </div>
        </>
      ) : (
        <RunDetail key={run} run={run} onBack={showRuns} />
      )}
    </section>
  );
}

function Workflows() {
  const { t } = useTranslation("workflows");
  const { data, error, refetch } = useAnswer("workflow.list", {});
  // One without a trigger is a step of another, or is started elsewhere in the window.
  const shown = data?.workflows.filter(({ triggers }) => triggers.length > 0);
  return (
    <div className="px-3 py-2">
      <Disclosure
        heading="h3"
        begins="open"
        title={t("list.title")}
        aside={
          <IconButton
            icon={CalendarClock}
            size="sm"
            label={t("commands.switches")}
            tooltipSide="left"
            onClick={() => openDialog({ name: "workflow-switches" })}
          />
        }
      >
        {shown !== undefined ? (
          shown.length === 0 ? (
            <p className="text-sm text-subtle">{t("list.none")}</p>
          ) : (
            <ul className="flex flex-col">
              {shown.map((workflow) => (
                <li key={workflow.id}>
                  <WorkflowRow workflow={workflow} />
                </li>
              ))}
            </ul>
          )
        ) : error !== null ? (
          <FailureState failure={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={4} />
        )}
      </Disclosure>
    </div>
  );
}

function WorkflowRow({ workflow }: { workflow: WorkflowView }) {
  const { t, i18n } = useTranslation("workflows");
  const { id, scope } = workflow;
  const hasScene = useDesk((state) => state.scene !== null);
  const writable = useDesk(({ project }) => project?.writable === true);
  const name = localized(workflow.title, i18n.language);
  return (
    <div className="flex min-w-0 items-start gap-1 py-1">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="text-sm break-words">{name}</p>
        <p className="line-clamp-3 text-xs break-words text-faint">
          {localized(workflow.description, i18n.language)}
        </p>
      </div>
      <IconButton
        icon={Network}
        size="sm"
        label={t("list.graph", { name })}
        tooltipSide="left"
        onClick={() => show({ kind: "workflow", workflow: id })}
      />
      {workflow.triggers.includes("menu") && (
        <IconButton
          icon={Play}
          size="sm"
          label={t("list.start", { name })}
          disabled={!writable || (scope === "chapter" && !hasScene)}
          tooltipSide="left"
          onClick={() => void startFromMenu(id, scope)}
        />
      )}
    </div>
  );
}
