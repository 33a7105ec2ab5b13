import { BookMarked } from "lucide-react";
import type { ReactNode } from "react";
import type { Feature } from "@/desk/feature";
import type { CardKey, EntityId } from "@/ipc/types";
import { AddAliasDialog } from "./add-alias-dialog";
import { commands } from "./commands";
import { ExportLoreDialog } from "./export-dialog";
import { ImportLoreDialog } from "./import-dialog";
import { LoreTab } from "./lore-tab";
import { MergeCardsDialog } from "./merge-dialog";
import { NewLoreDialog } from "./new-lore-dialog";
import { RemovedLoreDialog } from "./removed-dialog";
import { UnknownNamesDialog } from "./unknown-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    "new-lore": { title?: string };
    /** Adds an alias to an entry or entity chosen in the dialog. */
    "add-alias": { alias: string };
    "import-lore": unknown;
    "export-lore": unknown;
    "removed-lore": unknown;
    "unknown-names": unknown;
    /** Merges two cards: `from` disappears; `into` stays, if already known. */
    "merge-cards": { from: CardKey; into?: CardKey };
  }
  interface InspectorTabs {
    lore: unknown;
  }
}

declare module "@/desk/feature" {
  interface Slots {
    /** What the graph states about the entity of a card. */
    cardFacts: (props: { entity: EntityId }) => ReactNode;
  }
}

export const feature: Feature = {
  place: 170,
  commands,
  dialogs: {
    NewLoreDialog,
    AddAliasDialog,
    RemovedLoreDialog,
    UnknownNamesDialog,
    MergeCardsDialog,
    ImportLoreDialog,
    ExportLoreDialog,
  },
  tab: { id: "lore", place: 30, icon: BookMarked, content: (slot) => <LoreTab facts={slot("cardFacts")} /> },
};
