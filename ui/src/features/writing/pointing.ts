// What the pointer, or the menu key, requests in the text: a name's card, or the context menu.
import { create } from "zustand";
import type { MenuRequest } from "@/editor/context-menu";
import type { Writing } from "@/editor/create";
import type { PointedName } from "@/editor/name-pointing";
import type { SceneId } from "@/ipc/types";

interface Pointing {
  name: { scene: SceneId; at: PointedName; writing: Writing } | null;
  /** `suggestions`: corrections for the misspelt word at that place. */
  menu: {
    scene: SceneId;
    request: MenuRequest;
    writing: Writing;
    suggestions: readonly string[];
  } | null;
}

export const usePointing = create<Pointing>(() => ({ name: null, menu: null }));
