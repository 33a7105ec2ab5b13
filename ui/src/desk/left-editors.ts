// The editors that were left in this session, so that undo, caret and scroll are there when the author comes back. Those left
// longest ago are given up when all of them hold too much text.
import { heldLength, type LeftEditor } from "@/editor/resumed";
import type { SceneId } from "@/ipc/types";

/** The most text that all of them hold, in UTF-16 units: 32 MB, the texts of some 3,000 long chapters. */
const MOST = 16_000_000;

/** In the order in which they were left. */
const left = new Map<SceneId, LeftEditor>();
let length = 0;

/** Keeps an editor that is left. */
export function keepLeftEditor(scene: SceneId, editor: LeftEditor): void {
  takeLeftEditor(scene);
  left.set(scene, editor);
  length += heldLength(editor);
  for (const oldest of left.keys()) {
    if (length <= MOST) return;
    takeLeftEditor(oldest);
  }
}

/** The editor that a scene had, once. */
export function takeLeftEditor(scene: SceneId): LeftEditor | undefined {
  const editor = left.get(scene);
  if (editor === undefined) return undefined;
  left.delete(scene);
  length -= heldLength(editor);
  return editor;
}

/** Forgets all of them: another project is opened. */
export function forgetLeftEditors(): void {
  left.clear();
  length = 0;
}
