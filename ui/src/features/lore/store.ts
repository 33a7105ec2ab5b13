// The view state of the entries; kept while another tab is shown.
import { create } from "zustand";
import type { LoreKind } from "@/ipc/types";
import type { Sort } from "./rows";

interface LoreView {
  query: string;
  kind: LoreKind | null;
  sort: Sort;
  /** All; mentioned in the open scene; active there: constant entries, and those whose names or keywords appear. */
  scope: "all" | "scene" | "triggered";
  /** The shown part of a card. */
  part: "says" | "related" | "mentions";
}

export const useLoreView = create<LoreView>(() => ({
  query: "",
  kind: null,
  sort: "name",
  scope: "all",
  part: "says",
}));
