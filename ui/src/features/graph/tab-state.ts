// The view state of the graph tab; kept while other tabs are shown.
import { create } from "zustand";
import type { AsOf } from "./as-of";
import type { EntityKind } from "./view-model";

interface TabState {
  /** All entities, the changes in the open chapter, or the connection of two entities. */
  view: "all" | "chapter" | "connection";
  /** The “as of” choice for an entity. */
  asOf: AsOf;
  filter: string;
  kind: EntityKind | "all";
  /** The names of the two entities whose connection is shown. */
  ends: { from: string; to: string };
  /** Whether connections follow only narrated statements. */
  narrated: boolean;
  /** Whether the view of connections was just asked for, and takes the keyboard. */
  takesFocus: boolean;
}

export const useTabState = create<TabState>(() => ({
  view: "all",
  asOf: "end",
  filter: "",
  kind: "all",
  ends: { from: "", to: "" },
  narrated: false,
  takesFocus: false,
}));
