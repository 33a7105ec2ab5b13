// What the list of entries shows: all of them with how often they are mentioned, or those of one scene; filtered, sorted.
import type {
  CastMember,
  EntityId,
  LoreEntryId,
  LoreKind,
  LoreSummary,
  MentionCount,
  TriggeredEntry,
} from "@/ipc/types";

export type Sort = "name" | "mentions" | "priority";

/** A row of the list: an entry, or an entity of a scene that has no entry. */
export interface LoreRow {
  key: string;
  entry: LoreSummary | null;
  entity: EntityId | null;
  title: string;
  kind: string;
  /** How often it is mentioned, in the book or in the scene; null as long as nobody has counted. */
  count: number | null;
  /** Its names in small letters, for the filter. */
  names: string;
}

/** Between names, so that none is found across two. */
const BORDER = "\n";

const namesOf = (title: string, aliases: readonly string[]) => [title, ...aliases].join(BORDER).toLowerCase();

const keyOfEntry = (entry: LoreEntryId) => `entry-${entry}`;

function rowOf(entry: LoreSummary, count: number | null): LoreRow {
  const { id, title, kind, aliases } = entry;
  return { key: keyOfEntry(id), entry, entity: null, title, kind, count, names: namesOf(title, aliases) };
}

/** A row for each entry. */
export function rowsOf(entries: readonly LoreSummary[], counts: readonly MentionCount[] | null): LoreRow[] {
  const totals = new Map<LoreEntryId, number>();
  for (const { entry, total } of counts ?? []) if (entry !== null) totals.set(entry, total);
  return entries.map((entry) => rowOf(entry, counts === null ? null : (totals.get(entry.id) ?? 0)));
}

/** A row for everything that is mentioned in a scene. */
export function rowsOfScene(cast: readonly CastMember[], entries: readonly LoreSummary[]): LoreRow[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return cast.map(({ entry, entity, title, kind, count }) => {
    const known = entry === null ? undefined : byId.get(entry);
    if (known !== undefined) return { ...rowOf(known, count), entity };
    return { key: `entity-${entity}`, entry: null, entity, title, kind, count, names: namesOf(title, []) };
  });
}

/** A row for every entry that a scene brings up, in the order in which they would be told. */
export function rowsTriggered(
  triggered: readonly TriggeredEntry[],
  entries: readonly LoreSummary[],
): LoreRow[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return triggered.flatMap(({ entry, hits }) => {
    const known = byId.get(entry);
    return known === undefined ? [] : [rowOf(known, hits)];
  });
}

/** Sorted; rows of the same rank stand by name. */
export function sorted(rows: readonly LoreRow[], sort: Sort, language: string): LoreRow[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const weight = ({ count, entry }: LoreRow) =>
    sort === "mentions" ? (count ?? 0) : sort === "priority" ? (entry?.priority ?? 0) : 0;
  return [...rows].sort((a, b) => weight(b) - weight(a) || compare(a.title, b.title));
}

/** Those of a kind whose name or alias has the words in it. */
export function filtered(rows: readonly LoreRow[], query: string, kind: LoreKind | null): readonly LoreRow[] {
  const sought = query.trim().toLowerCase();
  if (sought === "" && kind === null) return rows;
  return rows.filter(
    (row) => (kind === null || row.kind === kind) && (sought === "" || row.names.includes(sought)),
  );
}
