// The state of find and replace: the query, the matches, the current match.
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

/** The query without its scope. */
type Pattern = Pick<FindText, "pattern" | "matching" | "case" | "whole_words">;

/** What the panel requests. */
type Sought = Pattern & { scope: FindDialog["scope"] };

interface Find {
  query: string;
  replacement: string;
  matching: Matching;
  case: Case;
  wholeWords: boolean;
  found: TextFound | null;
  /** The query of the current results. */
  sought: Sought | null;
  failure: Failure | null;
  searching: boolean;
  /** Index of the current match; -1 for none. */
  current: number;
  /** Keys of matches excluded from the replacement. */
  leftOut: ReadonlySet<string>;
  job: ReplaceJob | null;
  /** The last replacement of all matches, while it can be undone as a whole. */
  last: readonly RewrittenScene[] | null;
  /** Incremented to focus the query field. */
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

/** The panel, if it is open. */
export function findDialog(): FindDialog | null {
  const { dialog } = desk();
  return dialog?.name === "find" ? dialog : null;
}

export function patternNow(): Pattern {
  const { query, matching, case: letters, wholeWords } = find();
  return { pattern: query, matching, case: letters, whole_words: wholeWords };
}

/** The current request of the panel; null if it is closed. */
export function soughtNow(): Sought | null {
  const dialog = findDialog();
  return dialog && { ...patternNow(), scope: dialog.scope };
}

/** Whether the results match the panel's current request: the query may be newer than the last search. */
export function isAnswered(): boolean {
  const { found, sought } = find();
  return found !== null && shallow(sought, soughtNow());
}

const MAX_SELECTION = 200;

/** Opens or changes the panel; a selection within one line becomes the query if requested. */
export function openFind(scope: FindDialog["scope"], replace: boolean, takeSelection = true): void {
  const { scene, centre } = desk();
  const selected = scene === null ? "" : (openScene(scene)?.writing?.selectedText() ?? "");
  const usable =
    takeSelection && selected !== "" && selected.length <= MAX_SELECTION && !selected.includes("\n");
  // A selection made by a search is itself a match.
  const { matching, focusTurn } = find();
  const ownHit = findDialog() !== null && matching === "regex";
  useFind.setState({ focusTurn: focusTurn + 1, ...(usable && !ownHit ? { query: selected } : {}) });
  openDialog({ name: "find", scope, replace });
  // The panel is above the text.
  if (centre.kind !== "writing") show({ kind: "writing" });
}

/** Closes the panel and focuses the text at the match. */
export function closeFind(): void {
  closeDialog();
  const { scene } = desk();
  if (scene !== null) openScene(scene)?.writing?.focus();
}

/** Excludes a match from the replacement, or includes it again. */
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
