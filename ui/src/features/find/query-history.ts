// What was looked for of late, while the window lives: ↑ and ↓ in the field go through it.
const MOST = 30;

let past: readonly string[] = [];

/** Remembers a query; the latest stands first, each once. */
export function remember(query: string): void {
  if (query !== "") past = [query, ...past.filter((one) => one !== query)].slice(0, MOST);
}

/** The query before (`1`) or after (`-1`) the one in the field; null where there is none. */
export function recall(query: string, by: 1 | -1): string | null {
  const at = past.indexOf(query);
  return past[at + by] ?? null;
}

/** Forgets everything. */
export function forgetQueries(): void {
  past = [];
}
