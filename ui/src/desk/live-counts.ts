// What the author has typed beyond the outline: open scenes are counted as they are written, the outline when it is asked for.
import type { OutlineView, SceneId, Totals } from "@/ipc/types";
import { minus, NO_COUNTS, plus } from "./counts";
import { type Located, locate } from "./navigation";
import type { SceneStatus } from "./open-scene";

/** How far the open scenes are from the outline's counts, of those that `inside` names. */
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
