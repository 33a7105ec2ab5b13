// One step of a run: its progress, its source, its result, and the available acts.

import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { localized } from "@/components/localized";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { ProgressBar } from "@/components/progress-bar";
import { openDialog, useDesk } from "@/desk/desk";
import type { NodeRun, RunSummary } from "@/ipc/types";
import { stop } from "./acts";
import { canBeDoneHere, doHere } from "./here";
import { Question } from "./question";
import { costWords, durationWords, hasEnded, sourceWords, troubleWords } from "./say";
import { StatusSign } from "./status-sign";
import { StepResult } from "./step-result";
import { TroubleDetail } from "./trouble-detail";

interface StepProps {
  run: RunSummary;
  node: NodeRun;
  /** Its number among the steps, from 1. */
  n: number;
}

export function Step({ run, node, n }: StepProps) {
  const { t, i18n } = useTranslation("workflows");
  const { status, started_at, ended_at, cost, source, attempt } = node;
  const title = localized(node.title, i18n.language) || node.node;
  const isQuiet = status === "pending" || status === "skipped";
  const facts = [
    t(`node.${status}`),
    ended_at !== null && started_at !== null && !node.reused ? durationWords(t, started_at, ended_at) : "",
    attempt > 1 ? t("attempt", { n: attempt }) : "",
    cost === null ? "" : costWords(cost, i18n.language),
  ];
  return (
    <article aria-label={title} data-step={node.node} data-status={status} className="flex min-w-0 gap-2">
      <span className="mt-0.5">
        <StatusSign status={status} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex min-w-0 items-start gap-1">
          <div className="flex min-w-0 flex-1 flex-col gap-0.5">
            <h4 className={isQuiet ? "text-sm break-words text-subtle" : "text-sm font-medium break-words"}>
              <span className="text-faint tabular-nums">{t("nth", { n })}</span>
              {title}
            </h4>
            <p className="flex min-w-0 flex-wrap items-center gap-1.5 text-xs text-faint tabular-nums">
              <span>{facts.filter(Boolean).join(t("between"))}</span>
              {source !== null && <Badge>{sourceWords(t, source)}</Badge>}
              {node.reused && <Badge tone="accent">{t("reused")}</Badge>}
            </p>
          </div>
          <StepMenu run={run} node={node} title={title} />
        </div>
        <Progress node={node} />
        {node.why_skipped !== null && (
          <p className="text-xs break-words text-subtle">{t(`skipped.${node.why_skipped}`)}</p>
        )}
        <Trouble run={run} node={node} />
        {node.question !== null && status === "waiting" && (
          <Question run={run.id} node={node.node} title={title} question={node.question} />
        )}
        {node.result !== null && <StepResult run={run} result={node.result} />}
      </div>
    </article>
  );
}

/** Known stages of handlers; other stages only show a count. */
const STAGES = ["ask", "check", "index", "embed"] as const;

function Progress({ node: { status, items, each, at_most, progress } }: { node: NodeRun }) {
  const { t } = useTranslation("workflows");
  if (items !== null && at_most !== null) {
    const most = figure(at_most);
    if (status !== "running")
      return (
        <p className="text-xs text-faint tabular-nums">{t("rounds.done", { n: figure(items.done), most })}</p>
      );
    // It may end before its maximum, so that there is no share.
    return (
      <ProgressBar
        label={t("progress")}
        value={null}
        text={t("rounds.running", { n: figure(items.total), most })}
      />
    );
  }
  if (items !== null) {
    const of = each === "chapters" ? "chapters" : "items";
    const isRunning = status === "running";
    if (items.total === 0 && !isRunning) return null;
    const text = [
      t(`${of}.done`, { done: figure(items.done), total: figure(items.total) }),
      isRunning && items.running > 0 ? t(`${of}.running`, { n: figure(items.running) }) : "",
      items.failed > 0 ? t(`${of}.failed`, { n: figure(items.failed) }) : "",
    ]
      .filter(Boolean)
      .join(t("between"));
    if (!isRunning) return <p className="text-xs text-faint tabular-nums">{text}</p>;
    return (
      <ProgressBar
        label={t("progress")}
        value={items.total > 0 ? items.done + items.failed : null}
        max={items.total}
        text={text}
      />
    );
  }
  if (status !== "running") return null;
  const known = progress !== null && progress.total > 0 ? progress : null;
  const stage = STAGES.find((one) => one === known?.message);
  const counted = known !== null && {
    n: figure(Math.min(known.done + 1, known.total)),
    total: figure(known.total),
  };
  return (
    <ProgressBar
      label={t("progress")}
      value={known?.done ?? null}
      max={known?.total ?? 1}
      text={stage !== undefined && counted ? t(`stages.${stage}`, counted) : undefined}
    />
  );
}

function Trouble({ run, node }: { run: RunSummary; node: NodeRun }) {
  const { t, i18n } = useTranslation("workflows");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { trouble } = node;
  if (trouble === null) return null;
  const isOver = node.status === "failed" && hasEnded(run);
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <p className={`text-sm break-words ${node.status === "failed" ? "text-danger" : "text-warning"}`}>
        {troubleWords(t, node, i18n.language)}
      </p>
      <TroubleDetail trouble={trouble} />
      {isOver && writable && (
        <div className="flex flex-wrap gap-1.5">
          {canBeDoneHere(node) && (
            <Button size="sm" onClick={() => void doHere(run.id, node)}>
              {t("here.act")}
            </Button>
          )}
          <Button size="sm" onClick={() => openDialog({ name: "run-again", run: run.id, node: node.node })}>
            {t("again.fromHere")}
          </Button>
        </div>
      )}
    </div>
  );
}

function StepMenu({ run, node, title }: { run: RunSummary; node: NodeRun; title: string }) {
  const { t } = useTranslation("workflows");
  const writable = useDesk(({ project }) => project?.writable === true);
  const items: MenuEntry[] = [];
  const again = { name: "run-again", run: run.id, node: node.node } as const;
  if (hasEnded(run) && node.started_at !== null) {
    items.push(
      { id: "from", label: t("again.fromHere"), onSelect: () => openDialog(again) },
      { id: "only", label: t("again.only"), onSelect: () => openDialog({ ...again, only: true }) },
    );
  } else if (["running", "ready", "waiting"].includes(node.status)) {
    items.push({ id: "stop", label: t("stopStep"), onSelect: () => void stop(run.id, node.node) });
  }
  if (!writable || items.length === 0) return null;
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} size="sm" label={t("actsOf", { title })} tooltipSide="left" />}
      items={items}
    />
  );
}
