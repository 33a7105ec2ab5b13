// Degraded parts of a memory and their reasons, as words keys.
import type { Degraded } from "@/ipc/types";

/** A message: a words key with its count, and the reason as a words key or in the backend's words. */
export interface Said {
  key: string;
  n: number;
  reason: { key: string } | { words: string } | null;
}

/** The message about a degraded part. */
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

/** Its key in a list. */
export function degradedKey(degraded: Degraded): string {
  return JSON.stringify(degraded);
}
