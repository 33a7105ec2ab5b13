// The two sides of a comparison, and the requests that load it.
import type { CheckpointId, CompareCheckpoints, DiffText, SceneId } from "@/ipc/types";

/** A side is a checkpoint, or null for the current project. */
export interface Sides {
  left: CheckpointId | null;
  right: CheckpointId | null;
}

/** The request, and whether its answer must be swapped. Equal sides need no request. */
export function requestOf({ left, right }: Sides): { request: CompareCheckpoints | null; flip: boolean } {
  if (left === right) return { request: null, flip: false };
  if (left !== null) return { request: { from: left, to: right }, flip: false };
  return { request: right === null ? null : { from: right, to: null }, flip: true };
}

/** The request for the text of one scene. */
export function textRequestOf(sides: Sides, scene: SceneId): { request: DiffText | null; flip: boolean } {
  const { request, flip } = requestOf(sides);
  return { request: request === null ? null : { from: request.from, to: request.to ?? null, scene }, flip };
}
