// Mentions of an entry: counts by name, then the places by chapter.
import type { UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { GroupedList } from "@/components/grouped-list";
import { LoadingState } from "@/components/loading-state";
import type { Failure, MentionsFound, TextHit } from "@/ipc/types";
import { Excerpt } from "./excerpt";
import { goToHit } from "./jump";

/** Maximum names with a visible count; the others are in the form. */
const SHOWN_NAMES = 12;

const keyOf = ({ scene, range }: TextHit) => `${scene}:${range.start}`;

export function MentionList({ mentions }: { mentions: UseQueryResult<MentionsFound, Failure> }) {
  const { t } = useTranslation("lore");
  const { data, error } = mentions;
  const groupOf = useCallback(({ chapter_title }: TextHit) => chapter_title || t("mentions.untitled"), [t]);
  if (data === undefined) {
    if (error === null) return <LoadingState rows={8} className="pt-2" />;
    return (
      <div className="p-3">
        <FailureState failure={error} onRetry={() => void mentions.refetch()} />
      </div>
    );
  }
  if (data.total === 0) {
    return <EmptyState compact title={t("mentions.none")} text={t("mentions.noneText")} className="pt-6" />;
  }
  return (
    <>
      <div className="flex shrink-0 flex-col gap-1 border-b border-line px-4 pt-1 pb-2 text-xs">
        <ul aria-label={t("mentions.names")} className="flex flex-wrap gap-x-3 gap-y-0.5">
          {data.names.slice(0, SHOWN_NAMES).map(({ name, count }) => (
            <li key={name} className="flex max-w-full min-w-0 gap-1">
              <span className="min-w-0 truncate">{name}</span>
              <span className="shrink-0 text-faint tabular-nums">{figure(count)}</span>
            </li>
          ))}
        </ul>
        <p className="text-faint">
          {t("mentions.total", { n: figure(data.total), scenes: figure(data.scenes) })}
          {data.hits.length < data.total && t("mentions.shown", { n: figure(data.hits.length) })}
        </p>
      </div>
      <GroupedList
        className="flex-1"
        label={t("mentions.list")}
        entries={data.hits}
        idOf={keyOf}
        groupOf={groupOf}
        row={({ excerpt }) => (
          <span className="flex min-w-0">
            <Excerpt excerpt={excerpt} />
          </span>
        )}
        onOpen={goToHit}
      />
    </>
  );
}
