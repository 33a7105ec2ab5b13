// What is under way in the binder: the row the keyboard stands on, the rows that are selected, a title being typed, a question
// being asked.
import { create } from "zustand";
import type { OutlineView, PartId, SceneId } from "@/ipc/types";
import { NONE, type Selection } from "./selection";

/** A title that is being typed. */
export interface Renaming {
  key: string;
  /** What stands in the field at first when it is not the title: 第三章 and a space for the name. */
  text?: string;
  /** The scene to go to when it is done. */
  next?: SceneId;
  /** Whether it was begun from the text, which has the keyboard again when it is done. */
  fromText?: boolean;
}

export type Question =
  | { kind: "merge"; scene: SceneId }
  /** Where shall they go? */
  | { kind: "move"; parts: readonly PartId[] };

/** A row that shall come into sight as soon as it is there. */
export interface Wanted {
  key: string;
  /** The keyboard goes there too. */
  focus: boolean;
  /** Not as long as this is the outline: the row stands elsewhere in it. */
  beyond?: OutlineView;
}

interface BinderState {
  /** Key of the row the keyboard stands on. */
  active: string | null;
  /** The rows that acts are about instead of that one. */
  selection: Selection;
  /** The row whose click led into its text, until the author writes there. Nothing is drawn by it. */
  clicked: string | null;
  /** What the titles are filtered by. */
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

/** Selects nothing. */
export function letGo(): void {
  if (binder().selection !== NONE) select(NONE);
}

/** Brings a row into sight. Acts are about it only when the keyboard goes there. */
export function want(wanted: Wanted): void {
  useBinder.setState(wanted.focus ? { active: wanted.key, wanted } : { wanted });
}

export function ask(question: Question | null): void {
  useBinder.setState({ question });
}
