// What an act of the binder is about when nobody says: the row the keyboard stands on, else the open scene.
import { desk, isWritable } from "@/desk/desk";
import { answers } from "@/ipc/queries";
import type { OutlineView, PartId, SceneId } from "@/ipc/types";
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
  const { active } = binder();
  const part = active === null ? null : partOfKey(active);
  if (part !== null && standing(outline, part) !== undefined) return part;
  const { scene } = desk();
  return scene === null ? null : chapterForScene(outline, scene);
}

function chapterForScene(outline: OutlineView, scene: SceneId): PartId | null {
  const here = standing(outline, { scene });
  if (here?.kind !== "scene") return null;
  return here.chapter.scenes.length === 1 ? { chapter: here.chapter.id } : { scene };
}

/** The scene a merge begins with: the part itself, or the last scene of a chapter. */
export function mergeStart(outline: OutlineView, part: PartId): SceneId | null {
  if ("scene" in part) return part.scene;
  const here = standing(outline, part);
  return here?.kind === "chapter" ? (here.chapter.scenes.at(-1)?.id ?? null) : null;
}

/** Whether a part's last scene has one to be merged with. */
export function canMerge(outline: OutlineView, part: PartId): boolean {
  const start = mergeStart(outline, part);
  return start !== null && sceneAfter(outline, start) !== undefined;
}

/** Whether a part can go into the bin: what is never shown as a row stays. */
export function canBin(outline: OutlineView, part: PartId): boolean {
  return !("volume" in part) || showsVolumes(outline);
}

/** Whether acts on the target can be run now. */
export function canAct(test: (outline: OutlineView, part: PartId) => boolean = () => true): boolean {
  const outline = knownOutline();
  const part = targetPart(outline);
  return isWritable() && outline !== undefined && part !== null && test(outline, part);
}
