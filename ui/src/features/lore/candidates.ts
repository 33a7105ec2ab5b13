// Everything in the canon that has names, as a list to choose from.
import type { KnownNames, Named } from "@/ipc/types";

export interface Candidate {
  key: string;
  named: Named;
  /** Its names besides its title. */
  others: string[];
  /** All its names in lower case. */
  names: string;
}

/** Everything with names, by title. */
export function candidates({ named, names }: KnownNames, language: string): Candidate[] {
  const others: string[][] = named.map(() => []);
  for (const { name, owners } of names) {
    for (const owner of owners) if (named[owner]?.title !== name) others[owner]?.push(name);
  }
  const { compare } = new Intl.Collator(language, { numeric: true });
  return named
    .map((one, at) => {
      const aliases = others[at] ?? [];
      const key = one.entry === null ? `entity-${one.entity}` : `entry-${one.entry}`;
      return { key, named: one, others: aliases, names: [one.title, ...aliases].join("\n").toLowerCase() };
    })
    .sort((a, b) => compare(a.named.title, b.named.title));
}

/** Those with a matching name; prefix matches first. */
export function matching(all: readonly Candidate[], query: string): readonly Candidate[] {
  const needle = query.trim().toLowerCase();
  if (needle === "") return all;
  const found = all.filter(({ names }) => names.includes(needle));
  const begins = ({ names }: Candidate) => names.startsWith(needle) || names.includes(`\n${needle}`);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}
