// How far the search index of the open project is, as the backend tells it while it works.
import { create } from "zustand";
import type { IndexProgress } from "@/ipc/types";

/** What was told last; null as long as nothing was told of this project. */
export const useIndexing = create<{ progress: IndexProgress | null }>(() => ({ progress: null }));

/** Takes what is told; null when another project is opened. */
export function noteIndexed(progress: IndexProgress | null): void {
  useIndexing.setState({ progress });
}
