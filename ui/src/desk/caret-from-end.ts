// The caret of a scene that becomes the end of another one, when scenes are joined.
import type { SceneId } from "@/ipc/types";
import type { Place } from "./navigation";
import { currentText, openScene } from "./open-scenes";

/** The caret's distance from the end of a scene's text, in UTF-16 units; null without an editor. */
export function caretFromEnd(scene: SceneId): number | null {
  const writing = openScene(scene)?.writing;
  return writing == null ? null : writing.text().length - writing.selection().head;
}

/** The place at a distance from the end of a scene's text. */
export async function placeFromEnd(scene: SceneId, distance: number): Promise<Place> {
  const at = (await currentText(scene)).length - distance;
  return { from: at, to: at, unit: "utf16" };
}
