// The view state of the tab; kept while another scene or tab is shown.
import { create } from "zustand";

interface PartLook {
  /** Whether plans are expanded; null: those that are not empty. */
  unfolded: boolean | null;
}

export const usePartLook = create<PartLook>(() => ({ unfolded: null }));
