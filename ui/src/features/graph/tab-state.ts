// The view state of the graph tab; kept while other tabs are shown.
import { create } from "zustand";
import type { AsOf } from "./as-of";
import type { EntityKind } from "./view-model";

interface TabState {
  /** All entities, or the changes in the open chapter. */
  view: "all" | "chapter";
  /** The “as of” choice for an entity. */
  asOf: AsOf;
  filter: string;
  kind: EntityKind | "all";
}

export const useTabState = create<TabState>(() => ({ view: "all", asOf: "end", filter: "", kind: "all" }));
