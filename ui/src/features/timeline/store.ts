// The view state of the timeline, shared by the inspector and the centre.
import { create } from "zustand";
import type { TimelineOrder } from "./view-model";

interface Looking {
  order: TimelineOrder;
  /** The selected event. */
  selected: string | null;
}

export const useLooking = create<Looking>(() => ({ order: "story", selected: null }));
