// The two sides of a comparison, and the question that answers it. The backend compares a version with a later text;
// the author may put either side first.
import type { DiffVersions, SceneId, VersionNo } from "@/ipc/types";

/** A side is a version, or the working text where null. */
export interface Sides {
  left: VersionNo | null;
  right: VersionNo | null;
}

/** What to ask, and whether the answer is to be told the other way round. Nothing is asked about equal sides. */
export function requestOf(
  scene: SceneId,
  { left, right }: Sides,
): { request: DiffVersions | null; flip: boolean } {
  if (left === right) return { request: null, flip: false };
  if (left === null) {
    return right === null
      ? { request: null, flip: false }
      : { request: { scene, from: right, to: null }, flip: true };
  }
  return { request: { scene, from: left, to: right }, flip: false };
}

/** The older version of the two; the working text is the newest of all. */
export function older({ left, right }: Sides): VersionNo | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
