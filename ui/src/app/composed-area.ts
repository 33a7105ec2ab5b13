// Where composed letters stand once they have gone on to a new line. WebKit takes the end of the old line for their
// beginning, and the input method would show its candidates there.
import { call } from "@/ipc/host";
import type { Area } from "@/ipc/types";

/** The place of the first selected letter, where the selection begins at the end of the line above it. */
export function wrappedArea(rects: readonly DOMRect[]): Area | null {
  const [start] = rects;
  const letter = rects.find(({ width }) => width > 0);
  if (start === undefined || letter === undefined || start.bottom > letter.top) return null;
  const { x, y, width, height } = letter;
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function tell(): void {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return;
  const area = wrappedArea([...selection.getRangeAt(0).getClientRects()]);
  if (area !== null) void call("window.set_composed_area", area).catch(() => undefined);
}

/** Tells the system where such letters are, after the line was broken anew. Answers with how to stop. */
export function followComposedLetters(): () => void {
  const follow = () => requestAnimationFrame(tell);
  window.addEventListener("compositionupdate", follow);
  return () => window.removeEventListener("compositionupdate", follow);
}
