// The position of composed letters that have wrapped to a new line. WebKit reports the end of the previous line as
// their start, and the input method would show its candidates there.
import { call } from "@/ipc/host";
import type { Area } from "@/ipc/types";

/** The rectangle of the first selected letter, when the selection starts at the end of the line above it. */
export function wrappedArea(rects: readonly DOMRect[]): Area | null {
  const [start] = rects;
  const letter = rects.find(({ width }) => width > 0);
  if (start === undefined || letter === undefined || start.bottom > letter.top) return null;
  const { x, y, width, height } = letter;
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function reportArea(): void {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return;
  const area = wrappedArea([...selection.getRangeAt(0).getClientRects()]);
  if (area !== null) void call("window.set_composed_area", area).catch(() => undefined);
}

/** Reports the position of wrapped letters to the system. Returns a function that stops it. */
export function followComposedLetters(): () => void {
  const follow = () => requestAnimationFrame(reportArea);
  window.addEventListener("compositionupdate", follow);
  return () => window.removeEventListener("compositionupdate", follow);
}
