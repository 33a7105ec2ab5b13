// What a restore will change: figures by kind, then every item; texts expand.
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { GroupedList } from "@/components/grouped-list";
import type { CheckpointId, Comparison, OutlineView } from "@/ipc/types";
import { scopeOf } from "./canon-items";
import { useCanonNames } from "./canon-names";
import { ChangeMark } from "./change-mark";
import { type Item, itemsOf, type Summary, summaryOf } from "./changes";
import { OrderDetail, RecordDetail, TextDetail } from "./item-detail";
import { itemNames } from "./names";

export interface RestorePreviewProps {
  /** From now to the checkpoint. */
  comparison: Comparison;
  outline: OutlineView;
  checkpoint: CheckpointId;
  /** The name of the checkpoint. */
  name: string;
}

const FIGURES = [
  "texts",
  "records",
  "moved",
  "back",
  "gone",
  "canonChanged",
  "canonBack",
  "canonGone",
] as const satisfies readonly (keyof Summary)[];

const idOf = (item: Item) => item.key;

export function RestorePreview({ comparison, outline, checkpoint, name }: RestorePreviewProps) {
  const { t } = useTranslation("checkpoints");
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const items = useMemo(() => itemsOf(comparison, outline), [comparison, outline]);
  const summary = useMemo(() => summaryOf(comparison), [comparison]);
  const groupOf = useMemo(() => (item: Item) => t(`group.${item.group}`), [t]);
  const canon = useCanonNames(comparison.changes, outline);
  const nameOf = useMemo(() => {
    const known = itemNames(items, outline, canon, t);
    return (item: Item) => known.get(item.key) ?? "";
  }, [items, outline, canon, t]);
  const figures = FIGURES.filter((kind) => summary[kind] > 0).map((kind) =>
    t(`restore.summary.${kind}`, { n: summary[kind] }),
  );
  const names = { before: t("now"), after: name };

  const comingOf = ({ entry: { kind, change } }: Item) =>
    scopeOf(kind) === null ? t(`coming.${change}`) : t(`comingCanon.${change}`);

  const below = (item: Item) => {
    const { entry, key } = item;
    if (key !== unfolded) return null;
    const inside =
      entry.kind === "text" ? (
        <TextDetail
          bare
          scene={entry.id}
          sides={{ left: null, right: checkpoint }}
          names={names}
          label={nameOf(item)}
          className="h-64"
        />
      ) : (
        <div className="px-3 py-2">
          {entry.kind === "outline" ? (
            <OrderDetail entry={entry} outline={outline} />
          ) : (
            <RecordDetail {...{ entry, names, canon }} />
          )}
        </div>
      );
    return <div className="mx-2 my-1 overflow-hidden rounded-lg border border-line bg-page">{inside}</div>;
  };

  return (
    <section aria-label={t("restore.changes")} className="flex flex-col gap-2">
      <p className="text-sm break-words">{figures.join(t("restore.comma"))}</p>
      <GroupedList
        className="max-h-72 rounded-lg border border-line"
        label={t("restore.changes")}
        entries={items}
        row={(item) => (
          <span className="flex items-baseline gap-2">
            <ChangeMark entry={item.entry} label={comingOf(item)} />
            <span className="min-w-0 flex-1 truncate text-sm">{nameOf(item)}</span>
            <span aria-hidden className="shrink-0 text-xs text-faint">
              {comingOf(item)}
            </span>
          </span>
        )}
        onOpen={({ key }) => setUnfolded(key === unfolded ? null : key)}
        {...{ idOf, groupOf, below }}
      />
    </section>
  );
}
