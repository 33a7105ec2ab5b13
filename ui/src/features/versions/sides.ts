// The request of a comparison of two sides: versions, or null for the working text.
import * as compared from "@/components/compared-sides";
import type { DiffVersions, SceneId, VersionNo } from "@/ipc/types";

/** The request, and whether its answer must be swapped. Equal sides need no request. */
export function requestOf(
  scene: SceneId,
  sides: compared.Sides,
): { request: DiffVersions | null; flip: boolean } {
  const { request, flip } = compared.requestOf(sides);
  return { request: request === null ? null : { scene, ...request }, flip };
}

/** The older of the two sides; the working text is always the newest. */
export function older({ left, right }: compared.Sides): VersionNo | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
