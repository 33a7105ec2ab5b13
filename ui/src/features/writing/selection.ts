// The selection in the text, for the status bar and for commands.
import { create } from "zustand";
import type { SceneId } from "@/ipc/types";

interface Selected {
  scene: SceneId | null;
  /** UTF-16 units. */
  head: number;
  /** Length of the selection, UTF-16 units. */
  length: number;
  /** Incremented with each change of the selection. */
  turn: number;
}

export const useSelected = create<Selected>(() => ({ scene: null, head: 0, length: 0, turn: 0 }));

export function select(scene: SceneId, selection: { from: number; to: number; head: number }): void {
  useSelected.setState(({ turn }) => ({
    scene,
    head: selection.head,
    length: selection.to - selection.from,
    turn: turn + 1,
  }));
}
