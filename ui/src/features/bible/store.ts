// Whether a field is being added: the tab shows it, commands ask for it.
import { create } from "zustand";
import { showTab } from "@/desk/desk";

export const useBible = create<{ adding: boolean }>(() => ({ adding: false }));

/** Shows the tab with a new field to name. */
export function addField(): void {
  showTab("bible");
  useBible.setState({ adding: true });
}
