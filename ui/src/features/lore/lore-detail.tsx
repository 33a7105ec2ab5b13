// One card: its entry, related items, and mentions.
import { Ellipsis, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { DetailPane } from "@/components/detail-pane";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure, shortFigure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { Segmented } from "@/components/segmented";
import { attempt } from "@/desk/attempt";
import { openDialog, showItem, useDesk } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Card, CardKey, LoreEntry, LoreEntryId } from "@/ipc/types";
import { createEntity, remove, removeEntity } from "./acts";
import { signOf } from "./kinds";
import { LoreForm } from "./lore-form";
import { MentionList } from "./mention-list";
import { type Facts, Related, relatedCount } from "./related";
import { useLoreView } from "./store";
import { draftEntry, useEntryKeeper } from "./unwritten";

interface LoreDetailProps {
  of: CardKey;
  facts: Facts | undefined;
  onBack: () => void;
}

export function LoreDetail({ of, facts, onBack }: LoreDetailProps) {
  const id = of.entry ?? null;
  const lore = useAnswer("lore.get", id === null ? null : { entry: id });
  const removed = lore.data?.removed_at != null;
  const waits = id !== null && (lore.data === undefined || removed);
  const card = usePacedAnswer("cards.get", waits ? null : of);

  const bare = card.data === undefined ? undefined : (card.data.lore ?? draftEntry(card.data));
  const entry = id === null ? bare : lore.data;
  const query = id === null ? card : lore;
  const Sign = signOf(entry?.kind ?? "");
  return (
    <DetailPane
      title={entry === undefined ? undefined : (card.data?.title ?? entry.title)}
      sign={<Sign size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />}
      actions={entry !== undefined && <CardMenu entry={entry} removed={removed} />}
      onBack={onBack}
    >
      {entry === undefined ? (
        query.error === null ? (
          <LoadingState rows={10} className="pt-3" />
        ) : (
          <div className="p-4">
            <FailureState failure={query.error} onRetry={() => void query.refetch()} />
          </div>
        )
      ) : removed ? (
        <Removed id={entry.id} />
      ) : (
        <Parts entry={entry} card={card.data} facts={facts} />
      )}
    </DetailPane>
  );
}

function CardMenu({ entry, removed }: { entry: LoreEntry; removed: boolean }) {
  const { t } = useTranslation("lore");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { id, title, entity } = entry;
  const key: CardKey = id > 0 ? { entry: id } : entity !== null ? { entity } : { name: title };
  const inGraph: MenuEntry =
    entity !== null
      ? { id: "entity", label: t("entity.show"), onSelect: () => showItem("entity", entity) }
      : {
          id: "entity",
          label: t("entity.create"),
          disabled: !writable || removed || id === 0,
          onSelect: () => void createEntity(entry),
        };
  const items: MenuEntry[] = [
    inGraph,
    {
      id: "merge",
      label: t("merge.into"),
      disabled: !writable || removed,
      onSelect: () => openDialog({ name: "merge-cards", from: key }),
    },
  ];
  if (id > 0 || entity !== null) {
    items.push(
      { kind: "separator", id: "line" },
      {
        id: "remove",
        label: id > 0 ? t("remove") : t("removeEntity"),
        danger: true,
        disabled: !writable || removed,
        onSelect: () => void (id > 0 ? remove(id, title) : entity !== null && removeEntity(entity, title)),
      },
    );
  }
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t("moreOf", { title })} />} items={items} />
  );
}

function Removed({ id }: { id: LoreEntryId }) {
  const { t } = useTranslation("lore");
  const writable = useDesk((state) => state.project?.writable ?? false);
  return (
    <div className="flex flex-col items-start gap-3 p-4 text-sm">
      <p className="break-words text-subtle">{t("removed.note")}</p>
      <Button
        size="sm"
        icon={Undo2}
        disabled={!writable}
        onClick={() => void attempt(() => call("lore.put_back", { entries: [id] }))}
      >
        {t("removed.putBack")}
      </Button>
    </div>
  );
}

interface PartsProps {
  entry: LoreEntry;
  card: Card | undefined;
  facts: Facts | undefined;
}

function Parts({ entry, card, facts }: PartsProps) {
  const { t, i18n } = useTranslation("lore");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const part = useLoreView((state) => state.part);
  const id = entry.id > 0 ? entry.id : null;
  const keep = useEntryKeeper(id, card);
  const named = id !== null ? { entry: id } : entry.entity !== null ? { entity: entry.entity } : null;
  const mentions = usePacedAnswer("mentions.of", named);
  const count = mentions.data?.total;
  const related = card === undefined ? 0 : relatedCount(card);
  return (
    <>
      <div className="shrink-0 px-3 pt-2.5 pb-1">
        <Segmented
          label={t("parts.label")}
          hideLabel
          value={part}
          onChange={(next) => useLoreView.setState({ part: next })}
          options={[
            { value: "says", label: t("parts.says") },
            {
              value: "related",
              label: related === 0 ? t("parts.related") : t("parts.relatedCount", { n: figure(related) }),
            },
            {
              value: "mentions",
              label:
                count === undefined
                  ? t("parts.mentions")
                  : t("parts.mentionsCount", { n: shortFigure(count, i18n.language) }),
            },
          ]}
        />
      </div>
      {part === "says" ? (
        <LoreForm
          entry={entry}
          writable={writable}
          others={(card?.aliases ?? []).filter(
            (name) => !entry.aliases.includes(name) && name !== entry.title,
          )}
          keep={keep}
        />
      ) : part === "related" ? (
        card === undefined ? (
          <LoadingState rows={8} className="pt-2" />
        ) : (
          <Related card={card} facts={facts} />
        )
      ) : named === null ? (
        <EmptyState compact title={t("mentions.none")} text={t("mentions.noneText")} className="pt-6" />
      ) : (
        <MentionList mentions={mentions} />
      )}
    </>
  );
}
