// The view state of the profiles, and the unsaved text of one: kept while the author looks at the manuscript.
import { create } from "zustand";
import { useDesk } from "@/desk/desk";
import { useSending } from "@/desk/sending";
import { holdBack } from "@/desk/unsaved";
import type { ProfileLeftUse, ProfilePlace, ProfileView, WorkflowFault } from "@/ipc/types";

interface Profiles {
  /** null: the first of the list. */
  chosen: string | null;
  /** The text in the editor; null while the steps are shown. */
  draft: string | null;
  /** The text before the author changed it. */
  original: string;
  /** The texts before each act on the draft, the latest last. */
  past: readonly Past[];
  /** How the draft is shown. */
  view: "steps" | "json";
  /** The act that waits for a decision about unsaved changes. */
  asks: (() => void) | null;
  /** A refused act that waits for a decision of the author. */
  refused: Refused | null;
}

/** A text of the draft before an act. */
interface Past {
  text: string;
  /** The field that was typed in; null for an act that is done at once. */
  field: string | null;
}

/** An act that was refused because something would be lost. */
export type Refused =
  | { act: "import"; path: string; to: ProfilePlace; lost: LostProfile }
  | { act: "read"; name: string; to: ProfilePlace; file: NoProfile }
  | { act: "remove"; name: string; profile: ProfileView; uses: readonly ProfileLeftUse[] };

/** A file that is not taken in. */
export interface NoProfile {
  refusal: "too_large" | "not_text" | "not_json" | "other_json" | "faulty";
  errors: readonly WorkflowFault[];
}

/** The profile that an import would replace. */
export interface LostProfile {
  title: { zh: string; en: string };
  version: number;
  /** The steps that the new one does not have, as phase/step. */
  lost: readonly string[];
}

const NO_DRAFT = { draft: null, original: "", past: [], view: "steps" } as const;
const INITIAL: Profiles = { ...NO_DRAFT, chosen: null, asks: null, refused: null };

export const useProfiles = create<Profiles>(() => INITIAL);

/** Resets the view state, and the profiles chosen for the next texts. */
export function forgetProfiles(): void {
  useProfiles.setState(INITIAL);
  useSending.setState({ profiles: new Map(), skipped: new Map() });
}

/** Opens a text in the editor. */
export function edit(text: string): void {
  useProfiles.setState({ ...NO_DRAFT, draft: text, original: text });
}

/** How many acts can be undone. */
const MAX_PAST = 200;

/** Changes the draft. What is typed in one field is one act. */
export function change(text: string, field: string | null = null): void {
  const { draft, past } = useProfiles.getState();
  if (draft === null || draft === text) return;
  const last = past.at(-1);
  const goesOn = field !== null && last?.field === field;
  if (!goesOn)
    useProfiles.setState({ draft: text, past: [...past, { text: draft, field }].slice(-MAX_PAST) });
  else useProfiles.setState({ draft: text, past: last.text === text ? past.slice(0, -1) : past });
}

/** Takes the last act on the draft back. */
export function undo(): void {
  const { past } = useProfiles.getState();
  const last = past.at(-1);
  if (last !== undefined) useProfiles.setState({ draft: last.text, past: past.slice(0, -1) });
}

/** Leaves the editor. */
export function discard(): void {
  useProfiles.setState({ ...NO_DRAFT, asks: null });
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
