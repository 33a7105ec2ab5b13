// The matches of a chapter or the book below the text, by chapter, with a preview of the replacement.
import { SearchX, TextSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "@/components/checkbox";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useDesk } from "@/desk/desk";
import type { TextFound } from "@/ipc/types";
import { leaveOut, useFind } from "./find";
import { countsOf, keyOf } from "./hits";
import { problemOf } from "./problem";
import { ResultTree } from "./result-tree";
import { ResultsFrame } from "./results-frame";
import { search } from "./search";

/** Renders nothing unless the scope is more than a scene. */
export function FindResults() {
  const dialog = useDesk((state) => (state.dialog?.name === "find" ? state.dialog : null));
  if (dialog === null || dialog.scope === "scene") return null;
  return (
    <ResultsFrame>
      <Results replace={dialog.replace} />
    </ResultsFrame>
  );
}

function Results({ replace }: { replace: boolean }) {
  const { t } = useTranslation("find");
  const { query, found, failure, searching } = useFind();
  const writable = useDesk((state) => state.project?.writable ?? false);
  if (query === "") {
    return <EmptyState compact icon={TextSearch} title={t("results.begin")} text={t("results.beginText")} />;
  }
  if (failure !== null && found === null) {
    if (problemOf(failure) !== null) {
      return (
        <EmptyState compact icon={TextSearch} title={t("results.wrong")} text={t("results.wrongText")} />
      );
    }
    return (
      <div className="p-4">
        <FailureState failure={failure} onRetry={() => void search(false)} />
      </div>
    );
  }
  if (found === null) return searching ? <LoadingState rows={5} /> : null;
  if (found.total === 0) {
    return (
      <EmptyState
        compact
        icon={SearchX}
        title={t("results.empty", { query })}
        text={t("results.emptyText", { n: figure(found.searched) })}
      />
    );
  }
  return (
    <>
      <Head found={found} replace={replace && writable} />
      <ResultTree hits={found.hits} replace={replace && writable} />
    </>
  );
}

function Head({ found, replace }: { found: TextFound; replace: boolean }) {
  const { t } = useTranslation("find");
  const leftOut = useFind((state) => state.leftOut);
  const { total, scenes, chapters, shown } = countsOf(found);
  const limited = shown < total;
  const text = limited
    ? t(replace ? "results.limitedReplace" : "results.limited", { n: figure(total), shown: figure(shown) })
    : t("results.count", { n: figure(total), scenes: figure(scenes), chapters: figure(chapters) });
  return (
    <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-3 text-xs text-subtle tabular-nums">
      {replace && (
        <Checkbox
          label={t("results.all")}
          checked={leftOut.size === 0}
          indeterminate={leftOut.size > 0 && leftOut.size < shown}
          onChange={(checked) => leaveOut(found.hits.map(keyOf), !checked)}
        />
      )}
      <p role="status">{text}</p>
      {replace && leftOut.size > 0 && <p>{t("results.leftOut", { n: figure(leftOut.size) })}</p>}
      {found.unreadable.length > 0 && (
        <p className="text-warning">{t("results.unreadable", { n: figure(found.unreadable.length) })}</p>
      )}
    </div>
  );
}
