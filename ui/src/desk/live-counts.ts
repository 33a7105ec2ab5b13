// Counts beyond the outline: open scenes are counted as they are typed, the outline only when it is queried.
import type { OutlineView, SceneId, Totals } from "@/ipc/types";
import { minus, NO_COUNTS, plus } from "./counts";
import { type Located, locate } from "./navigation";
import type { SceneStatus } from "./open-scene";

/** The difference between the open scenes and the outline's counts, for the scenes accepted by `inside`. */
export function liveChange(
  outline: OutlineView,
  status: ReadonlyMap<SceneId, SceneStatus>,
  inside: (place: Located, scene: SceneId) => boolean,
): Totals {
  let change = NO_COUNTS;
  for (const [id, { counts }] of status) {
    const place = locate(outline, id);
    if (place !== undefined && inside(place, id)) change = plus(change, minus(counts, place.scene.counts));
  }
  return change;
}
