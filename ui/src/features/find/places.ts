// Matches in open editors: as marks, and as places to go to.
import { desk, useDesk } from "@/desk/desk";
import { arriveAt } from "@/desk/navigation";
import { openScene, useOpenScenes } from "@/desk/open-scenes";
import { noteJump } from "@/desk/places-been";
import type { Writing } from "@/editor/create";
import { type Mark, marksOf } from "@/editor/marks";
import { toUtf16 } from "@/editor/positions";
import type { SceneId, TextFound, TextHit } from "@/ipc/types";

const LAYER = "find";
/** Maximum chars of a match in an excerpt. */
const MAX_MATCH_LENGTH = 200;

/** The text of an editor at the time of a request. */
export interface Seen {
  writing: Writing;
  moment: number;
  doc: Writing["view"]["state"]["doc"];
}

function look(writing: Writing): Seen {
  return { writing, moment: writing.moment(), doc: writing.view.state.doc };
}

/** The current texts of all open editors. */
export function lookAtOpen(): Map<SceneId, Seen> {
  const seen = new Map<SceneId, Seen>();
  for (const id of useOpenScenes.getState().status.keys()) {
    const writing = openScene(id)?.writing;
    if (writing != null) seen.set(id, look(writing));
  }
  return seen;
}

/** The matches of a text as marks. A match whose text is gone is omitted: the author typed meanwhile. */
function marksFor(hits: readonly { hit: TextHit; index: number }[], { doc }: Seen, current: number): Mark[] {
  const starts = toUtf16(
    doc,
    hits.map(({ hit }) => hit.range.start),
  );
  const ends = toUtf16(
    doc,
    hits.map(({ hit }) => hit.range.end),
  );
  return hits.flatMap(({ hit, index }, at) => {
    const from = starts[at] ?? 0;
    const to = ends[at] ?? 0;
    const { found } = hit.excerpt;
    const whole = hit.range.end - hit.range.start <= MAX_MATCH_LENGTH;
    if (whole && doc.sliceString(from, to) !== found) return [];
    return [{ id: `${index}`, from, to, kind: index === current ? "current-hit" : "hit" } satisfies Mark];
  });
}

function hitsByScene(found: TextFound): Map<SceneId, { hit: TextHit; index: number }[]> {
  const byScene = new Map<SceneId, { hit: TextHit; index: number }[]>();
  for (const [index, hit] of found.hits.entries()) {
    const list = byScene.get(hit.scene);
    if (list === undefined) byScene.set(hit.scene, [{ hit, index }]);
    else list.push({ hit, index });
  }
  return byScene;
}

/** Marks the matches in all open editors whose text was searched; a newly opened editor is taken as it is. */
export function showMarks(found: TextFound | null, current: number, seen: Map<SceneId, Seen>): void {
  const byScene = found === null ? null : hitsByScene(found);
  for (const id of useOpenScenes.getState().status.keys()) {
    const writing = openScene(id)?.writing;
    if (writing == null) continue;
    const hits = byScene?.get(id) ?? [];
    if (hits.length === 0 && marksOf(writing.view.state, LAYER).length === 0) continue;
    let text = seen.get(id);
    if (text?.writing !== writing) {
      text = look(writing);
      seen.set(id, text);
    }
    const marks = marksFor(hits, text, current);
    writing.setMarks({ layer: LAYER, moment: text.moment, unit: "utf16", marks });
  }
}

/** Removes all marks. */
export function hideMarks(): void {
  showMarks(null, -1, new Map());
}

/** The current range of a match in its editor: its mark moved with the text; null if it is gone. */
export function placeOf(writing: Writing, index: number): { from: number; to: number } | null {
  return marksOf(writing.view.state, LAYER).find(({ id }) => id === `${index}`) ?? null;
}

/** The number of matches in an editor before its selection, and whether the next one is selected. */
export function beforeSelection(writing: Writing): { count: number; selected: boolean } {
  const { from, to } = writing.selection();
  const marks = marksOf(writing.view.state, LAYER);
  const selected = marks.some((mark) => mark.from === from && mark.to === to);
  return { count: marks.filter((mark) => mark.from < from).length, selected };
}

/** Whether a match is selected in the open scene. */
function isAtMatch(): boolean {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  return writing != null && beforeSelection(writing).selected;
}

/** Polling interval for an opening editor, ms. */
const POLL_INTERVAL = 40;
const MAX_POLLS = 50;
let reveals = 0;

/** Reveals a match in its text. The focus stays unless `focus` moves it to the text. */
export async function reveal(hit: TextHit, index: number, focus: boolean): Promise<void> {
  reveals += 1;
  const mine = reveals;
  // From match to match is one jump.
  if (!isAtMatch()) noteJump();
  const { start, end } = hit.range;
  if (openScene(hit.scene)?.writing == null) {
    if (focus) return arriveAt(hit.scene, { from: start, to: end, unit: "chars", select: true });
    useDesk.setState({ scene: hit.scene, centre: { kind: "writing" } });
  }
  for (let tries = 0; tries < MAX_POLLS; tries += 1) {
    const writing = openScene(hit.scene)?.writing;
    if (writing != null) {
      useDesk.setState({ scene: hit.scene, centre: { kind: "writing" } });
      const [from = 0, to = 0] = toUtf16(writing.view.state.doc, [start, end]);
      writing.reveal(placeOf(writing, index) ?? { from, to }, "select");
      if (focus) writing.focus();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
    if (mine !== reveals) return;
  }
}
