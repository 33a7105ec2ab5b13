// How the timeline is looked at, in the inspector and in the middle of the window alike.
import { create } from "zustand";
import type { TimelineOrder } from "./view-model";

interface Looking {
  order: TimelineOrder;
  /** The event that is chosen in the list. */
  selected: string | null;
}

export const useLooking = create<Looking>(() => ({ order: "story", selected: null }));
