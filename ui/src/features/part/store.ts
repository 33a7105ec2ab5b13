// How the tab is looked at; kept while another scene or tab is shown.
import { create } from "zustand";

interface PartLook {
  /** Whether plans are unfolded; null: those that say something. */
  unfolded: boolean | null;
}

export const usePartLook = create<PartLook>(() => ({ unfolded: null }));
