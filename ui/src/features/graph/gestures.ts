// Mouse and trackpad on the graph: click to select, double-click to show surroundings, drag an entity or the view,
// wheel to zoom, two fingers to pan.
import type { Spot } from "./camera";
import type { Surface } from "./surface";

export interface GestureActs {
  onSelect: (id: string | null) => void;
  onFocus: (id: string) => void;
}

/** A press that moves less is a click, px. */
const CLICK_SLACK = 4;

/** Mouse wheels turn in large even steps and never sideways; fingers move in small ones. */
function isMouseWheel(event: WheelEvent): boolean {
  if (event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL) return true;
  return event.deltaX === 0 && Math.abs(event.deltaY) >= 48 && Number.isInteger(event.deltaY);
}

/** Listens until the returned function is called. `acts` is queried at each event. */
export function listenToGestures(host: HTMLElement, surface: Surface, acts: () => GestureActs): () => void {
  let pressed: { id: string | null; from: Spot; last: Spot; dragged: boolean } | null = null;
  const off = new AbortController();
  const listening = { signal: off.signal };

  const spotOf = (event: MouseEvent): Spot => {
    const box = host.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const hover = (id: string | null) => {
    host.style.cursor = id === null ? "" : "pointer";
    surface.hover(id);
  };

  host.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      const from = spotOf(event);
      pressed = { id: surface.hit(from), from, last: from, dragged: false };
      host.setPointerCapture(event.pointerId);
    },
    listening,
  );

  host.addEventListener(
    "pointermove",
    (event) => {
      const spot = spotOf(event);
      if (pressed === null) {
        hover(surface.hit(spot));
        return;
      }
      if (!pressed.dragged && Math.hypot(spot.x - pressed.from.x, spot.y - pressed.from.y) < CLICK_SLACK)
        return;
      pressed.dragged = true;
      if (pressed.id === null) {
        host.style.cursor = "grabbing";
        surface.pan(spot.x - pressed.last.x, spot.y - pressed.last.y);
      } else surface.drag(pressed.id, spot);
      pressed.last = spot;
    },
    listening,
  );

  host.addEventListener(
    "pointerup",
    (event) => {
      if (pressed === null) return;
      const { id, dragged } = pressed;
      pressed = null;
      host.style.cursor = "";
      if (!dragged) acts().onSelect(id);
      hover(surface.hit(spotOf(event)));
    },
    listening,
  );

  host.addEventListener(
    "pointercancel",
    () => {
      pressed = null;
      hover(null);
    },
    listening,
  );
  host.addEventListener("pointerleave", () => pressed === null && hover(null), listening);

  host.addEventListener(
    "dblclick",
    (event) => {
      const id = surface.hit(spotOf(event));
      if (id !== null) acts().onFocus(id);
    },
    listening,
  );

  host.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const pinch = event.ctrlKey || event.metaKey;
      if (!pinch && !isMouseWheel(event)) {
        surface.pan(-event.deltaX, -event.deltaY);
        return;
      }
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 24;
      const turn = Math.max(-160, Math.min(160, event.deltaY * lines));
      surface.zoom(Math.exp(-turn * (pinch && !isMouseWheel(event) ? 0.01 : 0.0022)), spotOf(event));
    },
    { ...listening, passive: false },
  );

  return () => off.abort();
}
