// What the pointer, or the menu key, asks about in the text: a name it rests on, or the menu of the text.
import { create } from "zustand";
import type { MenuRequest } from "@/editor/context-menu";
import type { Writing } from "@/editor/create";
import type { PointedName } from "@/editor/name-pointing";
import type { SceneId } from "@/ipc/types";

interface Pointing {
  name: { scene: SceneId; at: PointedName; writing: Writing } | null;
  /** `suggestions`: what may be meant by the misspelt word at the place. */
  menu: {
    scene: SceneId;
    request: MenuRequest;
    writing: Writing;
    suggestions: readonly string[];
  } | null;
}

export const usePointing = create<Pointing>(() => ({ name: null, menu: null }));
