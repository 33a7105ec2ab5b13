// The eight places of the tour, and how to show each.
import { show, showItem, showTab } from "@/desk/desk";
import { showPane } from "@/desk/panes";

/** A place, as its words key. */
export type PlaceName =
  | "binder"
  | "versions"
  | "lore"
  | "graph"
  | "threads"
  | "timeline"
  | "findings"
  | "checkpoints";

export interface TourPlace {
  name: PlaceName;
  /** Shows the place. */
  go: () => void;
}

const toText = () => show({ kind: "writing" });

/** In tour order. */
export const PLACES: readonly TourPlace[] = [
  {
    name: "binder",
    go: () => {
      toText();
      showTab("part");
      showPane("binder");
    },
  },
  {
    name: "versions",
    go: () => {
      toText();
      showTab("versions");
    },
  },
  {
    name: "lore",
    go: () => {
      toText();
      showItem("lore", null);
    },
  },
  {
    name: "graph",
    go: () => {
      showItem("entity", null);
      show({ kind: "graph", entity: null });
    },
  },
  {
    name: "threads",
    go: () => {
      toText();
      showItem("thread", null);
    },
  },
  {
    name: "timeline",
    go: () => {
      showItem("event", null);
      show({ kind: "timeline" });
    },
  },
  {
    name: "findings",
    go: () => {
      toText();
      showItem("findingsOf", "book");
    },
  },
  {
    name: "checkpoints",
    go: () => {
      toText();
      showTab("checkpoints");
    },
  },
];
