// How the tab of the context is looked at.
import { create } from "zustand";
import type { Act } from "@/ipc/types";

/** What would be sent, what was found in the book for it, what was written, and what was beyond the limits. */
export type ContextSide = "preview" | "memory" | "records" | "shelf";

/** Acts whose context can be looked at without a selection. */
export const PREVIEWED = ["draft", "continue", "card", "titles"] as const satisfies readonly Act[];
export type PreviewedAct = (typeof PREVIEWED)[number];

interface ContextView {
  side: ContextSide;
  act: PreviewedAct;
}

export const useContextView = create<ContextView>(() => ({ side: "preview", act: "draft" }));
