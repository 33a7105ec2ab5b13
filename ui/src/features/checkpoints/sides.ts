// The two sides of a comparison of states, and the questions that answer it.
import type { CheckpointId, CompareCheckpoints, DiffText, SceneId } from "@/ipc/types";

/** A side is a checkpoint, or the project as it stands where null. */
export interface Sides {
  left: CheckpointId | null;
  right: CheckpointId | null;
}

/** What to ask, and whether the answer is to be told the other way round. Nothing is asked about equal sides. */
export function requestOf({ left, right }: Sides): { request: CompareCheckpoints | null; flip: boolean } {
  if (left === right) return { request: null, flip: false };
  if (left !== null) return { request: { from: left, to: right }, flip: false };
  return { request: right === null ? null : { from: right, to: null }, flip: true };
}

/** The question for the words of one scene. */
export function textRequestOf(sides: Sides, scene: SceneId): { request: DiffText | null; flip: boolean } {
  const { request, flip } = requestOf(sides);
  return { request: request === null ? null : { from: request.from, to: request.to ?? null, scene }, flip };
}
