// All cards, or those mentioned in the open scene, with filters and sorting.
import { BookMarked } from "lucide-react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { GroupedList } from "@/components/grouped-list";
import { LoadingState } from "@/components/loading-state";
import type { MenuEntry } from "@/components/menu-items";
import { useTicks } from "@/components/ticks";
import { openDialog, showCard, useDesk } from "@/desk/desk";
import type { CardRow } from "@/ipc/types";
import { remove, removeEntity } from "./acts";
import { ListBar } from "./list-bar";
import { Row } from "./row";
import { cardKey, type LoreRow } from "./rows";
import { useLoreView } from "./store";
import { TickedCards } from "./ticked-cards";
import { type LoreRows, useLoreRows } from "./use-lore-rows";

const keyOf = ({ key }: LoreRow) => key;
const noGroup = () => null;
const openRow = (row: LoreRow) => showCard(cardKey(row));

export function LoreList({ cards }: { cards: readonly CardRow[] }) {
  const { t } = useTranslation("lore");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const list = useRef<HTMLDivElement>(null);
  const { shown, emptyBecause, narrowed, reading, failure, retry } = useLoreRows(cards);
  const ticks = useTicks(useMemo(() => shown.map(keyOf), [shown]));
  const { actsOf, removeRow } = useRowActs(writable);
  return (
    <>
      <ListBar cards={cards} list={list} count={narrowed ? figure(shown.length) : undefined} />
      {failure !== null ? (
        <div className="p-3">
          <FailureState failure={failure} onRetry={retry} />
        </div>
      ) : reading ? (
        <LoadingState rows={8} className="pt-2" />
      ) : shown.length === 0 ? (
        <Empty because={emptyBecause} writable={writable} />
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

function useRowActs(writable: boolean) {
  const { t } = useTranslation("lore");
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
  return { actsOf, removeRow };
}

interface EmptyProps {
  because: LoreRows["emptyBecause"];
  writable: boolean;
}

function Empty({ because, writable }: EmptyProps) {
  const { t } = useTranslation("lore");
  const action =
    because === "filter" ? (
      <Button size="sm" onClick={() => useLoreView.setState({ query: "", kind: null })}>
        {t("showAll")}
      </Button>
    ) : because === "all" && writable ? (
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
      title={t(`empty.${because}.title`)}
      text={t(`empty.${because}.text`)}
      action={action}
      className="pt-8"
    />
  );
}
