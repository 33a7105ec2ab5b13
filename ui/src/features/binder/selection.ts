// The selection of rows: values and rules, no state. Keys are row keys; the order of rows is that of the tree.
import type { Row } from "./rows";

export interface Selection {
  keys: readonly string[];
  /** Where a range starts; null if unknown. */
  anchor: string | null;
}

export const NONE: Selection = { keys: [], anchor: null };

/** How a click changes the selection: plain, with Ctrl or ⌘, with Shift. */
export type Press = "only" | "toggle" | "range";

/** Toggles a row. If nothing is selected yet, `base`, the row that acts target, is selected too. */
export function toggled({ keys }: Selection, key: string, base: string | null): Selection {
  const before = keys.length === 0 && base !== null && base !== key ? [base] : keys;
  const without = before.filter((one) => one !== key);
  return { keys: without.length < before.length ? without : [...before, key], anchor: key };
}

/** The rows from the anchor, or else from `base`, to a row. */
export function ranged(
  rows: readonly Row[],
  { anchor }: Selection,
  key: string,
  base: string | null,
): Selection {
  const to = rows.findIndex((row) => row.key === key);
  const begin = [anchor, base].map((one) => rows.findIndex((row) => row.key === one)).find((at) => at >= 0);
  const from = begin ?? to;
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: between.map((row) => row.key), anchor: rows[from]?.key ?? key };
}

/** The siblings of a row; if those are already selected, all rows of its level. */
export function ofLevel(rows: readonly Row[], { keys }: Selection, row: Row): Selection {
  const all = (which: (one: Row) => boolean) => rows.filter(which).map((one) => one.key);
  const siblings = all((one) => one.parent === row.parent && one.kind === row.kind);
  const had = new Set(keys);
  const more = siblings.every((key) => had.has(key));
  return { keys: more ? all((one) => one.level === row.level) : siblings, anchor: row.key };
}

/** The row to focus when rows leave with their contents: the next one after `at`, else the previous one. */
export function rowBeside(rows: readonly Row[], at: number, leaving: ReadonlySet<string>): Row | undefined {
  const gone = new Set(leaving);
  // A row comes after its parent.
  for (const row of rows) if (row.parent !== null && gone.has(row.parent)) gone.add(row.key);
  const stays = (row: Row) => !gone.has(row.key);
  return rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays);
}
