// The order in which found names are listed. Pure.
import type { Hint } from "@/ipc/types";

export const ORDERS = ["frequency", "name", "sure"] as const;

/** The most frequent first, by name, or the surest first as they were found. */
export type HintOrder = (typeof ORDERS)[number];

/** Misspelt names first, being the fewer, and mistakes; within both by the order that is wanted. */
export function ordered(hints: readonly Hint[], order: HintOrder, language: string): readonly Hint[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const rank = ({ kind }: Hint) => (kind === "misspelling" ? 0 : 1);
  const within: Record<HintOrder, (a: Hint, b: Hint) => number> = {
    frequency: (a, b) => b.total - a.total || compare(a.name, b.name),
    name: (a, b) => compare(a.name, b.name),
    sure: () => 0,
  };
  return [...hints].sort((a, b) => rank(a) - rank(b) || within[order](a, b));
}
