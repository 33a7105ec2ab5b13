// How the list of threads is looked at.
import { create } from "zustand";

interface ThreadsView {
  query: string;
  /** As of which place it is asked what waits. */
  asOf: "scene" | "end";
}

export const useThreadsView = create<ThreadsView>(() => ({ query: "", asOf: "end" }));
