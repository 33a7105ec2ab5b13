// The index status: what is left, and why it is not being indexed.
import type { IndexProgress, IndexView } from "@/ipc/types";

/** Up to this many passages are embedded at once regardless of typing, so they are not reported. */
const ALWAYS_EMBEDDED = 8;

/** The index status. */
export type Standing =
  | { at: "trouble" }
  | { at: "typing" | "battery" | "meaning"; percent: number; pending: number }
  | { at: "texts"; left: number }
  | { at: "done" };

/** The last event, or the index's own figures if there was none. */
export function known(progress: IndexProgress | null, view: IndexView | undefined): IndexProgress | null {
  if (progress !== null || view === undefined) return progress;
  const { left, embedded, pending } = view;
  return { left, embedded, pending, waiting: null };
}

/** Percent, rounded down: a hundred means that nothing is left. */
export function percentOf(done: number, all: number): number {
  return all <= 0 ? 100 : Math.floor((Math.min(done, all) / all) * 100);
}

export function standingOf({ left, embedded, pending, waiting }: IndexProgress): Standing {
  if (waiting === "trouble") return { at: "trouble" };
  if (left > 0) return { at: "texts", left };
  if (pending === 0 || (pending <= ALWAYS_EMBEDDED && waiting === null)) return { at: "done" };
  return { at: waiting ?? "meaning", percent: percentOf(embedded, embedded + pending), pending };
}
