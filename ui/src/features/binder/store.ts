// The state of the binder: the focused row, the selected rows, the title being edited, the open dialog.
import { create } from "zustand";
import type { OutlineView, PartId, SceneId } from "@/ipc/types";
import { NONE, type Selection } from "./selection";

/** A title that is being edited. */
export interface Renaming {
  key: string;
  /** The initial text if it is not the title: 第三章 and a space for the name. */
  text?: string;
  /** The scene to open afterwards. */
  next?: SceneId;
  /** Whether it started from the text, which then gets the focus back. */
  fromText?: boolean;
}

export type Question =
  | { kind: "merge"; scene: SceneId }
  /** Where to move the parts. */
  | { kind: "move"; parts: readonly PartId[] };

/** A row to reveal as soon as it exists. */
export interface Wanted {
  key: string;
  /** Also focuses it. */
  focus: boolean;
  /** Ignored while this is the outline: the row has another place in it. */
  beyond?: OutlineView;
}

interface BinderState {
  /** Key of the focused row. */
  active: string | null;
  /** The rows that acts target instead of that one. */
  selection: Selection;
  /** The row whose click opened its text, until the author writes there. Not rendered. */
  clicked: string | null;
  /** The title filter. */
  query: string;
  renaming: Renaming | null;
  question: Question | null;
  wanted: Wanted | null;
}

export const useBinder = create<BinderState>(() => ({
  active: null,
  selection: NONE,
  clicked: null,
  query: "",
  renaming: null,
  question: null,
  wanted: null,
}));

export const binder = () => useBinder.getState();

export function setActive(active: string | null): void {
  useBinder.setState({ active });
}

export function select(selection: Selection): void {
  useBinder.setState({ selection });
}

export function setClicked(clicked: string | null): void {
  if (binder().clicked !== clicked) useBinder.setState({ clicked });
}

/** Clears the selection. */
export function clearSelection(): void {
  if (binder().selection !== NONE) select(NONE);
}

/** Reveals a row. Acts target it only if it is also focused. */
export function revealRow(wanted: Wanted): void {
  useBinder.setState(wanted.focus ? { active: wanted.key, wanted } : { wanted });
}

export function ask(question: Question | null): void {
  useBinder.setState({ question });
}
