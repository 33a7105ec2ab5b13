// The default target of a binder act: the selected rows, the focused row, or the open scene. An act on a single part
// prefers the focused row.
import { desk, isWritable } from "@/desk/desk";
import { answers } from "@/ipc/queries";
import type { OutlineView, PartId, SceneId, SceneView } from "@/ipc/types";
import { commonKind, kindOf, topmost } from "./moves";
import { locationOf, sceneAfter } from "./places";
import { showsVolumes } from "./rows";
import { binder } from "./store";

/** The latest known outline, for synchronous checks such as whether a command is enabled. */
export function knownOutline(): OutlineView | undefined {
  return answers.getQueryData<OutlineView>(["manuscript.outline", {}]);
}

/** `chapter:12` → `{ chapter: 12 }`. */
export function partOfKey(key: string): PartId | null {
  const [kind, digits] = key.split(":");
  const id = Number(digits);
  if (!Number.isInteger(id)) return null;
  if (kind === "volume") return { volume: id };
  if (kind === "chapter") return { chapter: id };
  return kind === "scene" ? { scene: id } : null;
}

/** The part that acts target; the only scene of a chapter represents the chapter. */
export function targetPart(outline = knownOutline()): PartId | null {
  if (outline === undefined) return null;
  const { active, selection } = binder();
  const [selected = null, ...more] = selection.keys;
  for (const key of [active, more.length === 0 ? selected : null]) {
    const part = key === null ? null : partOfKey(key);
    if (part !== null && locationOf(outline, part) !== undefined) return part;
  }
  const { scene } = desk();
  return scene === null ? null : chapterForScene(outline, scene);
}

/** The parts that acts on several parts target, in reading order. Parts inside another of them go with it. */
export function targetParts(outline = knownOutline()): readonly PartId[] {
  if (outline === undefined) return [];
  const selected = topmost(outline, binder().selection.keys);
  const part = selected.length > 0 ? null : targetPart(outline);
  return part === null ? selected : [part];
}

/** The row whose click opened the current text. */
export function clickedRow(): string | null {
  const key = binder().clicked;
  const part = key === null ? null : partOfKey(key);
  const { scene } = desk();
  if (key === null || part === null || scene === null) return null;
  if ("scene" in part) return part.scene === scene ? key : null;
  const outline = knownOutline();
  const here = outline === undefined ? undefined : locationOf(outline, part);
  return here?.kind === "chapter" && here.chapter.scenes[0]?.id === scene ? key : null;
}

function chapterForScene(outline: OutlineView, scene: SceneId): PartId | null {
  const here = locationOf(outline, { scene });
  if (here?.kind !== "scene") return null;
  return here.chapter.scenes.length === 1 ? { chapter: here.chapter.id } : { scene };
}

function scenesOf(outline: OutlineView, part: PartId): readonly SceneView[] {
  const here = locationOf(outline, part);
  return here?.kind === "chapter" ? here.chapter.scenes : [];
}

/** The first scene of a merge: the part itself; in a chapter of several scenes the open one, else its first. */
export function mergeStart(outline: OutlineView, part: PartId): SceneId | null {
  if ("scene" in part) return part.scene;
  const scenes = scenesOf(outline, part);
  const firsts = scenes.length > 1 ? scenes.slice(0, -1) : scenes;
  const { scene } = desk();
  return (firsts.find(({ id }) => id === scene) ?? firsts[0])?.id ?? null;
}

/** Whether a part has a scene that can be merged with the next one. */
export function canMerge(outline: OutlineView, part: PartId): boolean {
  const start = mergeStart(outline, part);
  return start !== null && sceneAfter(outline, start) !== undefined;
}

/** Whether the menu of a row offers a merge: a chapter of one scene has nothing to merge. */
export function offersMerge(outline: OutlineView, part: PartId): boolean {
  return canMerge(outline, part) && ("scene" in part || scenesOf(outline, part).length > 1);
}

/** Whether a part can go to the bin: parts that are never rows stay. */
export function canBin(outline: OutlineView, part: PartId): boolean {
  return !("volume" in part) || showsVolumes(outline);
}

/** Whether parts can be moved together: only parts of one kind. */
export const canMove = (parts: readonly PartId[]): boolean => commonKind(parts) !== null;

/** Whether parts can be copied: volumes cannot. */
export const canDuplicate = (parts: readonly PartId[]): boolean =>
  parts.length > 0 && parts.every((part) => kindOf(part) !== "volume");

/** Whether an act on the target is possible now. */
export function canAct(test: (outline: OutlineView, part: PartId) => boolean = () => true): boolean {
  const outline = knownOutline();
  const part = targetPart(outline);
  return isWritable() && outline !== undefined && part !== null && test(outline, part);
}

/** Whether an act on all targets is possible now. */
export function canActOnAll(test: (outline: OutlineView, parts: readonly PartId[]) => boolean): boolean {
  const outline = knownOutline();
  const parts = targetParts(outline);
  return isWritable() && outline !== undefined && parts.length > 0 && test(outline, parts);
}
