// All names of the canon, indexed for the editors. Built once per backend answer.
import { NameIndex } from "@/editor/name-index";
import { useAnswer } from "@/ipc/queries";
import type { KnownNames as Answer, Named } from "@/ipc/types";

/** The names and their bearers. */
export interface KnownNames {
  index: NameIndex;
  /** The bearers of a name. The owners of a hit are their indexes, as strings. */
  bearers(owners: readonly string[]): Named[];
}

const cache = new WeakMap<Answer, KnownNames>();

function knownNames(answer: Answer): KnownNames {
  const known = cache.get(answer);
  if (known !== undefined) return known;
  const names = answer.names.flatMap(({ name, owners }) =>
    owners.map((owner) => ({ name, owner: String(owner) })),
  );
  const built: KnownNames = {
    index: new NameIndex(names),
    bearers: (owners) => owners.flatMap((owner) => answer.named[Number(owner)] ?? []),
  };
  cache.set(answer, built);
  return built;
}

/** The known names; null until the backend has answered. */
export function useKnownNames(): KnownNames | null {
  const { data } = useAnswer("mentions.names", {});
  return data === undefined ? null : knownNames(data);
}
