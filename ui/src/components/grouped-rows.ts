// The rows of a list with headings.

export type GroupedRow<T> =
  | { kind: "group"; key: string; name: string }
  | { kind: "entry"; key: string; entry: T };

/** Entries with a heading before each group; entries of one group must be adjacent. */
export function groupedRows<T>(
  entries: readonly T[],
  idOf: (entry: T) => string,
  groupOf: (entry: T) => string | null,
): GroupedRow<T>[] {
  const rows: GroupedRow<T>[] = [];
  let last: string | null = null;
  for (const entry of entries) {
    const group = groupOf(entry);
    if (group !== null && group !== last) {
      last = group;
      rows.push({ kind: "group", key: `group ${group} ${rows.length}`, name: group });
    }
    rows.push({ kind: "entry", key: idOf(entry), entry });
  }
  return rows;
}
