// The view state of the comments tab; kept while another tab is shown.
import { create } from "zustand";
import { useDesk } from "@/desk/desk";
import type { CommentColour, CommentState } from "@/ipc/types";

/** The scope of the list. */
export type Reach = "scene" | "chapter" | "book";

/** The state of a comment, or that it only leaves its passage out of print, or that it was removed. */
export type ListedState = CommentState | "unprinted" | "removed";

/** Which comments are listed. Null restricts nothing. */
export interface Filter {
  state: ListedState | null;
  /** The name of the writer, as `nameOf` gives it. */
  writer: string | null;
  colour: CommentColour | null;
  query: string;
}

interface CommentsView extends Filter {
  reach: Reach;
  /** What is written in the open comment. */
  writing: "reply" | "text" | null;
}

const INITIAL: CommentsView = {
  reach: "chapter",
  state: "open",
  writer: null,
  colour: null,
  query: "",
  writing: null,
};

export const useCommentsView = create<CommentsView>(() => INITIAL);

// The view state belongs to one project.
useDesk.subscribe(({ project }, { project: before }) => {
  if (project?.folder !== before?.folder || project?.name !== before?.name) useCommentsView.setState(INITIAL);
});
