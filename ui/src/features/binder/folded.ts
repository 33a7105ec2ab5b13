// Which volumes and chapters are collapsed. Restored from the project's saved view, and saved with it.
import { create } from "zustand";
import { desk, useDesk } from "@/desk/desk";
import type { OpenedProject } from "@/ipc/types";

interface Folded {
  /** Keys of parts: `volume:1`. */
  folded: ReadonlySet<string>;
}

const ofProject = (project: OpenedProject | null) => new Set(project?.view.folded ?? []);

export const useFolded = create<Folded>(() => ({ folded: ofProject(desk().project) }));

const which = (project: OpenedProject | null) => `${project?.folder}/${project?.name}`;

// Another project brings its own state; news about the open one (its title, its backup) does not.
useDesk.subscribe(({ project }, before) => {
  if (which(project) !== which(before.project)) useFolded.setState({ folded: ofProject(project) });
});

/** The collapsed parts, for the view saved with the project. */
export function foldedParts(): string[] {
  return [...useFolded.getState().folded];
}

/** Collapses or expands parts. */
export function setFolded(keys: readonly string[], fold: boolean): void {
  useFolded.setState((state) => {
    const folded = new Set(state.folded);
    for (const key of keys) {
      if (fold) folded.add(key);
      else folded.delete(key);
    }
    return folded.size === state.folded.size ? state : { folded };
  });
}
