// What the workshop looks at, and the words that are not saved yet: kept while the author looks at the text.
import { create } from "zustand";
import { useDesk } from "@/desk/desk";
import { holdBack } from "@/desk/unsaved";
import type { PromptEntry, PromptId, PromptLanguage, SceneId } from "@/ipc/types";
import type { LineFault } from "./faults";

/** A template in one language. */
export type PromptKey = Pick<PromptEntry, "group" | "key" | "language">;

/** A version of the project's own; null is the one the program brings. */
export type Version = PromptId | null;

/** A file that could not be used, and why. */
export interface Refused {
  file: string;
  faults: readonly LineFault[];
}

interface Workshop {
  /** null: the language of the window. */
  language: PromptLanguage | null;
  /** null: the first of the list. */
  chosen: Pick<PromptEntry, "group" | "key"> | null;
  /** What stands in the editor; `in_use` follows what is switched on. */
  version: Version | "in_use";
  /** The words in the editor where they differ from that version. */
  draft: string | null;
  note: string;
  side: "preview" | "variables" | "versions";
  compared: { from: Version; to: Version } | null;
  /** What the preview is made of. */
  trial: "example" | "scene";
  /** The scene it is tried with; null: the open one. */
  scene: SceneId | null;
  refused: Refused | null;
  /** What the author was about to do when unsaved words stood in the way. */
  asks: (() => void) | null;
}

const BEGINNING: Workshop = {
  language: null,
  chosen: null,
  version: "in_use",
  draft: null,
  note: "",
  side: "preview",
  compared: null,
  trial: "example",
  scene: null,
  refused: null,
  asks: null,
};

export const useWorkshop = create<Workshop>(() => BEGINNING);

/** Nothing is looked at and nothing waits. */
export function forgetWorkshop(): void {
  useWorkshop.setState(BEGINNING);
}

/** Drops what is not saved. */
export function discard(): void {
  useWorkshop.setState({ draft: null, note: "" });
}

/** With unsaved words the author is asked before an act that would lose them. Says whether that is so. */
function asksBefore(act: () => void): boolean {
  if (useWorkshop.getState().draft === null) return false;
  useWorkshop.setState({ asks: act });
  return true;
}

/** Runs an act that would lose unsaved words; with such words the author is asked first. */
export function leaving(act: () => void): void {
  if (!asksBefore(act)) act();
}

/** Shows a template as it is in use. */
export function choose(to: Partial<Pick<Workshop, "chosen" | "language">>): void {
  leaving(() => useWorkshop.setState({ ...to, version: "in_use", compared: null, refused: null }));
}

/** Shows a version in the editor. */
export function look(version: Version): void {
  leaving(() => useWorkshop.setState({ version, compared: null }));
}

// Another project has templates and scenes of its own.
useDesk.subscribe(({ project }, { project: before }) => {
  if (project?.folder !== before?.folder || project?.name !== before?.name) forgetWorkshop();
});

/**
 * Asks before anything takes the place of the workshop, or the project is closed, while words are unsaved. Answers with how
 * to stop.
 */
export function guard(): () => void {
  const letGo = holdBack(asksBefore);
  const stop = useDesk.subscribe(({ centre, project }, before) => {
    const leaves = before.centre.kind === "prompts" && centre.kind !== "prompts";
    if (!leaves || project === null || useWorkshop.getState().draft === null) return;
    useDesk.setState({ centre: before.centre });
    useWorkshop.setState({ asks: () => useDesk.setState({ centre }) });
  });
  return () => {
    letGo();
    stop();
  };
}
