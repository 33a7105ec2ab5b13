// The view state of the Context tab.
import { create } from "zustand";
import type { Act } from "@/ipc/types";

/** What would be sent, the retrieved memory, the generations, and the overflow. */
export type ContextSide = "preview" | "memory" | "records" | "shelf";

/** Acts whose context can be previewed without a selection. */
export const PREVIEWED = ["draft", "continue", "card", "titles"] as const satisfies readonly Act[];
export type PreviewedAct = (typeof PREVIEWED)[number];

interface ContextView {
  side: ContextSide;
  act: PreviewedAct;
}

export const useContextView = create<ContextView>(() => ({ side: "preview", act: "draft" }));
