// The graph's facts about an entity, for its card in another tab, with acts to add more.
import { Plus, Route, Waypoints } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import { openDialog, show, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { EntityId, OutlineView } from "@/ipc/types";
import { useAsOf } from "./as-of";
import { openConnection } from "./connection";
import { placesOf } from "./content";
import { EntityStatements } from "./entity-statements";
import { useTabState } from "./tab-state";

const NOTHING: OutlineView = { volumes: [] };

export function CardFacts({ entity }: { entity: EntityId }) {
  const { t } = useTranslation("graph");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const at = useAsOf(useTabState((state) => state.asOf));
  const outline = useAnswer("manuscript.outline", {});
  const places = placesOf(outline.data ?? NOTHING);
  const { data, error, refetch } = useAnswer("kg.entity", { entity, at });
  if (error !== null) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState rows={4} />;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Menu
          trigger={
            <Button size="sm" icon={Plus} disabled={!writable}>
              {t("tab.new")}
            </Button>
          }
          items={[
            {
              id: "fact",
              label: t("tab.newFact"),
              onSelect: () => openDialog({ name: "edit-fact", fact: null, subject: entity }),
            },
            {
              id: "relation",
              label: t("tab.newRelation"),
              onSelect: () => openDialog({ name: "edit-relation", relation: null, from: entity }),
            },
            {
              id: "entity",
              label: t("edit.entity"),
              onSelect: () => openDialog({ name: "edit-entity", entity }),
            },
          ]}
        />
        <Button size="sm" icon={Waypoints} onClick={() => show({ kind: "graph", entity })}>
          {t("tab.around")}
        </Button>
        <Button size="sm" icon={Route} onClick={() => openConnection(data.name)}>
          {t("tab.connect")}
        </Button>
      </div>
      <EntityStatements card={data} places={places} />
    </div>
  );
}
