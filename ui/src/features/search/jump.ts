// Going to a result: into the text, or to the tab of its item. A result has the offset at the time of the request; if
// the text was edited since, the nearest occurrence of the same text is used.
import { showItem, showTab } from "@/desk/desk";
import { editorOf } from "@/desk/editor-of";
import { arriveAt, goToChapter, goToScene, outline } from "@/desk/navigation";
import { openScene } from "@/desk/open-scenes";
import { noteJump } from "@/desk/places-been";
import type { Writing } from "@/editor/create";
import { type Mark, marksOf } from "@/editor/marks";
import { toUtf16 } from "@/editor/positions";
import type { SceneId, SearchHit, VolumeId } from "@/ipc/types";
import { locateSnippet } from "./hits";

const LAYER = "search";
let jumps = 0;
/** The scene whose text has marks. */
let marked: SceneId | null = null;

/** Goes to a result. */
export async function goToHit(hit: SearchHit): Promise<void> {
  const { place } = hit;
  jumps += 1;
  switch (place.of) {
    case "scene":
      return goToPassage(place.at.scene, hit);
    case "scene_synopsis":
      goToScene(place.at.scene);
      return showTab("part");
    case "chapter":
    case "chapter_summary":
      await goToChapter(place.id);
      return showTab("part");
    case "volume":
      await goToVolume(place.id);
      return showTab("part");
    case "lore":
      return showItem("lore", place.id);
    case "entity":
      return showItem("entity", place.id);
    case "thread":
      return showItem("thread", place.id);
    case "event":
      return showItem("event", place.id);
    case "bible":
      return showItem("bible", place.title);
  }
}

async function goToVolume(id: VolumeId): Promise<void> {
  const volume = (await outline()).volumes.find((one) => one.id === id);
  const first = volume?.chapters.find(({ scenes }) => scenes.length > 0);
  if (first !== undefined) await goToChapter(first.id);
}

async function goToPassage(scene: SceneId, hit: SearchHit): Promise<void> {
  const mine = jumps;
  noteJump();
  const writing = await editorOf(scene, () => mine === jumps);
  if (writing !== null) show(scene, writing, hit);
}

/** Selects the first match in the text and marks all of them; a passage found by meaning is marked as a whole. */
function show(scene: SceneId, writing: Writing, hit: SearchHit): void {
  const marks = marksIn(writing, hit);
  hideMarks();
  marked = scene;
  writing.setMarks({ layer: LAYER, moment: writing.moment(), unit: "utf16", marks });
  const [first] = marks;
  // A whole passage is not selected: typing would replace it.
  const end = hit.snippet.marks.length > 0 ? first?.to : first?.from;
  const place =
    first === undefined ? null : { from: first.from, to: end ?? first.from, unit: "utf16" as const };
  arriveAt(scene, place);
}

/** The ranges of a result in the current text. */
export function marksIn(writing: Writing, hit: SearchHit): Mark[] {
  const { doc } = writing.view.state;
  const { snippet, marks } = locateSnippet(hit);
  const [from = 0, to = 0] = toUtf16(doc, [snippet.start, snippet.end]);
  const words = hit.snippet.text;
  const at = doc.sliceString(from, to) === words ? from : nearestOccurrence(writing.text(), words, from);
  // The matched text is gone, but its place is known.
  if (at === null) return [];
  const whole = marks.length === 0;
  const ranges = whole
    ? [wholeOf(doc.length, at - from, toUtf16(doc, [hit.range.start, hit.range.end]))]
    : inUnits(words, hit.snippet.marks).map(([start, end]) => [at + start, at + end] as const);
  return ranges.map(([start, end], index) => ({
    id: `${index}`,
    from: start,
    to: end,
    kind: index === 0 && !whole ? "current-hit" : "hit",
  }));
}

function wholeOf(
  length: number,
  by: number,
  [from = 0, to = 0]: readonly number[],
): readonly [number, number] {
  return [Math.max(0, from + by), Math.min(length, to + by)];
}

/** Converts char ranges to string positions. */
function inUnits(
  words: string,
  ranges: readonly { start: number; end: number }[],
): (readonly [number, number])[] {
  const starts = [0];
  for (const char of words) starts.push((starts.at(-1) ?? 0) + char.length);
  const at = (char: number) => starts[Math.min(char, starts.length - 1)] ?? 0;
  return ranges.map(({ start, end }) => [at(start), at(end)] as const);
}

/** The occurrence nearest to a position; null if there is none. */
function nearestOccurrence(text: string, words: string, near: number): number | null {
  if (words === "") return null;
  const before = text.lastIndexOf(words, near);
  const after = text.indexOf(words, near);
  if (before < 0) return after < 0 ? null : after;
  return after < 0 || near - before <= after - near ? before : after;
}

/** Removes the marks of results from the text. */
export function hideMarks(): void {
  const writing = marked === null ? null : openScene(marked)?.writing;
  marked = null;
  if (writing == null || marksOf(writing.view.state, LAYER).length === 0) return;
  writing.setMarks({ layer: LAYER, moment: writing.moment(), unit: "utf16", marks: [] });
}
