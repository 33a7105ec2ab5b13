// The view state of the workshop and its unsaved text: kept while the author looks at the manuscript.
import { create } from "zustand";
import { useDesk } from "@/desk/desk";
import { holdBack } from "@/desk/unsaved";
import type { PromptEntry, PromptId, PromptLanguage, SceneId } from "@/ipc/types";
import type { LineFault } from "./faults";

/** A template in one language. */
export type PromptKey = Pick<PromptEntry, "group" | "key" | "language">;

/** A custom version; null is the shipped one. */
export type Version = PromptId | null;

/** A refused file, and why. */
export interface Refused {
  file: string;
  faults: readonly LineFault[];
}

interface Workshop {
  /** null: the language of the window. */
  language: PromptLanguage | null;
  /** null: the first of the list. */
  chosen: Pick<PromptEntry, "group" | "key"> | null;
  /** The version in the editor; `in_use` follows the enabled one. */
  version: Version | "in_use";
  /** The edited text if it differs from that version. */
  draft: string | null;
  note: string;
  side: "preview" | "variables" | "versions";
  compared: { from: Version; to: Version } | null;
  /** The source of the preview. */
  trial: "example" | "scene";
  /** The scene for the preview; null: the open one. */
  scene: SceneId | null;
  refused: Refused | null;
  /** The act that is waiting for a decision about unsaved changes. */
  asks: (() => void) | null;
}

const INITIAL: Workshop = {
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

export const useWorkshop = create<Workshop>(() => INITIAL);

/** Resets the view state. */
export function forgetWorkshop(): void {
  useWorkshop.setState(INITIAL);
}

/** Discards unsaved changes. */
export function discard(): void {
  useWorkshop.setState({ draft: null, note: "" });
}

/** With unsaved changes, asks the author before an act that would lose them. Returns whether it asks. */
function asksBefore(act: () => void): boolean {
  if (useWorkshop.getState().draft === null) return false;
  useWorkshop.setState({ asks: act });
  return true;
}

/** Runs an act that would lose unsaved changes, asking the author first if there are any. */
export function leaving(act: () => void): void {
  if (!asksBefore(act)) act();
}

/** Shows the enabled version of a template. */
export function choose(to: Partial<Pick<Workshop, "chosen" | "language">>): void {
  leaving(() => useWorkshop.setState({ ...to, version: "in_use", compared: null, refused: null }));
}

/** Shows a version in the editor. */
export function look(version: Version): void {
  leaving(() => useWorkshop.setState({ version, compared: null }));
}

// Another project has its own templates and scenes.
useDesk.subscribe(({ project }, { project: before }) => {
  if (project?.folder !== before?.folder || project?.name !== before?.name) forgetWorkshop();
});

/**
 * Asks before the workshop is replaced or the project closed with unsaved changes. Returns a function that stops it.
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
