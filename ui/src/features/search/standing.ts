// How far the index is, as it is told: what is left, and why nothing is done about it.
import type { IndexProgress, IndexView } from "@/ipc/types";

/** So few passages are embedded at once whatever the author does: no news. */
const FEW = 8;

/** How far the index is. */
export type Standing =
  | { at: "trouble" }
  | { at: "typing" | "battery" | "meaning"; percent: number; pending: number }
  | { at: "texts"; left: number }
  | { at: "done" };

/** What was told last, or what the index says of itself where nothing was told. */
export function known(progress: IndexProgress | null, view: IndexView | undefined): IndexProgress | null {
  if (progress !== null || view === undefined) return progress;
  const { left, embedded, pending } = view;
  return { left, embedded, pending, waiting: null };
}

/** Percents, rounded down: a hundred says that nothing is left. */
export function percentOf(done: number, all: number): number {
  return all <= 0 ? 100 : Math.floor((Math.min(done, all) / all) * 100);
}

export function standingOf({ left, embedded, pending, waiting }: IndexProgress): Standing {
  if (waiting === "trouble") return { at: "trouble" };
  if (left > 0) return { at: "texts", left };
  if (pending === 0 || (pending <= FEW && waiting === null)) return { at: "done" };
  return { at: waiting ?? "meaning", percent: percentOf(embedded, embedded + pending), pending };
}
