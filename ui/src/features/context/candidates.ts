// Distinguishes the candidates of a generation.
import type { GenerationId, GenerationView } from "@/ipc/types";

/** The letter of each generation that has siblings: A, B, C in starting order. */
export function letters(generations: readonly GenerationView[]): ReadonlyMap<GenerationId, string> {
  const groups = new Map<GenerationId, GenerationId[]>();
  for (const { id, candidate_of } of generations) {
    const first = candidate_of ?? id;
    groups.set(first, [...(groups.get(first) ?? []), id]);
  }
  const found = new Map<GenerationId, string>();
  for (const ids of groups.values()) {
    if (ids.length < 2) continue;
    ids.sort((one, two) => one - two);
    ids.forEach((id, at) => {
      found.set(id, String.fromCharCode(65 + at));
    });
  }
  return found;
}
