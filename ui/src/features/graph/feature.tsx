import { Waypoints } from "lucide-react";
import type { Feature } from "@/desk/feature";
import type { EntityId } from "@/ipc/types";
import { CardFacts } from "./card-facts";
import { commands } from "./commands";
import { GraphDialogs } from "./graph-dialogs";
import { GraphTab } from "./graph-tab";

declare module "@/desk/desk" {
  interface Dialogs {
    /** Without an id it creates a new one. A passage is the place that mentions it, or its evidence. */
    "edit-entity": { entity: EntityId | null; called?: string };
    "edit-fact": { fact: number | null; subject?: EntityId; passage?: Passage };
    "edit-relation": { relation: number | null; from?: EntityId; passage?: Passage };
  }
  interface InspectorTabs {
    graph: unknown;
  }
}

export const feature: Feature = {
  place: 180,
  commands,
  dialogs: { GraphDialogs },
  tab: { id: "graph", place: 40, icon: Waypoints, content: () => <GraphTab /> },
  fills: { cardFacts: CardFacts },
};
