// The two sides of a comparison, and its request. The backend compares a version with a later text; the author may swap
// the sides.
import type { DiffVersions, SceneId, VersionNo } from "@/ipc/types";

/** A side is a version, or null for the working text. */
export interface Sides {
  left: VersionNo | null;
  right: VersionNo | null;
}

/** The request, and whether its answer must be swapped. Equal sides need no request. */
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

/** The older of the two sides; the working text is always the newest. */
export function older({ left, right }: Sides): VersionNo | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
