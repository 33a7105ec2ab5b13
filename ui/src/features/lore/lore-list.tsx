// All cards, or those mentioned in the open scene, with filters and sorting.
import { ArrowDownWideNarrow, BookMarked, Ellipsis, Plus } from "lucide-react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { GroupedList } from "@/components/grouped-list";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { Segmented } from "@/components/segmented";
import { useTicks } from "@/components/ticks";
import { openDialog, showCard, useDesk } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import type { CardRow, LoreKind } from "@/ipc/types";
import { remove, removeEntity } from "./acts";
import { KINDS } from "./kinds";
import { Row } from "./row";
import {
  cardKey,
  filtered,
  type LoreRow,
  rowsOf,
  rowsOfScene,
  rowsTriggered,
  type Sort,
  sorted,
} from "./rows";
import { useLoreView } from "./store";
import { TickedCards } from "./ticked-cards";

const SORTS: readonly Sort[] = ["name", "mentions", "priority"];

export function LoreList({ cards }: { cards: readonly CardRow[] }) {
  const { t, i18n } = useTranslation("lore");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const scene = useDesk((state) => state.scene);
  const { query, kind, sort, scope } = useLoreView();
  const list = useRef<HTMLDivElement>(null);
  const counts = usePacedAnswer("mentions.counts", {});
  const ofScene = scope !== "all";
  const cast = usePacedAnswer("mentions.cast", scope === "scene" && scene !== null ? { scene } : null);
  const triggered = usePacedAnswer(
    "lore.triggered",
    scope === "triggered" && scene !== null ? { scene } : null,
  );
  const here = scope === "scene" ? cast : triggered;

  const rows = useMemo(() => {
    // A scene's cast comes sorted by mentions, the most useful order there.
    if (ofScene) {
      const there =
        scope === "scene"
          ? rowsOfScene(cast.data?.cast ?? [], cards)
          : rowsTriggered(triggered.data?.entries ?? [], cards);
      return sort === "name" ? there : sorted(there, sort, i18n.language);
    }
    return sorted(rowsOf(cards, counts.data?.counts ?? null), sort, i18n.language);
  }, [ofScene, scope, cast.data, triggered.data, cards, counts.data, sort, i18n.language]);
  const shown = useMemo(() => filtered(rows, query, kind), [rows, query, kind]);
  const there = useMemo(() => new Set<string>(cards.map(({ kind: one }) => one)), [cards]);
  const ticks = useTicks(useMemo(() => shown.map(({ key }) => key), [shown]));
  const narrowed = query.trim() !== "" || kind !== null;

  const openRow = (row: LoreRow) => showCard(cardKey(row));
  const removeRow = ({ entry, entity, title }: LoreRow): boolean => {
    if (!writable || (entry === null && entity === null)) return false;
    if (entry !== null) void remove(entry.id, title);
    else if (entity !== null) void removeEntity(entity, title);
    return true;
  };
  const actsOf = (row: LoreRow): MenuEntry[] => [
    { id: "open", label: t("open"), onSelect: () => openRow(row) },
    {
      id: "merge",
      label: t("merge.into"),
      disabled: !writable,
      onSelect: () => openDialog({ name: "merge-cards", from: cardKey(row) }),
    },
    {
      id: "remove",
      label: row.entry === null ? t("removeEntity") : t("remove"),
      shortcut: "Delete",
      danger: true,
      disabled: !writable || (row.entry === null && row.entity === null),
      onSelect: () => void removeRow(row),
    },
  ];
  const sorting: MenuEntry = {
    kind: "choice",
    id: "sort",
    value: sort,
    options: SORTS.map((value) => ({ value, label: t(`sort.${value}`) })),
    onChange: (value) => useLoreView.setState({ sort: value as Sort }),
  };
  const more: MenuEntry[] = [
    {
      id: "unknown",
      label: t("commands.unknown"),
      onSelect: () => openDialog({ name: "unknown-names" }),
    },
    { id: "removed", label: t("commands.removed"), onSelect: () => openDialog({ name: "removed-lore" }) },
    { kind: "separator", id: "two" },
    {
      id: "import",
      label: t("commands.import"),
      disabled: !writable,
      onSelect: () => openDialog({ name: "import-lore" }),
    },
    { id: "export", label: t("commands.export"), onSelect: () => openDialog({ name: "export-lore" }) },
  ];

  return (
    <>
      <div className="flex shrink-0 flex-col gap-2 border-b border-line px-3 py-2">
        <div className="flex items-center gap-1">
          <FilterField
            label={t("filter")}
            value={query}
            onChange={(next) => useLoreView.setState({ query: next })}
            count={narrowed ? figure(shown.length) : undefined}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
              event.preventDefault();
              list.current?.querySelector<HTMLElement>('[data-stop="true"]')?.focus();
            }}
            className="flex-1"
          />
          <IconButton
            icon={Plus}
            label={t("commands.new")}
            disabled={!writable}
            onClick={() => openDialog({ name: "new-lore" })}
          />
          <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t("more")} />} items={more} />
        </div>
        <div className="flex items-center">
          <Segmented
            label={t("scope.label")}
            hideLabel
            value={scope}
            onChange={(next) => useLoreView.setState({ scope: next })}
            options={[
              { value: "all", label: t("scope.all") },
              { value: "scene", label: t("scope.scene") },
              { value: "triggered", label: t("scope.triggered") },
            ]}
          />
          <span className="flex-1" />
          <Menu
            align="end"
            trigger={<IconButton icon={ArrowDownWideNarrow} label={t("sort.label")} />}
            items={[sorting]}
          />
        </div>
        {there.size > 1 && <Kinds kind={kind} there={there} />}
      </div>
      {ofScene && scene !== null && here.error !== null ? (
        <div className="p-3">
          <FailureState failure={here.error} onRetry={() => void here.refetch()} />
        </div>
      ) : ofScene && scene !== null && here.data === undefined ? (
        <LoadingState rows={8} className="pt-2" />
      ) : shown.length === 0 ? (
        <Empty
          why={
            narrowed && rows.length > 0 ? "filter" : ofScene ? (scene === null ? "noScene" : scope) : "all"
          }
          writable={writable}
        />
      ) : (
        <div ref={list} className="flex min-h-0 flex-1 flex-col pt-1">
          <GroupedList
            className="flex-1"
            label={t("list")}
            entries={shown}
            idOf={keyOf}
            groupOf={noGroup}
            row={(row) => <Row row={row} />}
            actsOf={actsOf}
            actsLabel={({ title }) => t("moreOf", { title })}
            onOpen={openRow}
            ticks={writable ? ticks : undefined}
            tickLabel={({ title }) => t("ticks.one", { title })}
            onKey={(row, event) => event.key === "Delete" && removeRow(row)}
          />
          <TickedCards rows={shown} ticks={ticks} />
        </div>
      )}
    </>
  );
}

