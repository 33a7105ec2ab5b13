// Recent queries of this window: ↑ and ↓ in the field step through them.
const MAX_QUERIES = 30;

let past: readonly string[] = [];

/** Remembers a query, newest first, without duplicates. */
export function remember(query: string): void {
  if (query !== "") past = [query, ...past.filter((one) => one !== query)].slice(0, MAX_QUERIES);
}

/** The query before (`1`) or after (`-1`) the current one; null if there is none. */
export function recall(query: string, by: 1 | -1): string | null {
  const at = past.indexOf(query);
  return past[at + by] ?? null;
}

export function forgetQueries(): void {
  past = [];
}
