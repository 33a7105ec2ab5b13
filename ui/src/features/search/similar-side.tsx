// Passages similar to the selected one, or to the open scene.
import { Copy, FileText } from "lucide-react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useDesk } from "@/desk/desk";
import type { Similar } from "@/ipc/types";
import { FilterButton } from "./filter-button";
import { FilterChips } from "./filter-chips";
import { FilterForm } from "./filter-form";
import { filtersSet } from "./filters";
import { groupsOf, othersThan } from "./hits";
import { Notices } from "./notices";
import { ResultList } from "./result-list";
import { clearFilters, type Filters, type Likeness, lookLike, useSearching } from "./state";
import { useFilterNames } from "./use-filter-names";
import { useFound } from "./use-found";

/** Maximum characters compared by the backend, from the start. */
const MAX_COMPARED = 400;

function requestOf(like: Likeness, filters: Filters, limit: number): Similar {
  return like.of === "scene"
    ? { scene: like.scene, filters, limit }
    : { text: [...like.quote].slice(0, MAX_COMPARED).join(""), filters, limit };
}

export function SimilarSide() {
  const { t } = useTranslation("search");
  const like = useSearching((state) => state.like);
  const scene = useDesk((state) => state.scene);
  if (like === null) {
    return (
      <EmptyState
        compact
        icon={Copy}
        title={t("similar.begin")}
        text={t("similar.beginText")}
        action={
          scene !== null && (
            <Button size="sm" onClick={() => lookLike({ of: "scene", scene })}>
              {t("similar.ofScene")}
            </Button>
          )
        }
        className="pt-8"
      />
    );
  }
  return <Like like={like} />;
}

function Like({ like }: { like: Likeness }) {
  const { t } = useTranslation("search");
  const filters = useSearching((state) => state.filters);
  const filtersOpen = useSearching((state) => state.filtersOpen);
  const limit = useSearching((state) => state.limit);
  const found = useFound("search.similar", requestOf(like, filters, limit));
  const list = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => groupsOf(othersThan(like, found.data?.hits ?? [])), [like, found.data]);
  const { data, error } = found;
  const nothingToCompare = error?.code === "bad_request";
  return (
    <>
      <div
        ref={top}
        tabIndex={-1}
        className="flex max-h-[65%] min-h-0 flex-col gap-2 overflow-y-auto border-b border-line px-3 py-2 outline-hidden"
      >
        <div className="flex items-start justify-between gap-2">
          <Compared like={like} />
          <FilterButton />
        </div>
        {filtersOpen ? <FilterForm /> : <FilterChips />}
      </div>
      {data !== undefined && <Notices meaning={data.meaning} missing={data.missing} left={0} />}
      <div className="min-h-20 flex-1 overflow-y-auto">
        {error !== null ? (
          nothingToCompare ? (
            <EmptyState
              compact
              icon={FileText}
              title={t("similar.none")}
              text={t("similar.shortText")}
              className="pt-8"
            />
          ) : (
            <div className="p-3">
              <FailureState failure={error} title={t("failed.title")} onRetry={found.again} />
            </div>
          )
        ) : data === undefined ? (
          <LoadingState label={t("asking")} rows={8} className="pt-2" />
        ) : groups.length === 0 ? (
          <Nothing filtered={filtersSet(filters).length > 0} />
        ) : (
          <>
            <p role="status" className="px-3.5 pt-2 text-xs text-faint tabular-nums">
              {t("results.counts", { shown: figure(groups.reduce((sum, { rows }) => sum + rows.length, 0)) })}
            </p>
            <ResultList
              root={list}
              label={t("similar.label")}
              groups={groups}
              limit={limit}
              came={data.hits.length}
              total={0}
              fallback={data.meaning?.is_fallback === true}
              isBefore={found.isBefore}
              onLeave={() => top.current?.focus()}
            />
          </>
        )}
      </div>
    </>
  );
}

/** The text that the passages are compared with. */
function Compared({ like }: { like: Likeness }) {
  const { t } = useTranslation("search");
  const { sceneAt } = useFilterNames();
  const isLong = like.of === "passage" && [...like.quote].length > MAX_COMPARED;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <p className="text-xs text-faint">{t(like.of === "scene" ? "similar.scene" : "similar.passage")}</p>
      <p
        className={like.of === "scene" ? "truncate text-sm" : "line-clamp-2 font-reading text-sm break-words"}
      >
        {like.of === "scene" ? sceneAt(like.scene) : like.quote}
      </p>
      {(isLong || like.of === "scene") && <p className="text-xs text-faint">{t("similar.cut")}</p>}
    </div>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation("search");
  return (
    <div role="status">
      <EmptyState
        compact
        icon={Copy}
        title={t("similar.none")}
        text={t(filtered ? "nothing.filtered" : "similar.noneText")}
        action={
          filtered && (
            <Button size="sm" onClick={clearFilters}>
              {t("filters.clear")}
            </Button>
          )
        }
        className="pt-8"
      />
    </div>
  );
}
