// The latest summary of a chapter with its main events, and directions for the next chapter.
import { FileCheck, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { momentName } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { LongText } from "@/components/long-text";
import { useToday } from "@/components/use-today";
import { useDesk } from "@/desk/desk";
import type { Answer } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ChapterId } from "@/ipc/types";
import { completeChapter, showRun } from "./acts";
import { KeyEvents, saysNoMore } from "./key-events";
import { hasEnded, isUnderWay, sourceWords } from "./say";
import { StatusSign } from "./status-sign";
import { Suggestions } from "./suggestions";

export type Completion = Answer<"completion.chapter">;

export function ChapterSummary({ chapter }: { chapter: ChapterId }) {
  const { data, error, refetch } = useAnswer("completion.chapter", { chapter });
  if (error !== null && data === undefined)
    return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState rows={4} />;
  return <Shown chapter={chapter} completion={data} />;
}

function Shown({ chapter, completion }: { chapter: ChapterId; completion: Completion }) {
  const { t, i18n } = useTranslation("workflows");
  const today = useToday();
  const writable = useDesk(({ project }) => project?.writable === true);
  const { summary, suggestions, run } = completion;
  const isRunning = run !== null && isUnderWay(run);
  const complete = writable && !isRunning && (
    <Button
      size="sm"
      variant={summary === null ? "primary" : "secondary"}
      onClick={() => void completeChapter(chapter)}
    >
      {t(summary === null ? "commands.completeChapter" : "summary.again")}
    </Button>
  );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {run !== null && !hasEnded(run) && (
        <button
          type="button"
          onClick={() => showRun(run.id)}
          className="flex min-w-0 items-center gap-1.5 rounded-sm text-left text-sm text-subtle hover:text-ink hover:underline"
        >
          <StatusSign status={run.status} />
          <span className="min-w-0 break-words">
            {t(isRunning ? "summary.running" : "summary.interrupted")}
          </span>
        </button>
      )}
      {summary === null ? (
        !isRunning && (
          <EmptyState
            compact
            icon={FileCheck}
            title={t("summary.none")}
            text={t("summary.noneText")}
            action={complete || undefined}
          />
        )
      ) : (
        <>
          {summary.stale && (
            <p className="flex items-start gap-1.5 text-xs text-warning">
              <TriangleAlert size={13} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
              <span className="min-w-0 break-words">{t("summary.staleText")}</span>
            </p>
          )}
          {!saysNoMore(summary.text, summary.key_events) && <LongText text={summary.text} lines={6} />}
          <KeyEvents events={summary.key_events} />
          {(suggestions?.items.length ?? 0) > 0 && (
            <div className="flex min-w-0 flex-col gap-1.5">
              <p aria-hidden className="text-xs text-faint">
                {t("suggestions.title")}
              </p>
              <Suggestions chapter={chapter} />
            </div>
          )}
          <div className="flex flex-wrap items-center gap-2">
            {complete}
            <span className="flex min-w-0 flex-wrap items-center gap-1.5 text-xs text-faint">
              {summary.source === "local" ? (
                <span>{t("summary.local")}</span>
              ) : (
                <Badge>{sourceWords(t, summary.source)}</Badge>
              )}
              {momentName(summary.at, today, i18n.language)}
            </span>
          </div>
        </>
      )}
    </div>
  );
}
