// The graph tab of the inspector: the entities, the changes in the open chapter, the connection of two entities, or one
// entity. The list keeps its place while an entity is shown.
import { Plus, Waypoints } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { returnFocus } from "@/components/detail-pane";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { isFocusLost } from "@/components/lost-focus";
import { Menu } from "@/components/menu";
import { Segmented } from "@/components/segmented";
import { openDialog, show, showItem, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { OutlineView } from "@/ipc/types";
import { ChapterChanges } from "./chapter-changes";
import { Connection } from "./connection";
import { placesOf } from "./content";
import { EntityDetail } from "./entity-detail";
import { EntityList } from "./entity-list";
import { useTabState } from "./tab-state";

const NOTHING: OutlineView = { volumes: [] };

export function GraphTab() {
  const { t } = useTranslation("graph");
  const shown = useDesk((state) => state.shown.entity);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const view = useTabState((state) => state.view);
  const entities = useAnswer("kg.entities", {});
  const outline = useAnswer("manuscript.outline", {});
  const list = useRef<HTMLDivElement>(null);
  /** Whether the focus was last in here, even if the focused element was removed. */
  const inside = useRef(false);
  const places = placesOf(outline.data ?? NOTHING);

  const losesFocus = () => {
    const isGone = inside.current && isFocusLost();
    return isGone || list.current?.contains(document.activeElement) === true;
  };
  const back = () => {
    showItem("entity", null);
    returnFocus(list.current, [`[data-entry="${shown}"] button`, '[data-stop="true"]', "button, input"]);
  };

  return (
    <section
      aria-label={t("tab.title")}
      onFocus={() => {
        inside.current = true;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null) inside.current = currentTarget.contains(relatedTarget);
      }}
      className="flex h-full min-h-0 flex-col text-sm"
    >
      <div ref={list} className={shown === null ? "flex min-h-0 flex-1 flex-col" : "hidden"}>
        <div className="flex shrink-0 items-center gap-1 border-b border-line py-1 pr-1.5 pl-3">
          <Segmented<"all" | "chapter" | "connection">
            label={t("tab.view")}
            hideLabel
            value={view}
            onChange={(next) => useTabState.setState({ view: next })}
            options={[
              { value: "all", label: t("tab.all") },
              { value: "chapter", label: t("tab.chapter") },
              { value: "connection", label: t("tab.connection") },
            ]}
          />
          <span className="flex-1" />
          <IconButton
            icon={Waypoints}
            label={t("tab.openGraph")}
            onClick={() => show({ kind: "graph", entity: null })}
          />
          <Menu
            align="end"
            trigger={<IconButton icon={Plus} label={t("tab.new")} disabled={!writable} />}
            items={[
              {
                id: "entity",
                label: t("tab.newEntity"),
                onSelect: () => openDialog({ name: "edit-entity", entity: null }),
              },
              {
                id: "fact",
                label: t("tab.newFact"),
                onSelect: () => openDialog({ name: "edit-fact", fact: null }),
              },
              {
                id: "relation",
                label: t("tab.newRelation"),
                onSelect: () => openDialog({ name: "edit-relation", relation: null }),
              },
            ]}
          />
        </div>
        {entities.error !== null ? (
          <div className="p-3">
            <FailureState failure={entities.error} onRetry={() => void entities.refetch()} />
          </div>
        ) : entities.data === undefined || (view === "chapter" && outline.data === undefined) ? (
          <LoadingState rows={10} />
        ) : view === "chapter" ? (
          <ChapterChanges outline={outline.data ?? NOTHING} places={places} />
        ) : view === "connection" ? (
          <Connection entities={entities.data.entities} places={places} />
        ) : (
          <EntityList
            entities={entities.data.entities}
            shown={shown}
            onOpen={(entity) => showItem("entity", entity)}
          />
        )}
      </div>
      {shown !== null && (
        <EntityDetail
          // Another entity starts at its top.
          key={shown}
          entity={shown}
          places={places}
          takesFocus={losesFocus}
          onBack={back}
        />
      )}
    </section>
  );
}
