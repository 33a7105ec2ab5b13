// What an act of the binder is about when nobody says: the rows that are selected, the row the keyboard stands on, the open
// scene. An act on one part alone is about the row the keyboard stands on first.
import { desk, isWritable } from "@/desk/desk";
import { answers } from "@/ipc/queries";
import type { OutlineView, PartId, SceneId, SceneView } from "@/ipc/types";
import { commonKind, kindOf, topmost } from "./moves";
import { sceneAfter, standing } from "./places";
import { showsVolumes } from "./rows";
import { binder } from "./store";

/** The outline as it was last told; for what cannot wait, such as whether a command can be run. */
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

/** The part that acts are about; a scene that is alone in its chapter stands for the chapter. */
export function targetPart(outline = knownOutline()): PartId | null {
  if (outline === undefined) return null;
  const { active, selection } = binder();
  const [selected = null, ...more] = selection.keys;
  for (const key of [active, more.length === 0 ? selected : null]) {
    const part = key === null ? null : partOfKey(key);
    if (part !== null && standing(outline, part) !== undefined) return part;
  }
  const { scene } = desk();
  return scene === null ? null : chapterForScene(outline, scene);
}

/** The parts that acts on several are about, in reading order. What lies in another of them goes with it. */
export function targetParts(outline = knownOutline()): readonly PartId[] {
  if (outline === undefined) return [];
  const selected = topmost(outline, binder().selection.keys);
  const part = selected.length > 0 ? null : targetPart(outline);
  return part === null ? selected : [part];
}

/** The row whose click led into the open text. */
export function clickedRow(): string | null {
  const key = binder().clicked;
  const part = key === null ? null : partOfKey(key);
  const { scene } = desk();
  if (key === null || part === null || scene === null) return null;
  if ("scene" in part) return part.scene === scene ? key : null;
  const outline = knownOutline();
  const here = outline === undefined ? undefined : standing(outline, part);
  return here?.kind === "chapter" && here.chapter.scenes[0]?.id === scene ? key : null;
}

function chapterForScene(outline: OutlineView, scene: SceneId): PartId | null {
  const here = standing(outline, { scene });
  if (here?.kind !== "scene") return null;
  return here.chapter.scenes.length === 1 ? { chapter: here.chapter.id } : { scene };
}

function scenesOf(outline: OutlineView, part: PartId): readonly SceneView[] {
  const here = standing(outline, part);
  return here?.kind === "chapter" ? here.chapter.scenes : [];
}

/** The scene a merge begins with: the part itself; in a chapter of several scenes the open one, or else its first. */
export function mergeStart(outline: OutlineView, part: PartId): SceneId | null {
  if ("scene" in part) return part.scene;
  const scenes = scenesOf(outline, part);
  const firsts = scenes.length > 1 ? scenes.slice(0, -1) : scenes;
  const { scene } = desk();
  return (firsts.find(({ id }) => id === scene) ?? firsts[0])?.id ?? null;
}

/** Whether a part has a scene to be merged with the next one. */
export function canMerge(outline: OutlineView, part: PartId): boolean {
  const start = mergeStart(outline, part);
  return start !== null && sceneAfter(outline, start) !== undefined;
}

/** Whether the menu of a row offers a merge: a chapter of one scene has none to merge in it. */
export function offersMerge(outline: OutlineView, part: PartId): boolean {
  return canMerge(outline, part) && ("scene" in part || scenesOf(outline, part).length > 1);
}

/** Whether a part can go into the bin: what is never shown as a row stays. */
export function canBin(outline: OutlineView, part: PartId): boolean {
  return !("volume" in part) || showsVolumes(outline);
}

/** Whether parts can be moved together: those of one kind. */
export const canMove = (parts: readonly PartId[]): boolean => commonKind(parts) !== null;

/** Whether parts can be copied: volumes cannot. */
export const canDuplicate = (parts: readonly PartId[]): boolean =>
  parts.length > 0 && parts.every((part) => kindOf(part) !== "volume");

/** Whether an act on the target can be run now. */
export function canAct(test: (outline: OutlineView, part: PartId) => boolean = () => true): boolean {
  const outline = knownOutline();
  const part = targetPart(outline);
  return isWritable() && outline !== undefined && part !== null && test(outline, part);
}

/** Whether an act on all targets can be run now. */
export function canActOnAll(test: (outline: OutlineView, parts: readonly PartId[]) => boolean): boolean {
  const outline = knownOutline();
  const parts = targetParts(outline);
  return isWritable() && outline !== undefined && parts.length > 0 && test(outline, parts);
}
