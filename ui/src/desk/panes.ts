// The panes beside the middle of the window: how wide they stand, and which of them gives way where there is no room for all.
// How wide the author made them is kept in the desk; a window that grows again shows them as they were. All widths are px of an
// interface at its usual size: the panes grow with what is in them.
import { useSyncExternalStore } from "react";
import { BINDER_WIDTH, type Centre, desk, INSPECTOR_WIDTH, type Pane, useDesk, WIDE } from "./desk";
import { useScale } from "./scaled";

/** The bounds of each pane's width, px. */
export const BOUNDS = {
  binder: { min: 180, max: 480 },
  inspector: { min: 240, max: 560 },
} as const;

/** The least width of the middle, px: with its margins a line of some twenty-five characters, and a bar with its buttons. */
const MIDDLE = 460;
/** The least width of what takes the room of the inspector too, px: a list beside what is chosen in it. */
const WIDE_MIDDLE = 680;

/** Widths as they stand, px; 0 is hidden. */
export interface Panes {
  binder: number;
  inspector: number;
}

export interface Wanted extends Panes {
  /** What the author asked for last: it stands even where it leaves little to the middle. */
  asked: Pane | null;
  centre: Centre;
}

/** How the panes stand in a window so many px wide. */
export function panesIn(room: number, { binder, inspector, asked, centre }: Wanted): Panes {
  const wide = WIDE.has(centre.kind);
  const least = wide ? WIDE_MIDDLE : MIDDLE;
  let has = { binder: binder > 0, inspector: inspector > 0 && !wide };
  const taken = (has.binder ? BOUNDS.binder.min : 0) + (has.inspector ? BOUNDS.inspector.min : 0);
  if (taken + least > room) {
    if (has.binder && has.inspector) {
      const inFront = asked ?? "binder";
      has = { binder: inFront === "binder", inspector: inFront === "inspector" };
    } else if (wide) has = { binder: has.binder && asked === "binder", inspector: false };
  }
  const within = (size: number, { min, max }: { min: number; max: number }, free: number) =>
    Math.max(min, Math.min(size, max, free));
  const free = room - least;
  const right = has.inspector
    ? within(inspector, BOUNDS.inspector, free - (has.binder ? BOUNDS.binder.min : 0))
    : 0;
  return { binder: has.binder ? within(binder, BOUNDS.binder, free - right) : 0, inspector: right };
}

/** How wide each pane may be made, px. */
export function mostIn(room: number, wanted: Wanted): Panes {
  const { binder, inspector } = BOUNDS;
  return {
    binder: panesIn(room, { ...wanted, binder: binder.max }).binder || binder.max,
    inspector: panesIn(room, { ...wanted, inspector: inspector.max }).inspector || inspector.max,
  };
}

/** How wide the window is to an interface of that size, px. */
export const roomAt = (scale: number): number => window.innerWidth / scale;

function onResize(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}

/** The same, as it is at this moment. */
export function useRoomWidth(): number {
  const scale = useScale();
  return useSyncExternalStore(onResize, () => roomAt(scale));
}

/** How the panes stand now. */
export const panesNow = (): Panes => panesIn(roomAt(desk().settings.interface_scale), desk());

/** Brings a pane into sight. */
export function showPane(pane: Pane): void {
  useDesk.setState(({ binder, inspector }) => ({
    asked: pane,
    binder: pane === "binder" ? binder || BINDER_WIDTH : binder,
    inspector: pane === "inspector" ? inspector || INSPECTOR_WIDTH : inspector,
  }));
}

/** Puts a pane away that is in sight, or brings it into sight. */
export function togglePane(pane: Pane): void {
  if (panesNow()[pane] === 0) showPane(pane);
  else useDesk.setState(pane === "binder" ? { binder: 0 } : { inspector: 0 });
}