const keyOf = ({ key }: LoreRow) => key;
const noGroup = () => null;

interface KindsProps {
  kind: LoreKind | null;
  /** Kinds that occur. */
  there: ReadonlySet<string>;
}

/** A filter for one kind. */
function Kinds({ kind, there }: KindsProps) {
  const { t } = useTranslation("lore");
  return (
    <fieldset aria-label={t("kindsFilter")} className="-mx-1 flex flex-wrap gap-0.5">
      {KINDS.filter((one) => there.has(one) || one === kind).map((one) => {
        const on = kind === one;
        return (
          <button
            key={one}
            type="button"
            aria-pressed={on}
            onClick={() => useLoreView.setState({ kind: on ? null : one })}
            className={cx(
              "flex h-5.5 items-center rounded-md px-1 text-xs transition-colors",
              on ? "bg-accent-soft text-accent" : "text-subtle hover:bg-surface-hover hover:text-ink",
            )}
          >
            {t(`kinds.${one}`)}
          </button>
        );
      })}
    </fieldset>
  );
}

function Empty({
  why,
  writable,
}: {
  why: "all" | "filter" | "scene" | "triggered" | "noScene";
  writable: boolean;
}) {
  const { t } = useTranslation("lore");
  const action =
    why === "filter" ? (
      <Button size="sm" onClick={() => useLoreView.setState({ query: "", kind: null })}>
        {t("showAll")}
      </Button>
    ) : why === "all" && writable ? (
      <>
        <Button size="sm" variant="primary" onClick={() => openDialog({ name: "new-lore" })}>
          {t("commands.new")}
        </Button>
        <Button size="sm" onClick={() => openDialog({ name: "unknown-names" })}>
          {t("commands.unknown")}
        </Button>
      </>
    ) : undefined;
  return (
    <EmptyState
      compact
      icon={BookMarked}
      title={t(`empty.${why}.title`)}
      text={t(`empty.${why}.text`)}
      action={action}
      className="pt-8"
    />
  );
}
