// Going to places in open editors.
import { takeHeldTyping } from "@/desk/held-typing";
import { onReveal, type Place } from "@/desk/navigation";
import { openScene } from "@/desk/open-scenes";
import type { Writing } from "@/editor/create";
import { toUtf16 } from "@/editor/positions";
import type { SceneId } from "@/ipc/types";

/** Focuses a text and inserts what was typed before it was ready. */
export function receive(writing: Writing): void {
  takeHeldTyping((words, by) => {
    writing.focus();
    writing.type(words, by);
  });
}

/** Scrolls to a place, and selects it or points it out. */
export function revealIn(writing: Writing, place: Place): void {
  const { from, to, unit, select } = place;
  const [start = 0, end = 0] = unit === "utf16" ? [from, to] : toUtf16(writing.view.state.doc, [from, to]);
  writing.reveal({ from: start, to: end }, select ? "select" : "point out");
  receive(writing);
}

onReveal((scene, place) => {
  const writing = openScene(scene)?.writing;
  if (writing == null) return false;
  if (place === null) {
    // It may be out of view among other scenes of its chapter.
    writing.showCaret();
    receive(writing);
  } else revealIn(writing, place);
  return true;
});

/** The scenes on the page, in order, for arrow keys at the ends of a text. */
let order: readonly SceneId[] = [];

export function setOrder(scenes: readonly SceneId[]): void {
  order = scenes;
}

/** An arrow key left a text at its top or bottom: the caret continues in the adjacent one. */
export function leave(scene: SceneId, direction: "up" | "down"): void {
  const next = order[order.indexOf(scene) + (direction === "down" ? 1 : -1)];
  const writing = next === undefined ? null : openScene(next)?.writing;
  if (writing == null || next === scene) return;
  const at = direction === "down" ? 0 : writing.length();
  revealIn(writing, { from: at, to: at, unit: "utf16" });
}

/** A press below all texts on the page: the caret goes to the end of the last one. */
export function goToEnd(): void {
  const last = order.at(-1);
  const writing = last === undefined ? null : openScene(last)?.writing;
  if (writing == null) return;
  const at = writing.length();
  revealIn(writing, { from: at, to: at, unit: "utf16" });
}
