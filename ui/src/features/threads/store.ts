// The view state of the thread list.
import { create } from "zustand";

interface ThreadsView {
  query: string;
  /** The place for deciding what is due. */
  asOf: "scene" | "end";
}

export const useThreadsView = create<ThreadsView>(() => ({ query: "", asOf: "end" }));
