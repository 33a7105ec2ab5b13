// The scene whose synopsis the author was sent to fill in.
import { create } from "zustand";
import type { SceneId } from "@/ipc/types";
import { desk, showTab } from "./desk";
import { goToScene } from "./navigation";

interface AskedSynopsis {
  scene: SceneId | null;
}

export const useAskedSynopsis = create<AskedSynopsis>(() => ({ scene: null }));

/** Shows the plan of a scene with the caret in its synopsis. */
export function askForSynopsis(scene: SceneId): void {
  // Going to the scene focuses its text.
  if (desk().scene !== scene) goToScene(scene);
  showTab("part");
  useAskedSynopsis.setState({ scene });
}
