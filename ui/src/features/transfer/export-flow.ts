// What an export does before and beside the backend's own work: drafts in front of the author become versions first.
import { flushAll, openScene, useOpenScenes } from "@/desk/open-scenes";
import type { ChosenPath, ExportText, FormatName, LayoutName } from "@/ipc/types";

/** Keeps what is typed and makes versions of the open scenes whose text is not one yet. Rejects with a `Failure`. */
export async function saveOpenDrafts(): Promise<void> {
  await flushAll();
  for (const [id, { kept }] of useOpenScenes.getState().status) {
    if (kept !== "saved") await openScene(id)?.save();
  }
}

/** Whether a chosen place still fits what is exported. */
export function placeFits(
  place: ChosenPath,
  format: FormatName,
  layout: LayoutName,
  chosenFor: LayoutName,
): boolean {
  if (layout !== chosenFor) return false;
  return layout === "per_chapter" || place.name.toLowerCase().endsWith(`.${format}`);
}

/** The request for an export; nothing is replaced unless the author said so. */
export function exportRequest(
  place: ChosenPath,
  format: FormatName,
  layout: LayoutName,
  replace: boolean,
): ExportText {
  return { out: place.path, format, layout, existing: replace ? "replace" : "keep" };
}
