// One entity with everything known about it: what holds in the chosen scene, and collapsed what does not.
import { BookMarked, Ellipsis, PencilLine, Plus, Unlink, Waypoints } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { DetailPane } from "@/components/detail-pane";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { openDialog, show, showCard, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { EntityCard, EntityId, LoreEntryId } from "@/ipc/types";
import { remove } from "./acts";
import { useAsOf } from "./as-of";
import { openConnection } from "./connection";
import type { Places } from "./content";
import { EntityStatements, type StatementsOf } from "./entity-statements";
import { KindMark } from "./kind-mark";
import { useTabState } from "./tab-state";

interface EntityDetailProps {
  entity: EntityId;
  places: Places;
  /** Whether the focused element is being removed. */
  takesFocus: () => boolean;
  onBack: () => void;
}

export function EntityDetail({ entity, places, takesFocus, onBack }: EntityDetailProps) {
  const { t } = useTranslation("graph");
  const at = useAsOf(useTabState((state) => state.asOf));
  const { data, error, refetch } = useAnswer("kg.entity", { entity, at });
  // The previous answer stays visible until the next one.
  const last = useRef<EntityCard | undefined>(undefined);
  if (data !== undefined) last.current = data;
  const card = data ?? (last.current?.id === entity ? last.current : undefined);

  return (
    <DetailPane
      title={card?.name}
      hideTitle
      takesFocus={takesFocus}
      onBack={onBack}
      actions={card !== undefined && <HeadActs card={card} onGone={onBack} />}
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error !== null && error.code === "not_found" ? (
          <EmptyState compact icon={Unlink} title={t("detail.missing")} text={t("detail.missingText")} />
        ) : error !== null ? (
          <div className="p-3">
            <FailureState failure={error} onRetry={() => void refetch()} />
          </div>
        ) : card === undefined ? (
          <LoadingState rows={8} />
        ) : (
          <Card key={card.id} card={card} places={places} />
        )}
      </div>
    </DetailPane>
  );
}

function HeadActs({ card, onGone }: { card: EntityCard; onGone: () => void }) {
  const { t } = useTranslation("graph");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const newFact = () => openDialog({ name: "edit-fact", fact: null, subject: card.id });
  const newRelation = () => openDialog({ name: "edit-relation", relation: null, from: card.id });
  const edit = () => openDialog({ name: "edit-entity", entity: card.id });
  const items: MenuEntry[] = [
    { id: "edit", label: t("tab.edit"), disabled: !writable, onSelect: edit },
    { id: "around", label: t("tab.around"), onSelect: () => show({ kind: "graph", entity: card.id }) },
    { id: "connect", label: t("tab.connect"), onSelect: () => openConnection(card.name) },
    { kind: "separator", id: "one" },
    {
      id: "remove",
      label: t("tab.remove"),
      danger: true,
      disabled: !writable,
      onSelect: () => {
        void remove({ entity: card.id }, card.name).then((gone) => gone && onGone());
      },
    },
  ];
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Plus} label={t("tab.new")} disabled={!writable} />}
        items={[
          { id: "fact", label: t("tab.newFact"), onSelect: newFact },
          { id: "relation", label: t("tab.newRelation"), onSelect: newRelation },
        ]}
      />
      <IconButton icon={PencilLine} label={t("edit.entity")} disabled={!writable} onClick={edit} />
      <IconButton
        icon={Waypoints}
        label={t("tab.around")}
        onClick={() => show({ kind: "graph", entity: card.id })}
      />
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t("detail.more")} />} items={items} />
    </>
  );
}

function Card({ card, places }: StatementsOf) {
  const { t } = useTranslation("graph");
  return (
    <div className="flex flex-col pb-6">
      <header className="flex flex-col gap-1.5 px-3 pt-3 pb-2">
        <h3 className="flex items-baseline gap-2 text-lg leading-snug font-semibold">
          <span className="mt-1.5 shrink-0 self-start">
            <KindMark kind={card.kind} />
          </span>
          <span className="min-w-0 break-words">{card.name}</span>
          <span className="shrink-0 text-xs font-normal text-faint">{t(`kinds.${card.kind}`)}</span>
        </h3>
        {card.aliases.length > 0 && (
          <ul aria-label={t("detail.aliases")} className="flex flex-wrap gap-1">
            {card.aliases.map((alias) => (
              <li
                key={alias}
                className="max-w-full truncate rounded-md bg-surface-sunken px-2 text-xs leading-5 text-subtle"
              >
                {alias}
              </li>
            ))}
          </ul>
        )}
        {card.description !== "" && (
          <p className="text-sm break-words whitespace-pre-wrap text-subtle">{card.description}</p>
        )}
        <CardLink entity={card.id} entry={card.lore_entry} />
      </header>
      <EntityStatements card={card} places={places} />
    </div>
  );
}

/** Link to the entity's card, with its entry, mentions and the rest. */
function CardLink({ entity, entry }: { entity: EntityId; entry: LoreEntryId | null }) {
  const { t } = useTranslation("graph");
  return (
    <button
      type="button"
      onClick={() => showCard({ entry, entity })}
      className="flex max-w-full items-center gap-1.5 self-start rounded-sm text-xs text-subtle hover:text-accent"
    >
      <BookMarked size={13} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="truncate">{t("detail.openCard")}</span>
    </button>
  );
}
