// The view state of the findings tab; kept while another tab is shown.
import { create } from "zustand";
import { desk, useDesk } from "@/desk/desk";
import type { SceneId, Severity } from "@/ipc/types";

/** The scope of the list. */
export type Reach = "scene" | "chapter" | "book";

interface FindingsView {
  /** The minimum severity listed. */
  least: Severity;
  /** Waived findings are listed too. */
  waived: boolean;
  /** A passage in another scene is visited: the list stays that of the original scene. */
  visit: { from: SceneId | null; to: SceneId } | null;
}

const INITIAL: FindingsView = { least: "low", waived: false, visit: null };

export const useFindingsView = create<FindingsView>(() => INITIAL);

/** The current scope. */
export function reachNow(): Reach {
  return desk().shown.findingsOf ?? "chapter";
}

export function useReach(): Reach {
  return useDesk(({ shown }) => shown.findingsOf ?? "chapter");
}

export function setReach(findingsOf: Reach): void {
  useFindingsView.setState({ visit: null });
  useDesk.setState(({ shown }) => ({ shown: { ...shown, findingsOf } }));
}

function baseOf(scene: SceneId | null, { visit }: FindingsView): SceneId | null {
  return visit !== null && visit.to === scene ? visit.from : scene;
}

/** The scene whose findings, or those of its chapter, are listed. */
export function baseNow(): SceneId | null {
  return baseOf(desk().scene, useFindingsView.getState());
}

export function useBase(): SceneId | null {
  const scene = useDesk((state) => state.scene);
  return useFindingsView((view) => baseOf(scene, view));
}

/** Visits a passage; the list stays. */
export function visit(to: SceneId): void {
  useFindingsView.setState({ visit: { from: baseNow(), to } });
}

// The view state belongs to one project.
useDesk.subscribe(({ project, scene }, { project: before, scene: left }) => {
  if (project?.folder !== before?.folder || project?.name !== before?.name) useFindingsView.setState(INITIAL);
  // Going on from there leaves the list.
  else if (scene !== left && left === useFindingsView.getState().visit?.to)
    useFindingsView.setState({ visit: null });
});
