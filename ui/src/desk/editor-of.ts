// Finds a scene's editor, opening the scene first if needed.
import type { Writing } from "@/editor/create";
import type { SceneId } from "@/ipc/types";
import { useDesk } from "./desk";
import { openScene } from "./open-scenes";

/** Interval between tries for an editor that is about to open, in ms. */
const RETRY_INTERVAL = 40;
const MAX_TRIES = 50;

/** The editor of a scene; null when it does not open in time, or when `isWanted` says that it is no longer needed. */
export async function editorOf(
  scene: SceneId,
  isWanted: () => boolean = () => true,
): Promise<Writing | null> {
  if (openScene(scene)?.writing == null) useDesk.setState({ scene, centre: { kind: "writing" } });
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const writing = openScene(scene)?.writing;
    if (writing != null) return writing;
    await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL));
    if (!isWanted()) return null;
  }
  return null;
}
