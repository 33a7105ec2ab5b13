// The acts of models in the open novel, one at most for each scene.
import { create } from "zustand";
import { refresh } from "@/commands/registry";
import type { GenerationId, SceneId } from "@/ipc/types";
import type { Run } from "./run";

interface Drafting {
  runs: ReadonlyMap<SceneId, Run>;
  /** Texts that were decided on in this window: the backend may not have told yet. */
  decided: ReadonlySet<GenerationId>;
}

export const useDrafting = create<Drafting>(() => ({ runs: new Map(), decided: new Set() }));

/** The act in a scene. */
export function runIn(scene: SceneId | null): Run | undefined {
  return scene === null ? undefined : useDrafting.getState().runs.get(scene);
}

/** Sets the act of a scene, or takes it away. */
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

/** What decides over the commands: not each word that comes in. */
function allows(run: Run | null | undefined): string {
  if (run == null) return "";
  const accepted = run.decisions?.includes("accepted") ?? null;
  return [run.phase, run.candidates.length, accepted].join(" ");
}

/** Notes texts as decided on, or as open again. */
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
