// The places that the author was taken from by jumps, as a browser keeps pages: a jump pushes the place before it, going
// back and forward walks through them. Values only; `places-been` holds the history of the open novel.
import type { SceneId } from "@/ipc/types";

/** Where the author was. */
export interface Spot {
  scene: SceneId;
  /** UTF-16 offset in its text; null: where the caret was last. */
  caret: number | null;
}

/** The nearest place is the last in each list. */
export interface PlaceHistory {
  back: readonly Spot[];
  forward: readonly Spot[];
}

export type Way = keyof PlaceHistory;

export const NO_PLACES: PlaceHistory = { back: [], forward: [] };

/** The most places that are kept in each direction. */
export const MAX_PLACES = 50;

const isSame = (a: Spot, b: Spot | null): boolean => a.scene === b?.scene && a.caret === b.caret;

/** The history without its oldest places, with a place added unless it is the nearest already. */
function pushed(places: readonly Spot[], spot: Spot): readonly Spot[] {
  const nearest = places.at(-1);
  return nearest !== undefined && isSame(nearest, spot) ? places : [...places, spot].slice(-MAX_PLACES);
}

/** The history after a jump away from a place. What lay ahead is forgotten. */
export function jumped({ back }: PlaceHistory, from: Spot): PlaceHistory {
  return { back: pushed(back, from), forward: [] };
}

/** A step through the history: where it leads, and the history after it. */
export interface Step {
  to: Spot;
  history: PlaceHistory;
}

/**
 * The step to the nearest place in a direction; null when there is none. Places whose scene no longer exists, and the
 * place where the author is, are skipped and dropped.
 */
export function stepped(
  history: PlaceHistory,
  way: Way,
  here: Spot | null,
  exists: (scene: SceneId) => boolean,
): Step | null {
  const places = history[way];
  const at = places.findLastIndex((spot) => exists(spot.scene) && !isSame(spot, here));
  const to = places[at];
  if (to === undefined) return null;
  const other = way === "back" ? "forward" : "back";
  const behind = here === null ? history[other] : pushed(history[other], here);
  return { to, history: { ...history, [way]: places.slice(0, at), [other]: behind } };
}
