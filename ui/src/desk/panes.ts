// Layout of the panes beside the middle of the window: how wide they are, and which gives way where there is no room
// for all. The desk stores the author's widths, so a window that grows again restores them. All widths are px at normal
// interface scale: the panes grow with their content.
import { useSyncExternalStore } from "react";
import { BINDER_WIDTH, type Centre, desk, INSPECTOR_WIDTH, type Pane, useDesk, WIDE } from "./desk";
import { useScale } from "./scaled";

/** The bounds of each pane's width, in px. */
export const BOUNDS = {
  binder: { min: 180, max: 480 },
  inspector: { min: 240, max: 560 },
} as const;

/**
 * Minimum width of the middle, in px: with its margins a line of some twenty-five characters, and a bar with its
 * buttons.
 */
const MIDDLE = 460;
/** Minimum width of the inspector when it is the only pane, in px: narrower ones cut its words. */
const INSPECTOR_ALONE = 280;
/** Minimum width of a view that also takes the inspector's space, in px: a list beside the selected item. */
const WIDE_MIDDLE = 680;

/** The shown widths, in px; 0 is hidden. */
export interface Panes {
  binder: number;
  inspector: number;
}

export interface Wanted extends Panes {
  /** The pane requested last; it stays even where it leaves little room for the middle. */
  requestedPane: Pane | null;
  centre: Centre;
}

/** The shown panes in a window `room` px wide. */
export function panesIn(room: number, { binder, inspector, requestedPane, centre }: Wanted): Panes {
  const wide = WIDE.has(centre.kind);
  const least = wide ? WIDE_MIDDLE : MIDDLE;
  let visible = { binder: binder > 0, inspector: inspector > 0 && !wide };
  const taken = (visible.binder ? BOUNDS.binder.min : 0) + (visible.inspector ? BOUNDS.inspector.min : 0);
  if (taken + least > room) {
    if (visible.binder && visible.inspector) {
      const preferred = requestedPane ?? "binder";
      visible = { binder: preferred === "binder", inspector: preferred === "inspector" };
    } else if (wide) visible = { binder: visible.binder && requestedPane === "binder", inspector: false };
  }
  const within = (size: number, { min, max }: { min: number; max: number }, free: number) =>
    Math.max(min, Math.min(size, max, free));
  const free = room - least;
  const { min, max } = BOUNDS.inspector;
  const inspectorBounds = { min: visible.binder ? min : INSPECTOR_ALONE, max };
  const right = visible.inspector
    ? within(inspector, inspectorBounds, free - (visible.binder ? BOUNDS.binder.min : 0))
    : 0;
  return { binder: visible.binder ? within(binder, BOUNDS.binder, free - right) : 0, inspector: right };
}

/** The maximum width of each pane, in px. */
export function maxIn(room: number, wanted: Wanted): Panes {
  const { binder, inspector } = BOUNDS;
  return {
    binder: panesIn(room, { ...wanted, binder: binder.max }).binder || binder.max,
    inspector: panesIn(room, { ...wanted, inspector: inspector.max }).inspector || inspector.max,
  };
}

/** The width of the window in px at the given interface scale. */
const roomAt = (scale: number): number => window.innerWidth / scale;

function onResize(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}

/** The current width of the window, in px at normal interface scale. */
export function useRoomWidth(): number {
  const scale = useScale();
  return useSyncExternalStore(onResize, () => roomAt(scale));
}

/** The panes as currently shown. */
export const panesNow = (): Panes => panesIn(roomAt(desk().settings.interface_scale), desk());

/** Shows a pane. */
export function showPane(pane: Pane): void {
  useDesk.setState(({ binder, inspector }) => ({
    requestedPane: pane,
    binder: pane === "binder" ? binder || BINDER_WIDTH : binder,
    inspector: pane === "inspector" ? inspector || INSPECTOR_WIDTH : inspector,
  }));
}

/** Hides a shown pane, or shows a hidden one. */
export function togglePane(pane: Pane): void {
  if (panesNow()[pane] === 0) showPane(pane);
  else useDesk.setState(pane === "binder" ? { binder: 0 } : { inspector: 0 });
}
