// Acts on several parts as a sequence of single acts, and the outline after each. The backend only knows acts on single
// parts; undone from last to first, they restore every part's exact place.
import type { OutlineView, Parent, PartId } from "@/ipc/types";
import { locationOf, type PartPlace, samePlace, stepPlace } from "./places";
import { keyOf, type PartKind } from "./rows";

/** A part with the place it leaves, as places are counted at that moment. */
export interface Leaving {
  part: PartId;
  from: PartPlace;
}

export interface Move extends Leaving {
  to: PartPlace;
}

/** The parts of some keys in reading order. Parts inside another of them are omitted, since they go with it. */
export function topmost(outline: OutlineView, keys: Iterable<string>): PartId[] {
  const keySet = new Set(keys);
  const found: PartId[] = [];
  const take = (part: PartId) => keySet.has(keyOf(part)) && found.push(part) > 0;
  if (keySet.size === 0) return found;
  for (const volume of outline.volumes) {
    if (take({ volume: volume.id })) continue;
    for (const chapter of volume.chapters) {
      if (take({ chapter: chapter.id })) continue;
      for (const scene of chapter.scenes) take({ scene: scene.id });
    }
  }
  return found;
}

const inReadingOrder = (outline: OutlineView, parts: readonly PartId[]) => topmost(outline, parts.map(keyOf));

export const kindOf = (part: PartId): PartKind =>
  "volume" in part ? "volume" : "chapter" in part ? "chapter" : "scene";

/** The common kind of the parts; null if there are several kinds, or no parts. */
export function commonKind(parts: readonly PartId[]): PartKind | null {
  const [first, ...others] = parts.map(kindOf);
  return first !== undefined && others.every((kind) => kind === first) ? first : null;
}

/** A list without an item, or with it inserted at a place. */
function relist<T>(list: T[], item: T, at: number | null): T[] {
  const rest = list.includes(item) ? list.filter((one) => one !== item) : list;
  return at === null ? rest : [...rest.slice(0, at), item, ...rest.slice(at)];
}

/** The outline after a part was moved, or, without a place, removed. */
export function moved(outline: OutlineView, part: PartId, to: PartPlace | null): OutlineView {
  const here = locationOf(outline, part);
  if (here === undefined) return outline;
  const isParent = (parent: Parent) => to !== null && JSON.stringify(parent) === JSON.stringify(to.parent);
  const atIn = (parent: Parent) => (to !== null && isParent(parent) ? to.at : null);
  if (here.kind === "volume") {
    return { ...outline, volumes: relist(outline.volumes, here.volume, to?.at ?? null) };
  }
  const volumes = outline.volumes.map((volume) => {
    if (here.kind === "chapter") {
      const chapters = relist(volume.chapters, here.chapter, atIn({ volume: volume.id }));
      return chapters === volume.chapters ? volume : { ...volume, chapters };
    }
    const scene = here.chapter.scenes[here.place.at];
    if (scene === undefined) return volume;
    const chapters = volume.chapters.map((chapter) => {
      const scenes = relist(chapter.scenes, scene, atIn({ chapter: chapter.id }));
      return scenes === chapter.scenes ? chapter : { ...chapter, scenes };
    });
    return { ...volume, chapters };
  });
  return { ...outline, volumes };
}

/** The parts in a parent. */
function partsIn(outline: OutlineView, parent: Parent): PartId[] {
  if (parent === "manuscript") return outline.volumes.map(({ id }) => ({ volume: id }));
  const here = locationOf(outline, parent);
  if (here?.kind === "volume") return here.volume.chapters.map(({ id }) => ({ chapter: id }));
  return here?.kind === "chapter" ? here.chapter.scenes.map(({ id }) => ({ scene: id })) : [];
}

/**
 * The moves that bring parts of one kind to a place, adjacent and in reading order. The place is counted without any of
 * them.
 */
export function movesTo(outline: OutlineView, parts: readonly PartId[], { parent, at }: PartPlace): Move[] {
  if (commonKind(parts) === null) return [];
  const ordered = inReadingOrder(outline, parts);
  const keys = new Set(ordered.map(keyOf));
  const staying = partsIn(outline, parent).filter((part) => !keys.has(keyOf(part)));
  let before = at === 0 ? undefined : staying[Math.min(at, staying.length) - 1];
  let now = outline;
  const moves: Move[] = [];
  for (const part of ordered) {
    const from = locationOf(now, part)?.place;
    if (from === undefined) continue;
    const others = partsIn(moved(now, part, null), parent).map(keyOf);
    const to = { parent, at: before === undefined ? 0 : others.indexOf(keyOf(before)) + 1 };
    if (!samePlace(from, to)) moves.push({ part, from, to });
    now = moved(now, part, to);
    before = part;
  }
  return moves;
}

/**
 * The moves that bring each part of one kind a step up or down. Those at the end of the book stay, and none passes
 * them.
 */
export function stepAll(outline: OutlineView, parts: readonly PartId[], step: 1 | -1): Move[] {
  if (commonKind(parts) === null) return [];
  const ordered = inReadingOrder(outline, parts);
  if (step === 1) ordered.reverse();
  const stuck = new Set<string>();
  let now = outline;
  const moves: Move[] = [];
  for (const part of ordered) {
    const from = locationOf(now, part)?.place;
    const to = stepPlace(now, part, step);
    const passed = from === undefined ? undefined : partsIn(now, from.parent)[from.at + step];
    if (from === undefined || to === null || (passed !== undefined && stuck.has(keyOf(passed)))) {
      stuck.add(keyOf(part));
      continue;
    }
    moves.push({ part, from, to });
    now = moved(now, part, to);
  }
  return moves;
}

/** Parts that leave the manuscript one after another. */
export function leavings(outline: OutlineView, parts: readonly PartId[]): Leaving[] {
  let now = outline;
  return inReadingOrder(outline, parts).flatMap((part) => {
    const from = locationOf(now, part)?.place;
    now = moved(now, part, null);
    return from === undefined ? [] : [{ part, from }];
  });
}
