// What the tab of the graph looks at; kept while other tabs are open.
import { create } from "zustand";
import type { EntityKind } from "./view-model";

interface TabState {
  /** Everything there is, or what changes in the open chapter. */
  view: "all" | "chapter";
  /** As of which scene an entity is looked at: the last one of the book, or the open one. */
  asOf: "end" | "scene";
  filter: string;
  kind: EntityKind | "all";
}

export const useTabState = create<TabState>(() => ({ view: "all", asOf: "end", filter: "", kind: "all" }));
