// What the tab of the graph looks at; kept while other tabs are open.
import { create } from "zustand";
import type { AsOf } from "./as-of";
import type { EntityKind } from "./view-model";

interface TabState {
  /** Everything there is, or what changes in the open chapter. */
  view: "all" | "chapter";
  /** As of when an entity is looked at. */
  asOf: AsOf;
  filter: string;
  kind: EntityKind | "all";
}

export const useTabState = create<TabState>(() => ({ view: "all", asOf: "end", filter: "", kind: "all" }));
