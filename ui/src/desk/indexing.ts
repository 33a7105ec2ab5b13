// Progress of the open project's search index, as the backend reports it.
import { create } from "zustand";
import type { IndexProgress } from "@/ipc/types";

/** The last reported progress; null until some is reported for this project. */
export const useIndexing = create<{ progress: IndexProgress | null }>(() => ({ progress: null }));

/** Records progress; null when another project is opened. */
export function noteIndexed(progress: IndexProgress | null): void {
  useIndexing.setState({ progress });
}
