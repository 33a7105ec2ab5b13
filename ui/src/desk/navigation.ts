// Navigation to a place in the manuscript.

import { answers, currentAnswer } from "@/ipc/queries";
import type { ChapterId, ChapterView, OutlineView, SceneId, SceneView, VolumeView } from "@/ipc/types";
import { desk, useDesk } from "./desk";
import { holdTyping, whileHolding } from "./held-typing";
import { openScene } from "./open-scenes";
import type { Way } from "./place-history";
import { hasPlace, noteJump, takeStep } from "./places-been";
import { turns } from "./turns";

/** A place in a scene's text, in UTF-16 units of the editor, or in char offsets of its working text. */
export interface Place {
  from: number;
  to: number;
  unit: "chars" | "utf16";
  /** Selects the place, so that the next key replaces it. By default the caret is put before it, and it is marked. */
  select?: true;
}

/** The place that the opening editor should go to. */
let pending: { scene: SceneId; place: Place } | null = null;

/** Reveals a place; set by the writing feature. */
let reveal: (scene: SceneId, place: Place | null) => boolean = () => false;

export function onReveal(handler: typeof reveal): void {
  reveal = handler;
}

/** Takes the place that a newly opened editor should go to. */
export function takeWaitingPlace(scene: SceneId): Place | undefined {
  if (pending?.scene !== scene) return undefined;
  const { place } = pending;
  pending = null;
  return place;
}

/** Forgets the pending place: scenes of another project have the same ids. */
export function forgetWaitingPlace(): void {
  pending = null;
}

/**
 * Opens a scene in the middle of the window, at a place if given, otherwise at its last caret position; nothing there is
 * selected. Text typed until its editor opens goes into that editor. The author can go back to the place before.
 */
export function goToScene(scene: SceneId, place: Place | null = null): void {
  if (place !== null || desk().scene !== scene) noteJump();
  arriveAt(scene, place);
}

/** The same for a jump that was noted when it began, before a text was opened to look for the place in it. */
export function arriveAt(scene: SceneId, place: Place | null): void {
  // Before the scene changes: an outline without it would send the window elsewhere.
  expectInOutline(scene);
  useDesk.setState({ scene, centre: { kind: "writing" } });
  const shown = openScene(scene)?.writing != null && reveal(scene, place);
  if (shown || pending?.scene !== scene) pending = null;
  if (shown) return;
  if (place !== null) pending = { scene, place };
  holdTyping();
}

/** The outline; fetched when it is not cached or has changed. */
export function outline(): Promise<OutlineView> {
  return currentAnswer("manuscript.outline", {});
}

/** Fetches the outline again unless the shown one has the scene. */
function expectInOutline(scene: SceneId): void {
  const queryKey = ["manuscript.outline", {}];
  const shown = answers.getQueryData<OutlineView>(queryKey);
  if (shown !== undefined && locate(shown, scene) === undefined) {
    void answers.invalidateQueries({ queryKey, exact: true });
  }
}

/** Whether there is a place to go back or forward to, by the outline shown. */
export function canGo(way: Way): boolean {
  const shown = answers.getQueryData<OutlineView>(["manuscript.outline", {}]);
  return hasPlace(way, (scene) => shown === undefined || locate(shown, scene) !== undefined);
}

/** Goes back to where the author was before a jump, or forward again. */
export function go(way: Way): Promise<void> {
  return leadInTurn(async () => {
    const now = await outline();
    const spot = takeStep(way, (scene) => locate(now, scene) !== undefined);
    if (spot === null) return;
    const { scene, caret } = spot;
    arriveAt(scene, caret === null ? null : { from: caret, to: caret, unit: "utf16" });
  });
}

/** A chapter with its position in the book. */
export interface Located {
  volume: VolumeView;
  chapter: ChapterView;
  /** Index among all chapters of the book, from 0. */
  index: number;
}

const located = new WeakMap<OutlineView, Map<SceneId, Located & { scene: SceneView }>>();

/** The position of a scene in the book. */
export function locate(outline: OutlineView, scene: SceneId): (Located & { scene: SceneView }) | undefined {
  let places = located.get(outline);
  if (places === undefined) {
    places = new Map();
    let index = 0;
    for (const volume of outline.volumes) {
      for (const chapter of volume.chapters) {
        for (const view of chapter.scenes) places.set(view.id, { volume, chapter, index, scene: view });
        index += 1;
      }
    }
    located.set(outline, places);
  }
  return places.get(scene);
}

const scenesIn = (outline: OutlineView): SceneView[] =>
  outline.volumes.flatMap((volume) => volume.chapters).flatMap((chapter) => chapter.scenes);

/**
 * Where to go when a scene has left the manuscript: the nearest scene after it that is still in `now`, else the nearest
 * before it, by the last outline that had it. Without such an outline, the first scene.
 */
export function neighbour(scene: SceneId | null, last: OutlineView | null, now: OutlineView): SceneId | null {
  const before = last === null ? [] : scenesIn(last).map(({ id }) => id);
  const at = scene === null ? -1 : before.indexOf(scene);
  const nearest = at < 0 ? [] : [...before.slice(at + 1), ...before.slice(0, at).reverse()];
  const remaining = nearest.find((id) => locate(now, id) !== undefined);
  return remaining ?? scenesIn(now)[0]?.id ?? null;
}

/** Goes to the first scene of a chapter. */
export async function goToChapter(chapter: ChapterId): Promise<void> {
  for (const volume of (await outline()).volumes) {
    const found = volume.chapters.find(({ id }) => id === chapter);
    const first = found?.scenes[0];
    if (first !== undefined) goToScene(first.id);
  }
}

/** Runs acts that change or depend on the order of scenes one after another, however quickly they are requested. */
export const inTurn = turns();

/** The same for an act that may lead to another text: typing meanwhile goes there. */
export function leadInTurn<T>(act: () => Promise<T>): Promise<T> {
  return whileHolding(() => inTurn(act));
}

/** Goes to the next or previous chapter or scene, in reading order. */
export function goToNext(step: 1 | -1, by: "chapter" | "scene"): Promise<void> {
  return leadInTurn(() => stepTo(step, by));
}

async function stepTo(step: 1 | -1, by: "chapter" | "scene"): Promise<void> {
  const chapters = (await outline()).volumes.flatMap((volume) => volume.chapters);
  // A previous step may have been waiting for the outline too.
  const { scene } = desk();
  if (by === "chapter") {
    const at = chapters.findIndex((chapter) => chapter.scenes.some(({ id }) => id === scene));
    for (let next = at + step; next >= 0 && next < chapters.length; next += step) {
      const first = chapters[next]?.scenes[0];
      if (first !== undefined) return goToScene(first.id);
    }
    return;
  }
  const all = chapters.flatMap((chapter) => chapter.scenes);
  const next = all[all.findIndex(({ id }) => id === scene) + step];
  if (next !== undefined) goToScene(next.id);
}
