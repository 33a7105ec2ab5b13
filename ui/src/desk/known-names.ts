// Every name of the canon, as the editors find them in the text. Made once for each answer of the backend.
import { NameIndex } from "@/editor/name-index";
import { useAnswer } from "@/ipc/queries";
import type { KnownNames as Answer, Named } from "@/ipc/types";

/** The names, and who bears them. */
export interface KnownNames {
  index: NameIndex;
  /** Those who bear a name; the owners of a hit are indexes of this as text. */
  bearers(owners: readonly string[]): Named[];
}

const made = new WeakMap<Answer, KnownNames>();

function knownNames(answer: Answer): KnownNames {
  const known = made.get(answer);
  if (known !== undefined) return known;
  const names = answer.names.flatMap(({ name, owners }) =>
    owners.map((owner) => ({ name, owner: String(owner) })),
  );
  const fresh: KnownNames = {
    index: new NameIndex(names),
    bearers: (owners) => owners.flatMap((owner) => answer.named[Number(owner)] ?? []),
  };
  made.set(answer, fresh);
  return fresh;
}

/** The names that are known; null until the backend has told. */
export function useKnownNames(): KnownNames | null {
  const { data } = useAnswer("mentions.names", {});
  return data === undefined ? null : knownNames(data);
}
