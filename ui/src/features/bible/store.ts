// Whether a field is being added: set by commands, read by the tab.
import { create } from "zustand";
import { showTab } from "@/desk/desk";

export const useBible = create<{ adding: boolean }>(() => ({ adding: false }));

/** Shows the tab with a new field to name. */
export function addField(): void {
  showTab("bible");
  useBible.setState({ adding: true });
}
