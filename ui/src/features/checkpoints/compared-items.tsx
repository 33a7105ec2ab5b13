// The differing items, and the chosen one beside them.
import { ArrowUpRight, RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import type { Sides } from "@/components/compared-sides";
import { EmptyState } from "@/components/empty-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { GroupedList } from "@/components/grouped-list";
import { SplitPane } from "@/components/split-pane";
import { openDialog } from "@/desk/desk";
import { goToScene, locate } from "@/desk/navigation";
import type { Comparison, OutlineView } from "@/ipc/types";
import { scopeOf } from "./canon-items";
import { type CanonNames, useCanonNames } from "./canon-names";
import { ChangeMark } from "./change-mark";
import { type Item, itemsOf } from "./changes";
import { OrderDetail, RecordDetail, TextDetail } from "./item-detail";
import { itemNames } from "./names";

export interface ComparedItemsProps {
  comparison: Comparison;
  outline: OutlineView | undefined;
  sides: Sides;
  names: { before: string; after: string };
  writable: boolean;
}

const idOf = (item: Item) => item.key;

export function ComparedItems(props: ComparedItemsProps) {
  const { comparison, outline } = props;
  const { t } = useTranslation("checkpoints");
  const [width, setWidth] = useState(280);
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const items = useMemo(() => itemsOf(comparison, outline), [comparison, outline]);
  const canon = useCanonNames(comparison.changes, outline);
  const nameOf = useMemo(() => {
    const known = itemNames(items, outline, canon, t);
    return (item: Item) => known.get(item.key) ?? "";
  }, [items, outline, canon, t]);
  const needle = filter.trim().toLowerCase();
  const shown = useMemo(
    () => items.filter((item) => nameOf(item).toLowerCase().includes(needle)),
    [items, nameOf, needle],
  );
  const groups = useMemo(() => {
    const sums = new Map<string, number>();
    for (const { group } of shown) sums.set(group, (sums.get(group) ?? 0) + 1);
    return (item: Item) => `${t(`group.${item.group}`)} · ${figure(sums.get(item.group) ?? 0)}`;
  }, [shown, t]);
  const current = items.find(({ key }) => key === chosen) ?? items[0];
  const choose = (item: Item) => setChosen(item.key);

  const list = (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <FilterField
        label={t("compare.filter")}
        className="m-2"
        value={filter}
        onChange={setFilter}
        count={t("compare.hits", { n: figure(shown.length) })}
      />
      {shown.length === 0 ? (
        <EmptyState compact title={t("compare.noHits")} />
      ) : (
        <GroupedList
          className="flex-1"
          label={t("compare.items")}
          entries={shown}
          groupOf={groups}
          row={(item) => (
            <span className="flex items-baseline gap-2">
              <ChangeMark entry={item.entry} label={t(`change.${item.entry.change}`)} />
              <span className="min-w-0 flex-1 truncate text-sm" title={nameOf(item)}>
                {nameOf(item)}
              </span>
            </span>
          )}
          isChosen={(item) => item === current}
          onOpen={choose}
          onReach={choose}
          idOf={idOf}
        />
      )}
    </div>
  );
  return (
    <SplitPane
      className="flex-1"
      label={t("compare.width")}
      side="start"
      size={width}
      onSizeChange={setWidth}
      min={200}
      max={460}
      pane={list}
    >
      {current === undefined ? null : (
        <ItemView {...props} key={current.key} item={current} name={nameOf(current)} canon={canon} />
      )}
    </SplitPane>
  );
}

interface ItemViewProps extends ComparedItemsProps {
  item: Item;
  name: string;
  canon: CanonNames;
}

function ItemView({ item, name, canon, outline, sides, names, writable }: ItemViewProps) {
  const { t } = useTranslation("checkpoints");
  const { entry } = item;
  const isScene = entry.kind === "text" || entry.kind === "scene";
  // A part can be restored from a side that is a checkpoint and contains it.
  const checkpoint = sides.left ?? sides.right;
  const exists = entry.change !== (sides.left === null ? "removed" : "added");
  const scope = isScene ? { scene: entry.id } : entry.kind === "chapter" ? { chapter: entry.id } : null;
  // The canon is restored by whole parts, from whichever side contains the item.
  const part = scopeOf(entry.kind);
  const isInBook = isScene && outline !== undefined && locate(outline, entry.id) !== undefined;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1.5">
        <h3 className="max-w-full min-w-0 shrink truncate text-sm font-semibold" title={name}>
          {name}
        </h3>
        <Badge>{t(`change.${entry.change}`)}</Badge>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
          {isInBook && (
            <Button size="sm" variant="ghost" icon={ArrowUpRight} onClick={() => goToScene(entry.id)}>
              {t("compare.goTo")}
            </Button>
          )}
          {part !== null && checkpoint !== null && (
            <Button
              size="sm"
              icon={RotateCcw}
              disabled={!writable}
              onClick={() => openDialog({ name: "restore-checkpoint", checkpoint, canon: part })}
            >
              {t(`compare.restorePart.${part}`)}
            </Button>
          )}
          {scope !== null && checkpoint !== null && exists && (
            <Button
              size="sm"
              icon={RotateCcw}
              disabled={!writable}
              onClick={() => openDialog({ name: "restore-checkpoint", checkpoint, ...scope })}
            >
              {t("compare.restoreItem")}
            </Button>
          )}
        </div>
      </div>
      {entry.kind === "text" ? (
        <TextDetail scene={entry.id} sides={sides} names={names} label={name} className="min-h-0 flex-1" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll a long record
        <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-6 py-4 -outline-offset-2">
          {entry.kind === "outline" ? (
            <OrderDetail entry={entry} outline={outline} />
          ) : (
            <RecordDetail {...{ entry, names, canon }} />
          )}
        </div>
      )}
    </div>
  );
}
