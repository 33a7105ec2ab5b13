// Where parts can go. A place is a parent and an index among its parts, counted without the moving part, as the backend
// counts it.
import type { ChapterView, OutlineView, Parent, PartId, VolumeView } from "@/ipc/types";

export interface PartPlace {
  parent: Parent;
  at: number;
}

/** A part with its location. */
export type Standing =
  | { kind: "volume"; place: PartPlace; index: number; volume: VolumeView }
  | { kind: "chapter"; place: PartPlace; volumeIndex: number; volume: VolumeView; chapter: ChapterView }
  | {
      kind: "scene";
      place: PartPlace;
      volumeIndex: number;
      chapterIndex: number;
      volume: VolumeView;
      chapter: ChapterView;
    };

/** The location of a part; undefined if it is not in the manuscript. */
export function locationOf(outline: OutlineView, part: PartId): Standing | undefined {
  for (const [volumeIndex, volume] of outline.volumes.entries()) {
    if ("volume" in part) {
      if (volume.id === part.volume) {
        return {
          kind: "volume",
          place: { parent: "manuscript", at: volumeIndex },
          index: volumeIndex,
          volume,
        };
      }
      continue;
    }
    for (const [chapterIndex, chapter] of volume.chapters.entries()) {
      if ("chapter" in part) {
        if (chapter.id !== part.chapter) continue;
        const place: PartPlace = { parent: { volume: volume.id }, at: chapterIndex };
        return { kind: "chapter", place, volumeIndex, volume, chapter };
      }
      const at = chapter.scenes.findIndex((scene) => scene.id === part.scene);
      if (at < 0) continue;
      const place: PartPlace = { parent: { chapter: chapter.id }, at };
      return { kind: "scene", place, volumeIndex, chapterIndex, volume, chapter };
    }
  }
  return undefined;
}

export function samePlace(a: PartPlace, b: PartPlace): boolean {
  return a.at === b.at && JSON.stringify(a.parent) === JSON.stringify(b.parent);
}

/**
 * One step up (-1) or down (1): among its siblings, and at their end across the border. null at the end of the book.
 */
export function stepPlace(outline: OutlineView, part: PartId, step: 1 | -1): PartPlace | null {
  const here = locationOf(outline, part);
  if (here === undefined) return null;
  const at = here.place.at + step;
  if (here.kind === "volume") {
    return at < 0 || at >= outline.volumes.length ? null : { parent: "manuscript", at };
  }
  if (here.kind === "chapter") {
    if (at >= 0 && at < here.volume.chapters.length) return { parent: here.place.parent, at };
    const next = outline.volumes[here.volumeIndex + step];
    if (next === undefined) return null;
    return { parent: { volume: next.id }, at: step === 1 ? 0 : next.chapters.length };
  }
  if (at >= 0 && at < here.chapter.scenes.length) return { parent: here.place.parent, at };
  const chapter = neighbourChapter(outline, here.volumeIndex, here.chapterIndex, step);
  return chapter === undefined
    ? null
    : { parent: { chapter: chapter.id }, at: step === 1 ? 0 : chapter.scenes.length };
}

function neighbourChapter(outline: OutlineView, volumeIndex: number, chapterIndex: number, step: 1 | -1) {
  const own = outline.volumes[volumeIndex]?.chapters[chapterIndex + step];
  if (own !== undefined) return own;
  for (let at = volumeIndex + step; at >= 0 && at < outline.volumes.length; at += step) {
    const chapters = outline.volumes[at]?.chapters ?? [];
    if (chapters.length > 0) return step === 1 ? chapters[0] : chapters.at(-1);
  }
  return undefined;
}

/** The scene to continue with after parts were removed: the next one after the first of them, else the one before. */
export function sceneBeside(outline: OutlineView, ...parts: readonly PartId[]): number | null {
  const leavingScenes = new Set(parts.flatMap((part) => [...scenesOf(outline, part)]));
  const of = parts[0] === undefined ? new Set() : scenesOf(outline, parts[0]);
  const all = outline.volumes.flatMap((volume) =>
    volume.chapters.flatMap((chapter) => chapter.scenes.map((scene) => scene.id)),
  );
  const first = all.findIndex((id) => of.has(id));
  if (first < 0) return null;
  const stays = (id: number) => !leavingScenes.has(id);
  return all.slice(first).find(stays) ?? all.slice(0, first).findLast(stays) ?? null;
}

/** The scenes in a part. */
export function scenesOf(outline: OutlineView, part: PartId): ReadonlySet<number> {
  if ("scene" in part) return new Set([part.scene]);
  const here = locationOf(outline, part);
  const chapters =
    here?.kind === "volume" ? here.volume.chapters : here?.kind === "chapter" ? [here.chapter] : [];
  return new Set(chapters.flatMap((chapter) => chapter.scenes.map((scene) => scene.id)));
}

/** The next scene in reading order, with its chapter. */
export function sceneAfter(outline: OutlineView, scene: number) {
  const here = locationOf(outline, { scene });
  if (here?.kind !== "scene") return undefined;
  const sibling = here.chapter.scenes[here.place.at + 1];
  if (sibling !== undefined) return { scene: sibling, chapter: here.chapter };
  let { volumeIndex, chapterIndex } = here;
  for (;;) {
    const chapter = neighbourChapter(outline, volumeIndex, chapterIndex, 1);
    if (chapter === undefined) return undefined;
    const first = chapter.scenes[0];
    if (first !== undefined) return { scene: first, chapter };
    volumeIndex = outline.volumes.findIndex((volume) => volume.chapters.includes(chapter));
    chapterIndex = outline.volumes[volumeIndex]?.chapters.indexOf(chapter) ?? 0;
  }
}
