// The act that led to the open scene, such as a split. Undo in the scene's text goes back behind it: when the text has
// no change left to undo, it undoes the act. It can do so until the author opens another scene.
import type { SceneId } from "@/ipc/types";
import { useDesk } from "./desk";

interface UndoableAct {
  /** The scene that the act led to. */
  scene: SceneId;
  /** Its text after the act, if the text has older changes: undo undoes the act while the text is this one. */
  text?: string;
  undo: () => void;
}

let last: UndoableAct | null = null;

/** Offers to undo an act with the undo keys of the scene it led to. Replaces the previous offer. */
export function offerUndo(act: UndoableAct): void {
  last = act;
}

/** Withdraws the offer: the act was undone another way. */
export function withdrawUndo(scene: SceneId): void {
  if (last?.scene === scene) last = null;
}

/** Undoes the act that led to a scene, if nothing was written since. False when there is none. */
export function undoActBefore(scene: SceneId, text: string): boolean {
  return last?.scene === scene && last.text === text && undoActBehind(scene);
}

/** Undoes the act that led to a scene. False when there is none. */
export function undoActBehind(scene: SceneId): boolean {
  if (last?.scene !== scene) return false;
  const { undo } = last;
  last = null;
  undo();
  return true;
}

useDesk.subscribe(({ scene }) => {
  if (last !== null && scene !== last.scene) last = null;
});
