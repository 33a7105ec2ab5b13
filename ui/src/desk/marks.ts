// Marks in the open texts: connects the editors with the features that own the marks.
import { create } from "zustand";
import type { Writing } from "@/editor/create";
import type { Mark } from "@/editor/marks";
import type { SceneId } from "@/ipc/types";

/** Increases with each editor that opens, so that features mark their texts again. */
export const useEditors = create<{ turn: number }>(() => ({ turn: 0 }));

/** Reports that an editor opened. */
export function editorCame(): void {
  useEditors.setState(({ turn }) => ({ turn: turn + 1 }));
}

/** A mark that was hovered, pressed, or opened by its key. */
export interface PointedMark {
  scene: SceneId;
  mark: Mark;
  event: "open" | "hover";
  writing: Writing;
}

const listeners = new Set<(pointed: PointedMark) => void>();

/** Listens for pointed marks. Returns a function that stops it. */
export function onPointedMark(listener: (pointed: PointedMark) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports a pointed mark. */
export function pointAtMark(pointed: PointedMark): void {
  for (const listener of listeners) listener(pointed);
}
