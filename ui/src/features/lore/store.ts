// How the entries are looked at; kept while another tab is shown.
import { create } from "zustand";
import type { LoreKind } from "@/ipc/types";
import type { Sort } from "./rows";

interface LoreView {
  query: string;
  kind: LoreKind | null;
  sort: Sort;
  /** All; what the open scene mentions; what it brings up: constant entries, and those whose words stand there. */
  scope: "all" | "scene" | "triggered";
  /** What of a card is shown. */
  part: "says" | "related" | "mentions";
}

export const useLoreView = create<LoreView>(() => ({
  query: "",
  kind: null,
  sort: "name",
  scope: "all",
  part: "says",
}));
