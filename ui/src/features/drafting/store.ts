// The acts of models in the open novel, at most one per scene.
import { create } from "zustand";
import { refresh } from "@/commands/registry";
import type { GenerationId, SceneId } from "@/ipc/types";
import type { Run } from "./run";

interface Drafting {
  runs: ReadonlyMap<SceneId, Run>;
  /** Texts decided in this window; the backend may not have reported it yet. */
  decided: ReadonlySet<GenerationId>;
}

export const useDrafting = create<Drafting>(() => ({ runs: new Map(), decided: new Set() }));

/** The act in a scene. */
export function runIn(scene: SceneId | null): Run | undefined {
  return scene === null ? undefined : useDrafting.getState().runs.get(scene);
}

/** Sets or removes the act of a scene. */
export function setRun(scene: SceneId, run: Run | null): void {
  const before = runIn(scene);
  useDrafting.setState(({ runs }) => {
    const next = new Map(runs);
    if (run === null) next.delete(scene);
    else next.set(scene, run);
    return { runs: next };
  });
  if (allows(before) !== allows(run)) refresh();
}

/** The state that affects commands, without the incoming text. */
function allows(run: Run | null | undefined): string {
  if (run == null) return "";
  const accepted = run.decisions?.includes("accepted") ?? null;
  return [run.phase, run.candidates.length, accepted].join(" ");
}

/** Marks texts as decided, or as open again. */
export function setDecided(generations: readonly GenerationId[], how: "decided" | "open"): void {
  useDrafting.setState(({ decided }) => {
    const next = new Set(decided);
    for (const id of generations) {
      if (how === "decided") next.add(id);
      else next.delete(id);
    }
    return { decided: next };
  });
}
