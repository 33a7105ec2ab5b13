// What the tab of findings looks at; kept while another tab is looked at.
import { create } from "zustand";
import { desk, useDesk } from "@/desk/desk";
import type { SceneId, Severity } from "@/ipc/types";

/** Where findings are listed of. */
export type Reach = "scene" | "chapter" | "book";

interface FindingsView {
  /** The least that is listed. */
  least: Severity;
  /** Those the author let pass are listed too. */
  waived: boolean;
  /** A passage elsewhere is looked at: the list stays that of the scene one came from. */
  visit: { from: SceneId | null; to: SceneId } | null;
}

const BEGINNING: FindingsView = { least: "low", waived: false, visit: null };

export const useFindingsView = create<FindingsView>(() => BEGINNING);

/** Where findings are listed of now. */
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

/** The scene whose findings, or those of its chapter, are listed now. */
export function baseNow(): SceneId | null {
  return baseOf(desk().scene, useFindingsView.getState());
}

export function useBase(): SceneId | null {
  const scene = useDesk((state) => state.scene);
  return useFindingsView((view) => baseOf(scene, view));
}

/** A passage is gone to: what is listed stays. */
export function visit(to: SceneId): void {
  useFindingsView.setState({ visit: { from: baseNow(), to } });
}

// What was looked at belongs to one project.
useDesk.subscribe(({ project, scene }, { project: before, scene: left }) => {
  if (project?.folder !== before?.folder || project?.name !== before?.name)
    useFindingsView.setState(BEGINNING);
  // Whoever goes on from there has left the list.
  else if (scene !== left && left === useFindingsView.getState().visit?.to)
    useFindingsView.setState({ visit: null });
});
