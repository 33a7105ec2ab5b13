// The request for the text of one scene in a comparison.
import { requestOf, type Sides } from "@/components/compared-sides";
import type { DiffText, SceneId } from "@/ipc/types";

export function textRequestOf(sides: Sides, scene: SceneId): { request: DiffText | null; flip: boolean } {
  const { request, flip } = requestOf(sides);
  return { request: request === null ? null : { ...request, scene }, flip };
}
