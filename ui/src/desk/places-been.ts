// The places in the open novel that the author can go back and forward to.
import type { SceneId } from "@/ipc/types";
import { desk } from "./desk";
import { openScene } from "./open-scenes";
import { jumped, NO_PLACES, type Spot, stepped, type Way } from "./place-history";

let history = NO_PLACES;

/** Where the author is; null without a scene. */
function here(): Spot | null {
  const { scene } = desk();
  if (scene === null) return null;
  return { scene, caret: openScene(scene)?.writing?.selection().head ?? null };
}

/** The author is about to be taken elsewhere. */
export function noteJump(): void {
  const from = here();
  if (from !== null) history = jumped(history, from);
}

/** Whether there is a place to go to. */
export function hasPlace(way: Way, exists: (scene: SceneId) => boolean): boolean {
  return stepped(history, way, here(), exists) !== null;
}

/** Takes a step; null when there is no place to go to. */
export function takeStep(way: Way, exists: (scene: SceneId) => boolean): Spot | null {
  const step = stepped(history, way, here(), exists);
  if (step === null) return null;
  history = step.history;
  return step.to;
}

/** Forgets the places: scenes of another project have the same ids. */
export function forgetPlaces(): void {
  history = NO_PLACES;
}
