// The editor of a scene, which is opened where it is not.
import type { Writing } from "@/editor/create";
import type { SceneId } from "@/ipc/types";
import { useDesk } from "./desk";
import { openScene } from "./open-scenes";

/** Tries for an editor that is about to come, ms between two. */
const PACE = 40;
const TRIES = 50;

/** The editor of a scene; null when it does not come, or when `isWanted` says that nobody waits for it any more. */
export async function editorOf(
  scene: SceneId,
  isWanted: () => boolean = () => true,
): Promise<Writing | null> {
  if (openScene(scene)?.writing == null) useDesk.setState({ scene, centre: { kind: "writing" } });
  for (let tries = 0; tries < TRIES; tries += 1) {
    const writing = openScene(scene)?.writing;
    if (writing != null) return writing;
    await new Promise((resolve) => setTimeout(resolve, PACE));
    if (!isWanted()) return null;
  }
  return null;
}
