// The checkpoints of the project, newest first, by day.
import { Flag, FolderClock, Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { clockTime, dayName } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { GroupedList } from "@/components/grouped-list";
import { LoadingState } from "@/components/loading-state";
import type { MenuEntry } from "@/components/menu-items";
import { Segmented } from "@/components/segmented";
import { useToday } from "@/components/use-today";
import { openDialog, show, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { CheckpointEntry } from "@/ipc/types";
import { checkpointName } from "./names";

type Shown = "all" | "own";

const idOf = (checkpoint: CheckpointEntry) => String(checkpoint.id);
const create = () => openDialog({ name: "create-checkpoint" });
const NONE: readonly CheckpointEntry[] = [];

export function CheckpointsTab() {
  const { t, i18n } = useTranslation("checkpoints");
  const answer = useAnswer("checkpoint.list", {});
  const writable = useDesk((state) => state.project?.writable ?? false);
  const centre = useDesk((state) => state.centre);
  const now = useToday();
  const [shown, setShown] = useState<Shown>("all");
  const all = answer.data?.checkpoints ?? NONE;
  const entries = useMemo(
    () => all.filter(({ automatic }) => shown === "all" || !automatic).reverse(),
    [all, shown],
  );
  const groupOf = useCallback(
    (checkpoint: CheckpointEntry) => dayName(checkpoint.created_at, now, i18n.language),
    [now, i18n.language],
  );

  const compare = (from: number, to: number | null) => show({ kind: "compare-checkpoints", from, to });
  const actsOf = (checkpoint: CheckpointEntry): MenuEntry[] => {
    const before = entries[entries.indexOf(checkpoint) + 1];
    return [
      { id: "now", label: t("menu.withNow"), onSelect: () => compare(checkpoint.id, null) },
      {
        id: "previous",
        label: t("menu.withPrevious"),
        disabled: before === undefined,
        onSelect: () => before !== undefined && compare(before.id, checkpoint.id),
      },
      { kind: "separator", id: "line" },
      {
        id: "restore",
        label: t("menu.restore"),
        disabled: !writable,
        onSelect: () => openDialog({ name: "restore-checkpoint", checkpoint: checkpoint.id }),
      },
    ];
  };
  const isChosen = ({ id }: CheckpointEntry) =>
    centre.kind === "compare-checkpoints" && (centre.from === id || centre.to === id);

  const body = () => {
    if (answer.error !== null) {
      return (
        <div className="p-3">
          <FailureState failure={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      );
    }
    if (answer.data === undefined) return <LoadingState rows={8} className="flex-1" />;
    if (all.length === 0) {
      return (
        <EmptyState compact icon={Flag} title={t("empty.title")} text={t("empty.text")} className="flex-1" />
      );
    }
    if (entries.length === 0) {
      return (
        <EmptyState
          compact
          className="flex-1"
          title={t("empty.own")}
          text={t("empty.ownText")}
          action={
            <Button size="sm" onClick={() => setShown("all")}>
              {t("empty.showAll")}
            </Button>
          }
        />
      );
    }
    return (
      <GroupedList
        className="flex-1"
        label={t("list")}
        entries={entries}
        row={(checkpoint) => <CheckpointRow checkpoint={checkpoint} />}
        actsLabel={(checkpoint) => t("more", { name: checkpointName(checkpoint, t) })}
        onOpen={({ id }) => compare(id, null)}
        {...{ idOf, groupOf, actsOf, isChosen }}
      />
    );
  };

  return (
    <section aria-label={t("title")} className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 px-2.5 py-2">
        <Button size="sm" icon={Plus} disabled={!writable} onClick={create}>
          {t("create")}
        </Button>
        {all.some(({ automatic }) => automatic) && (
          <Segmented<Shown>
            label={t("shown")}
            hideLabel
            className="ml-auto"
            value={shown}
            onChange={setShown}
            options={[
              { value: "all", label: t("all") },
              { value: "own", label: t("own") },
            ]}
          />
        )}
      </div>
      {body()}
      {entries.length > 0 && (
        <p className="shrink-0 border-t border-line px-3 py-1.5 text-xs text-faint">{t("hint")}</p>
      )}
    </section>
  );
}

function CheckpointRow({ checkpoint }: { checkpoint: CheckpointEntry }) {
  const { t, i18n } = useTranslation("checkpoints");
  const { automatic, note } = checkpoint;
  const Icon = automatic ? FolderClock : Flag;
  return (
    <span className="grid grid-cols-[2.75rem_1rem_minmax(0,1fr)] items-baseline gap-x-1.5">
      <span className="text-xs text-faint tabular-nums">
        {clockTime(checkpoint.created_at, i18n.language)}
      </span>
      <Icon
        size={13}
        strokeWidth={1.75}
        aria-hidden
        className={cx("translate-y-0.5", automatic ? "text-faint" : "text-accent")}
      />
      <span className={cx("text-sm break-words", automatic ? "text-subtle" : "font-medium")}>
        {checkpointName(checkpoint, t)}
        {automatic && <span className="sr-only">（{t("automatic")}）</span>}
      </span>
      {note !== "" && (
        <span className="col-start-3 line-clamp-2 text-xs break-words whitespace-pre-line text-faint">
          {note}
        </span>
      )}
    </span>
  );
}
