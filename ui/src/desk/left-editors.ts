// The editors closed in this session, so that undo, caret and scroll position are restored when the author returns. The
// least recently closed are dropped when all of them together hold too much text.
import { heldLength, type LeftEditor, withoutSelection, withTextReplaced } from "@/editor/resumed";
import type { SceneId } from "@/ipc/types";

/** The limit for all of them, in UTF-16 units: 32 MB, the text of some 3,000 long chapters. */
const MAX_UNITS = 16_000_000;

/** In the order they were closed. */
const editors = new Map<SceneId, LeftEditor>();
let length = 0;

/**
 * Stores the state of a closed editor. Only an editor that replaces it at once takes over the selection: otherwise the
 * next key would replace what the author selected long ago.
 */
export function keepLeftEditor(scene: SceneId, editor: LeftEditor): void {
  takeLeftEditor(scene);
  editors.set(scene, editor);
  length += heldLength(editor);
  setTimeout(() => dropSelection(scene, editor));
  for (const oldest of editors.keys()) {
    if (length <= MAX_UNITS) return;
    takeLeftEditor(oldest);
  }
}

/** Stores it with only its caret once nothing replaced it. */
function dropSelection(scene: SceneId, editor: LeftEditor): void {
  if (editors.get(scene) === editor) editors.set(scene, withoutSelection(editor));
}

/** Removes and returns the stored editor of a scene. */
export function takeLeftEditor(scene: SceneId): LeftEditor | undefined {
  const editor = editors.get(scene);
  if (editor === undefined) return undefined;
  editors.delete(scene);
  length -= heldLength(editor);
  return editor;
}

/** Replaces the text of a closed editor: words moved to or from another scene. */
export async function replaceLeftText(scene: SceneId, read: () => Promise<string>): Promise<void> {
  if (!editors.has(scene)) return;
  const text = await read();
  const left = takeLeftEditor(scene);
  if (left !== undefined) keepLeftEditor(scene, withTextReplaced(left, text, "words moved"));
}

/** Forgets all of them: another project is opened. */
export function forgetLeftEditors(): void {
  editors.clear();
  length = 0;
}
