// Search by words and meaning: the field, modes and filters, and live results.
import { SearchX, TextSearch } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { LoadingState } from "@/components/loading-state";
import { Segmented } from "@/components/segmented";
import { desk } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import type { SearchFound, SearchMode } from "@/ipc/types";
import { enterRows } from "./arrows";
import { FilterButton } from "./filter-button";
import { FilterChips } from "./filter-chips";
import { FilterForm } from "./filter-form";
import { filtersSet } from "./filters";
import { groupsOf } from "./hits";
import { Notices } from "./notices";
import { QueryHelp } from "./query-help";
import { open, ResultList } from "./result-list";
import { askNow, clearFilters, searching, setComposing, setMode, setQuery, useSearching } from "./state";
import { type Found, useFound } from "./use-found";
import { useIndex } from "./use-index";

const MODES: readonly SearchMode[] = ["hybrid", "text", "vector"];
/** Maximum query length of the backend, in characters. */
const MAX_QUERY_LENGTH = 1000;

export function WordsSide() {
  const { t } = useTranslation("search");
  const asked = useSearching((state) => state.asked);
  const mode = useSearching((state) => state.mode);
  const filters = useSearching((state) => state.filters);
  const limit = useSearching((state) => state.limit);
  const filtersOpen = useSearching((state) => state.filtersOpen);
  const query = useSearching((state) => state.query);
  const found = useFound("search.find", asked.trim() === "" ? null : { query: asked, mode, filters, limit });
  const groups = useMemo(() => groupsOf(found.data?.hits ?? []), [found.data]);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const isFallback = useIndex().data?.meaning.is_fallback === true;
  useWantedFocus(field);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") {
      if (enterRows(list.current)) event.preventDefault();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const first = groups[0]?.rows[0];
      // Results of an earlier query are not opened.
      const isCurrent = query === searching().asked && !found.isBefore && found.error === null;
      if (isCurrent && first !== undefined) open(first.key, first.hit);
      else askNow();
    } else if (event.key === "Escape" && query === "") {
      const { scene } = desk();
      if (scene === null) return;
      event.preventDefault();
      openScene(scene)?.writing?.focus();
    }
  };
  return (
    <>
      <div className="flex max-h-[65%] min-h-0 flex-col gap-2 overflow-y-auto border-b border-line px-3 py-2">
        <div className="flex items-center gap-1">
          <FilterField
            ref={field}
            size="md"
            label={t("query")}
            placeholder={t("placeholder")}
            maxLength={MAX_QUERY_LENGTH}
            value={query}
            onChange={setQuery}
            onKeyDown={onKeyDown}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            className="flex-1"
          />
          <QueryHelp />
        </div>
        <div className="flex items-start justify-between gap-2">
          <Segmented
            label={t("mode.label")}
            hideLabel
            value={mode}
            onChange={setMode}
            options={MODES.map((value) => ({
              value,
              label: t(`mode.${value === "vector" && isFallback ? "alike" : value}`),
            }))}
          />
          <FilterButton />
        </div>
        {filtersOpen ? <FilterForm /> : <FilterChips />}
      </div>
      {found.data !== undefined && (
        <Notices
          meaning={found.data.meaning}
          missing={found.data.missing}
          left={found.data.left}
          someWords={hasOnlySome(found.data)}
        />
      )}
      <div className="min-h-20 flex-1 overflow-y-auto">
        {found.data !== undefined && found.data.hits.length > 0 ? (
          <>
            <Count found={found.data} mode={mode} />
            <ResultList
              root={list}
              label={t("results.label")}
              groups={groups}
              limit={limit}
              came={found.data.hits.length}
              total={found.data.total}
              fallback={found.data.meaning?.is_fallback === true}
              isBefore={found.isBefore}
              onLeave={() => field.current?.focus()}
            />
          </>
        ) : (
          <Instead asked={asked} found={found} />
        )}
      </div>
    </>
  );
}

/** Whether no text contains all the words, so that the listed ones contain some. */
const hasOnlySome = ({ total, hits }: SearchFound) =>
  total === 0 && hits.some(({ why }) => why.words != null);

/** Focuses the field when a command requests it. */
function useWantedFocus(field: { current: HTMLInputElement | null }): void {
  const wanted = useSearching((state) => state.wantsFocus);
  useEffect(() => {
    if (!wanted) return;
    useSearching.setState({ wantsFocus: false });
    field.current?.focus();
    field.current?.select();
  }, [wanted, field]);
}

function Count({ found, mode }: { found: SearchFound; mode: SearchMode }) {
  const { t } = useTranslation("search");
  const shown = figure(found.hits.length);
  return (
    <p role="status" className="px-3.5 pt-2 text-xs text-faint tabular-nums">
      {mode === "vector"
        ? t("results.counts", { shown })
        : t("results.counted", { shown, total: figure(found.total) })}
    </p>
  );
}

/** The empty state. */
function Instead({ asked, found }: { asked: string; found: Found<"search.find"> }) {
  const { t } = useTranslation("search");
  const mode = useSearching((state) => state.mode);
  const isFiltered = useSearching((state) => filtersSet(state.filters).length > 0);
  const { data, error } = found;
  if (asked.trim() === "") {
    return (
      <EmptyState
        compact
        icon={TextSearch}
        title={t("begin.title")}
        text={t("begin.text")}
        className="pt-8"
      />
    );
  }
  const clear = isFiltered && (
    <Button size="sm" onClick={clearFilters}>
      {t("filters.clear")}
    </Button>
  );
  if (error !== null) {
    if (error.code === "bad_request") {
      return (
        <EmptyState
          compact
          icon={TextSearch}
          title={t("wordless.title")}
          text={t("wordless.text")}
          className="pt-8"
        />
      );
    }
    return (
      <div className="p-3">
        <FailureState
          failure={error}
          title={t("failed.title")}
          onRetry={found.again}
          actions={clear || undefined}
        />
      </div>
    );
  }
  if (data === undefined) return <LoadingState label={t("asking")} rows={8} className="pt-2" />;
  const unfinished = data.left > 0 || (data.meaning?.covered ?? 100) < 100;
  return (
    <div role="status">
      <EmptyState
        compact
        icon={SearchX}
        title={t("nothing.title", { query: asked.trim() })}
        text={
          <>
            <p>{t(isFiltered ? "nothing.filtered" : "nothing.text")}</p>
            {unfinished && <p>{t("nothing.unfinished")}</p>}
          </>
        }
        action={
          <>
            {clear}
            {mode === "text" && (
              <Button size="sm" onClick={() => setMode("hybrid")}>
                {t("nothing.hybrid")}
              </Button>
            )}
          </>
        }
        className="pt-8"
      />
    </div>
  );
}
