// The rectangle of a text range in the window, for popups shown beside it.
import type { EditorView } from "@codemirror/view";

/** In CSS pixels of the window. */
export interface PlaceRect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** One rectangle per visual row of a short range: one, or two when it is wrapped. None while it is not drawn. */
export function rectsOf(view: EditorView, from: number, to: number): PlaceRect[] {
  const start = view.coordsAtPos(from, 1);
  const end = view.coordsAtPos(to, -1);
  if (!start || !end) return [];
  const row = (left: number, right: number, { top, bottom }: PlaceRect): PlaceRect => ({
    left,
    top,
    right,
    bottom,
  });
  if (end.top < start.bottom) return [row(start.left, end.right, start)];
  const content = view.contentDOM.getBoundingClientRect();
  return [row(start.left, content.right, start), row(content.left, end.right, end)];
}

/** Whether a point is inside a rectangle or on its edge. */
export function holds({ left, top, right, bottom }: PlaceRect, x: number, y: number): boolean {
  return x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
}
