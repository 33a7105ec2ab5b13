// Marks in the open texts, between the editors and the features whose marks they are.
import { create } from "zustand";
import type { Writing } from "@/editor/create";
import type { Mark } from "@/editor/marks";
import type { SceneId } from "@/ipc/types";

/** Editors that came, as a count: whoever marks texts does it again. */
export const useEditors = create<{ turn: number }>(() => ({ turn: 0 }));

/** An editor came. */
export function editorCame(): void {
  useEditors.setState(({ turn }) => ({ turn: turn + 1 }));
}

/** A mark that was pointed at, pressed, or opened by its key. */
export interface PointedMark {
  scene: SceneId;
  mark: Mark;
  event: "open" | "hover";
  writing: Writing;
}

const listeners = new Set<(pointed: PointedMark) => void>();

/** Listens for marks that are pointed at; answers with how to stop. */
export function onPointedMark(listener: (pointed: PointedMark) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A mark was pointed at. */
export function pointAtMark(pointed: PointedMark): void {
  for (const listener of listeners) listener(pointed);
}
