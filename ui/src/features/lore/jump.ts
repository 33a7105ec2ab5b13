// Going to a mention: at the offset from the backend, or at the nearest occurrence of its text.
import { goToScene } from "@/desk/navigation";
import { openScene } from "@/desk/open-scenes";
import { toUtf16 } from "@/editor/positions";
import type { TextHit } from "@/ipc/types";

/** The occurrence nearest to a position; null if there is none. */
export function nearestOccurrence(text: string, words: string, near: number): number | null {
  if (words === "") return null;
  const before = text.lastIndexOf(words, near);
  const after = text.indexOf(words, near);
  if (before < 0) return after < 0 ? null : after;
  return after < 0 || near - before <= after - near ? before : after;
}

/** Shows a mention in the text. */
export function goToHit({ scene, range, excerpt }: TextHit): void {
  const writing = openScene(scene)?.writing;
  if (writing == null) {
    goToScene(scene, { from: range.start, to: range.end, unit: "chars" });
    return;
  }
  const [from = 0, to = 0] = toUtf16(writing.view.state.doc, [range.start, range.end]);
  const found =
    writing.view.state.sliceDoc(from, to) === excerpt.found
      ? from
      : nearestOccurrence(writing.text(), excerpt.found, from);
  goToScene(scene, found === null ? null : { from: found, to: found + excerpt.found.length, unit: "utf16" });
}
