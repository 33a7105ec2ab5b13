// Distinguishes the candidates of a generation.
import type { GenerationId, GenerationView } from "@/ipc/types";

/** The letter of each generation that has siblings: A, B, C in starting order; one that a step made of A is A′. */
export function letters(generations: readonly GenerationView[]): ReadonlyMap<GenerationId, string> {
  const groups = new Map<GenerationId, GenerationView[]>();
  for (const generation of generations) {
    const first = generation.candidate_of ?? generation.id;
    groups.set(first, [...(groups.get(first) ?? []), generation]);
  }
  const found = new Map<GenerationId, string>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    group.sort((one, two) => one.id - two.id);
    let originals = 0;
    for (const { id, derived } of group) {
      const parent = derived == null ? undefined : found.get(derived.of);
      if (parent === undefined) originals += 1;
      found.set(id, parent === undefined ? String.fromCharCode(64 + originals) : `${parent}′`);
    }
  }
  return found;
}
