// The entities of the project, by kind.
import type { TFunction } from "i18next";
import { SearchX, Waypoints } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FilterField } from "@/components/filter-field";
import { GroupedList } from "@/components/grouped-list";
import type { MenuEntry } from "@/components/menu-items";
import { openDialog, show, useDesk } from "@/desk/desk";
import type { EntityId, EntityView } from "@/ipc/types";
import { remove } from "./acts";
import { listedEntities } from "./content";
import { KindFilter } from "./kind-filter";
import { KindMark } from "./kind-mark";
import { KINDS } from "./kinds";
import { useTabState } from "./tab-state";

interface EntityListProps {
  entities: readonly EntityView[];
  shown: EntityId | null;
  onOpen: (entity: EntityId) => void;
}

const idOf = (entity: EntityView) => String(entity.id);

export function EntityList({ entities, shown, onOpen }: EntityListProps) {
  const { t, i18n } = useTranslation("graph");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const isInMiddle = useDesk((state) => state.centre.kind === "graph");
  const filter = useTabState((state) => state.filter);
  const kind = useTabState((state) => state.kind);
  const found = useMemo(
    () => listedEntities(entities, KINDS, filter, kind === "all" ? null : kind, i18n.language),
    [entities, filter, kind, i18n.language],
  );
  const groupOf = useCallback((entity: EntityView) => t(`kinds.${entity.kind}`), [t]);

  // The empty graph in the centre already explains how to begin.
  if (entities.length === 0 && isInMiddle) return null;
  if (entities.length === 0) return <NoEntities writable={writable} />;

  const removeOne = async (entity: EntityView) => {
    const at = found.indexOf(entity);
    const next = found[at + 1] ?? found[at - 1];
    if (!(await remove({ entity: entity.id }, entity.name)) || next === undefined) return;
    // The focused row is gone; the row in its place gets the focus.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-graph-list] [data-entry="${next.id}"] button`)?.focus(),
    );
  };
  return (
    <div data-graph-list className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1.5 px-3 py-2">
        <FilterField
          label={t("tab.filter")}
          placeholder={t("tab.filterShort")}
          value={filter}
          onChange={(next) => useTabState.setState({ filter: next })}
          count={t("tab.count", { n: found.length })}
          className="flex-1"
        />
        <KindFilter
          value={kind}
          onChange={(next) => useTabState.setState({ kind: next })}
          className="w-29 shrink-0"
        />
      </div>
      {found.length === 0 ? (
        <EmptyState compact icon={SearchX} title={t("tab.none")} text={t("tab.noneText")} />
      ) : (
        <GroupedList
          className="flex-1"
          label={t("tab.list")}
          entries={found}
          row={(entity) => <Row entity={entity} />}
          actsLabel={(entity) => t("tab.acts", { name: entity.name })}
          onOpen={(entity) => onOpen(entity.id)}
          isChosen={(entity) => entity.id === shown}
          onKey={(entity, event) => {
            if (event.key !== "Delete" || !writable) return false;
            void removeOne(entity);
            return true;
          }}
          actsOf={(entity) => actsOf(t, entity, writable ? () => void removeOne(entity) : undefined)}
          {...{ idOf, groupOf }}
        />
      )}
    </div>
  );
}

function Row({ entity }: { entity: EntityView }) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <KindMark kind={entity.kind} size={10} />
      <span className="max-w-full min-w-0 shrink-0 truncate">{entity.name}</span>
      {entity.aliases.length > 0 && (
        <span className="min-w-0 truncate text-xs text-faint">{entity.aliases.join(" · ")}</span>
      )}
    </span>
  );
}

/** Acts on an entity; without `onRemove` those that change it are disabled. */
function actsOf(t: TFunction<"graph">, { id }: EntityView, onRemove: (() => void) | undefined): MenuEntry[] {
  const disabled = onRemove === undefined;
  return [
    {
      id: "edit",
      label: t("tab.edit"),
      disabled,
      onSelect: () => openDialog({ name: "edit-entity", entity: id }),
    },
    {
      id: "fact",
      label: t("tab.newFact"),
      disabled,
      onSelect: () => openDialog({ name: "edit-fact", fact: null, subject: id }),
    },
    {
      id: "relation",
      label: t("tab.newRelation"),
      disabled,
      onSelect: () => openDialog({ name: "edit-relation", relation: null, from: id }),
    },
    { id: "around", label: t("tab.around"), onSelect: () => show({ kind: "graph", entity: id }) },
    { kind: "separator", id: "one" },
    {
      id: "remove",
      label: t("tab.remove"),
      shortcut: "Delete",
      danger: true,
      disabled,
      onSelect: () => onRemove?.(),
    },
  ];
}

/** How to begin. */
function NoEntities({ writable }: { writable: boolean }) {
  const { t } = useTranslation("graph");
  return (
    <EmptyState
      compact
      icon={Waypoints}
      title={t("empty.title")}
      text={t("empty.begin")}
      action={
        writable && (
          <>
            <Button size="sm" onClick={() => openDialog({ name: "edit-entity", entity: null })}>
              {t("tab.newEntity")}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => show({ kind: "review" })}>
              {t("tab.review")}
            </Button>
          </>
        )
      }
    />
  );
}
