// The client-side part of an export: open drafts are saved as versions first.
import { flushAll, openScene, useOpenScenes } from "@/desk/open-scenes";
import type { ChosenPath, LayoutName } from "@/ipc/types";

/** Saves typed text and makes versions of open scenes whose text is not one yet. Rejects with a `Failure`. */
export async function saveOpenDrafts(): Promise<void> {
  await flushAll();
  for (const [id, { kept }] of useOpenScenes.getState().status) {
    if (kept !== "saved") await openScene(id)?.save();
  }
}

/** Whether a chosen location still fits the export. */
export function placeFits(
  place: ChosenPath,
  ending: string,
  layout: LayoutName,
  chosenFor: LayoutName,
): boolean {
  if (layout !== chosenFor) return false;
  return layout === "per_chapter" || place.name.toLowerCase().endsWith(`.${ending}`);
}
