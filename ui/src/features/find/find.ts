// The state of find and replace: what is looked for, what was found, which hit is the current one.
import { create } from "zustand";
import { shallow } from "zustand/shallow";
import { closeDialog, type Dialog, desk, openDialog, show } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import type { JobProgress } from "@/ipc/host";
import type { Case, Failure, FindText, Matching, RewrittenScene, TextFound } from "@/ipc/types";

export type FindDialog = Extract<Dialog, { name: "find" }>;

interface ReplaceJob {
  progress: JobProgress | null;
  stopping: boolean;
  stop: () => void;
}

/** What to look for, without where. */
type Pattern = Pick<FindText, "pattern" | "matching" | "case" | "whole_words">;

/** What the panel asks for. */
type Sought = Pattern & { scope: FindDialog["scope"] };

interface Find {
  query: string;
  replacement: string;
  matching: Matching;
  case: Case;
  wholeWords: boolean;
  found: TextFound | null;
  /** What was looked for when it was found. */
  sought: Sought | null;
  failure: Failure | null;
  searching: boolean;
  /** Index of the current hit; -1 for none. */
  current: number;
  /** Keys of hits that are left out of the replacement. */
  leftOut: ReadonlySet<string>;
  job: ReplaceJob | null;
  /** The last replacement of all hits, as long as it can be taken back as a whole. */
  last: readonly RewrittenScene[] | null;
  /** Grows when the field of the query shall have the focus. */
  focusTurn: number;
}

export const useFind = create<Find>(() => ({
  query: "",
  replacement: "",
  matching: "plain",
  case: "ignore",
  wholeWords: false,
  found: null,
  sought: null,
  failure: null,
  searching: false,
  current: -1,
  leftOut: new Set(),
  job: null,
  last: null,
  focusTurn: 0,
}));

/** The state outside of React. */
export const find = () => useFind.getState();

/** The panel, when it is open. */
export function findDialog(): FindDialog | null {
  const { dialog } = desk();
  return dialog?.name === "find" ? dialog : null;
}

export function patternNow(): Pattern {
  const { query, matching, case: letters, wholeWords } = find();
  return { pattern: query, matching, case: letters, whole_words: wholeWords };
}

/** What the panel asks for now; null when it is closed. */
export function soughtNow(): Sought | null {
  const dialog = findDialog();
  return dialog && { ...patternNow(), scope: dialog.scope };
}

/** Whether what was found answers what the panel asks for now: the query in its field may be newer than the last search. */
export function isAnswered(): boolean {
  const { found, sought } = find();
  return found !== null && shallow(sought, soughtNow());
}

const LONGEST_SELECTION = 200;

/** Opens the panel, or changes it; a selection within one line becomes the query where that is wanted. */
export function openFind(scope: FindDialog["scope"], replace: boolean, takeSelection = true): void {
  const { scene, centre } = desk();
  const selected = scene === null ? "" : (openScene(scene)?.writing?.selectedText() ?? "");
  const usable =
    takeSelection && selected !== "" && selected.length <= LONGEST_SELECTION && !selected.includes("\n");
  // A selection that a search made is its own hit.
  const { matching, focusTurn } = find();
  const ownHit = findDialog() !== null && matching === "regex";
  useFind.setState({ focusTurn: focusTurn + 1, ...(usable && !ownHit ? { query: selected } : {}) });
  openDialog({ name: "find", scope, replace });
  // The panel stands above the text.
  if (centre.kind !== "writing") show({ kind: "writing" });
}

/** Closes the panel; the text has the focus again, at the hit. */
export function closeFind(): void {
  closeDialog();
  const { scene } = desk();
  if (scene !== null) openScene(scene)?.writing?.focus();
}

/** Leaves a hit out of the replacement, or takes it in again. */
export function leaveOut(keys: readonly string[], out: boolean): void {
  useFind.setState(({ leftOut }) => {
    const next = new Set(leftOut);
    for (const key of keys) {
      if (out) next.add(key);
      else next.delete(key);
    }
    return { leftOut: next };
  });
}
