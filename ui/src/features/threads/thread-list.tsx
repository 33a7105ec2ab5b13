// All threads, grouped by status as of the chosen place.
import { Plus, SearchX, Spline } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useWayTo } from "@/app/use-way-to";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FilterField } from "@/components/filter-field";
import { GroupedList } from "@/components/grouped-list";
import { IconButton } from "@/components/icon-button";
import { Segmented } from "@/components/segmented";
import { openDialog, showItem, useDesk } from "@/desk/desk";
import type { Threads, ThreadView } from "@/ipc/types";
import { removeThread } from "./acts";
import { counts, filtered, type ThreadRow as Row, rowsOf } from "./groups";
import { useThreadsView } from "./store";
import { ThreadRow } from "./thread-row";

const idOf = ({ thread }: Row) => String(thread.id);
const renderRow = (row: Row) => <ThreadRow row={row} />;
const openRow = ({ thread }: Row) => showItem("thread", thread.id);

export function ThreadList({ threads }: { threads: Threads }) {
  const { t } = useTranslation("threads");
  const wayToPlant = useWayTo("threads.plant");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const hasScene = useDesk((state) => state.scene !== null);
  const { query, asOf } = useThreadsView();
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(threads), [threads]);
  const shown = useMemo(() => filtered(rows, query), [rows, query]);
  const many = useMemo(() => counts(shown), [shown]);
  const remove = ({ id, title }: ThreadView) => void removeThread(id, title);
  const groupOf = useCallback(({ group }: Row) => t(`groups.${group}`, { n: many[group] }), [t, many]);

  return (
    <>
      <div className="flex shrink-0 flex-col gap-2 border-b border-line px-3 py-2">
        <div className="flex items-center gap-1">
          <FilterField
            label={t("filter")}
            value={query}
            onChange={(next) => useThreadsView.setState({ query: next })}
            count={query.trim() === "" ? undefined : t("found", { n: shown.length })}
            listBelow={list}
            className="flex-1"
          />
          <IconButton
            icon={Plus}
            label={t("new")}
            disabled={!writable}
            onClick={() => openDialog({ name: "edit-thread", thread: null })}
          />
        </div>
        {rows.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span aria-hidden className="text-xs text-faint">
              {t("at.label")}
            </span>
            <Segmented
              label={t("at.label")}
              hideLabel
              value={asOf}
              onChange={(next) => useThreadsView.setState({ asOf: next })}
              options={[
                { value: "scene", label: t("at.scene"), disabled: !hasScene },
                { value: "end", label: t("at.end") },
              ]}
            />
          </div>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={Spline}
          title={t("empty.title")}
          text={t("empty.text", { keys: wayToPlant })}
          action={
            writable && (
              <Button size="sm" icon={Plus} onClick={() => openDialog({ name: "edit-thread", thread: null })}>
                {t("new")}
              </Button>
            )
          }
        />
      ) : shown.length === 0 ? (
        <EmptyState
          compact
          icon={SearchX}
          title={t("nothing.title")}
          action={
            <Button size="sm" onClick={() => useThreadsView.setState({ query: "" })}>
              {t("nothing.clear")}
            </Button>
          }
        />
      ) : (
        <div ref={list} className="flex min-h-0 flex-1 flex-col">
          <GroupedList
            className="flex-1"
            label={t("list")}
            entries={shown}
            idOf={idOf}
            groupOf={groupOf}
            row={renderRow}
            onOpen={openRow}
            onKey={({ thread }, event) => {
              if (event.key !== "Delete" || !writable) return false;
              remove(thread);
              return true;
            }}
            actsLabel={({ thread }) => t("more", { title: thread.title })}
            actsOf={({ thread }) => [
              { id: "open", label: t("open"), onSelect: () => showItem("thread", thread.id) },
              {
                id: "remove",
                label: t("remove"),
                shortcut: "Delete",
                danger: true,
                disabled: !writable,
                onSelect: () => remove(thread),
              },
            ]}
          />
        </div>
      )}
    </>
  );
}
