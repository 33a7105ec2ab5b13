// The view state of the profiles, and the unsaved text of one: kept while the author looks at the manuscript.
import { create } from "zustand";
import { useDesk } from "@/desk/desk";
import { useSending } from "@/desk/sending";
import { holdBack } from "@/desk/unsaved";
import type { ProfileLeftUse, ProfilePlace, ProfileView } from "@/ipc/types";

interface Profiles {
  /** null: the first of the list. */
  chosen: string | null;
  /** The text in the editor; null while the steps are shown. */
  draft: string | null;
  /** The text before the author changed it. */
  original: string;
  /** The act that waits for a decision about unsaved changes. */
  asks: (() => void) | null;
  /** A refused act that waits for a decision of the author. */
  refused: Refused | null;
}

/** An act that was refused because something would be lost. */
export type Refused =
  | { act: "import"; path: string; to: ProfilePlace; lost: LostProfile }
  | { act: "remove"; name: string; profile: ProfileView; uses: readonly ProfileLeftUse[] };

/** The profile that an import would replace. */
export interface LostProfile {
  title: { zh: string; en: string };
  version: number;
  /** The steps that the new one does not have, as phase/step. */
  lost: readonly string[];
}

const INITIAL: Profiles = { chosen: null, draft: null, original: "", asks: null, refused: null };

export const useProfiles = create<Profiles>(() => INITIAL);

/** Resets the view state, and the profiles chosen for the next texts. */
export function forgetProfiles(): void {
  useProfiles.setState(INITIAL);
  useSending.setState({ profiles: new Map(), skipped: new Map() });
}

/** Opens a text in the editor. */
export function edit(text: string): void {
  useProfiles.setState({ draft: text, original: text });
}

/** Leaves the editor. */
export function discard(): void {
  useProfiles.setState({ draft: null, original: "", asks: null });
}

function hasChanges(): boolean {
  const { draft, original } = useProfiles.getState();
  return draft !== null && draft !== original;
}

/** With unsaved changes, asks the author before an act that would lose them. Returns whether it asks. */
function asksBefore(act: () => void): boolean {
  if (!hasChanges()) return false;
  useProfiles.setState({
    asks: () => {
      discard();
      act();
    },
  });
  return true;
}

/** Runs an act that leaves the editor, asking the author first if there are unsaved changes. */
export function leaving(act: () => void): void {
  if (asksBefore(act)) return;
  discard();
  act();
}

// Another project has its own profiles.
useDesk.subscribe(({ project }, { project: before }) => {
  if (project?.folder !== before?.folder || project?.name !== before?.name) forgetProfiles();
});

/**
 * Asks before the profiles are replaced or the project closed with unsaved changes. Returns a function that stops it.
 */
export function guard(): () => void {
  const letGo = holdBack(asksBefore);
  const stop = useDesk.subscribe(({ centre, project }, before) => {
    const leaves = before.centre.kind === "profiles" && centre.kind !== "profiles";
    if (!leaves || project === null || !hasChanges()) return;
    useDesk.setState({ centre: before.centre });
    asksBefore(() => useDesk.setState({ centre }));
  });
  return () => {
    letGo();
    stop();
  };
}
