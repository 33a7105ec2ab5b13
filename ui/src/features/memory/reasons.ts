// What could not be done of a memory, and why, as keys of our words.
import type { Degraded } from "@/ipc/types";

/** What is said of it: a key of our words with its figure, and the reason, as a key of ours or in the backend's words. */
export interface Said {
  key: string;
  n: number;
  reason: { key: string } | { words: string } | null;
}

/** What is said of a part that could not be done as it should be. */
export function saidOf(degraded: Degraded): Said {
  const { part } = degraded;
  switch (degraded.why) {
    case "not_indexed":
      return { key: "left", n: degraded.texts, reason: null };
    case "failed":
      return { key: part, n: 0, reason: degraded.message === "" ? null : { words: degraded.message } };
    default:
      return { key: part, n: 0, reason: { key: degraded.why } };
  }
}

/** Stands for it in a list. */
export function degradedKey(degraded: Degraded): string {
  return JSON.stringify(degraded);
}
