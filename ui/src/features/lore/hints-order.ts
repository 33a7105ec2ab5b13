// The order of found names. Pure.
import type { Hint } from "@/ipc/types";

export const ORDERS = ["frequency", "name", "sure"] as const;

/** Most frequent first, by name, or most certain first, as found. */
export type HintOrder = (typeof ORDERS)[number];

/** Misspelt names first, because they are fewer and are mistakes; within both groups by the chosen order. */
export function sortHints(hints: readonly Hint[], order: HintOrder, language: string): readonly Hint[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const rank = ({ kind }: Hint) => (kind === "misspelling" ? 0 : 1);
  const within: Record<HintOrder, (a: Hint, b: Hint) => number> = {
    frequency: (a, b) => b.total - a.total || compare(a.name, b.name),
    name: (a, b) => compare(a.name, b.name),
    sure: () => 0,
  };
  return [...hints].sort((a, b) => rank(a) - rank(b) || within[order](a, b));
}
