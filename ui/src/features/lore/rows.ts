// The rows of the card list: all cards with mentions, or those of one scene; filtered, sorted.
import type {
  CardKey,
  CardRow,
  CastMember,
  EntityId,
  LoreKind,
  LoreSummary,
  MentionCount,
  TriggeredEntry,
} from "@/ipc/types";

export type Sort = "name" | "mentions" | "priority";

/** A row of the list: a card. */
export interface LoreRow {
  key: string;
  entry: LoreSummary | null;
  entity: EntityId | null;
  title: string;
  kind: string;
  /** Mentions in the book or scene; null until counted. */
  count: number | null;
  /** Its names in lower case, for the filter. */
  names: string;
}

/** Separator of names, so that no match spans two. */
const NAME_SEPARATOR = "\n";

const namesOf = (title: string, aliases: readonly string[]) =>
  [title, ...aliases].join(NAME_SEPARATOR).toLowerCase();

/** The key of a card in lists. */
export function keyOf({ entry, entity, name }: CardKey): string {
  if (entry != null) return `entry-${entry}`;
  return entity != null ? `entity-${entity}` : `name-${name}`;
}

/** The identity of a card: its entry, else its entity, else its name. */
export function cardKey({
  entry,
  entity,
  title,
}: {
  entry: { id: number } | null;
  entity: EntityId | null;
  title: string;
}): CardKey {
  if (entry !== null) return { entry: entry.id };
  return entity !== null ? { entity } : { name: title };
}

function rowOf(card: CardRow, count: number | null): LoreRow {
  const { entry, entity, title, kind, aliases } = card;
  return { key: keyOf(cardKey(card)), entry, entity, title, kind, count, names: namesOf(title, aliases) };
}

/** A row for each card. */
export function rowsOf(cards: readonly CardRow[], counts: readonly MentionCount[] | null): LoreRow[] {
  const totals = new Map<string, number>();
  for (const { entry, entity, total } of counts ?? []) {
    totals.set(keyOf(entry !== null ? { entry } : { entity }), total);
  }
  return cards.map((card) => rowOf(card, counts === null ? null : (totals.get(keyOf(cardKey(card))) ?? 0)));
}

/** A row for everything mentioned in a scene. */
export function rowsOfScene(cast: readonly CastMember[], cards: readonly CardRow[]): LoreRow[] {
  const byKey = new Map(cards.map((card) => [keyOf(cardKey(card)), card]));
  return cast.map(({ entry, entity, title, kind, count }) => {
    const key = keyOf(entry !== null ? { entry } : { entity });
    const known = byKey.get(key);
    if (known !== undefined) return rowOf(known, count);
    return { key, entry: null, entity, title, kind, count, names: namesOf(title, []) };
  });
}

/** A row for every card whose entry is active in a scene, in priority order. */
export function rowsTriggered(triggered: readonly TriggeredEntry[], cards: readonly CardRow[]): LoreRow[] {
  const byEntry = new Map(cards.flatMap((card) => (card.entry === null ? [] : [[card.entry.id, card]])));
  return triggered.flatMap(({ entry, hits }) => {
    const known = byEntry.get(entry);
    return known === undefined ? [] : [rowOf(known, hits)];
  });
}

/** Sorted rows; ties are sorted by name. */
export function sorted(rows: readonly LoreRow[], sort: Sort, language: string): LoreRow[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const weight = ({ count, entry }: LoreRow) =>
    sort === "mentions" ? (count ?? 0) : sort === "priority" ? (entry?.priority ?? 0) : 0;
  return [...rows].sort((a, b) => weight(b) - weight(a) || compare(a.title, b.title));
}

/** Rows of a kind whose name or alias matches. */
export function filtered(rows: readonly LoreRow[], query: string, kind: LoreKind | null): readonly LoreRow[] {
  const needle = query.trim().toLowerCase();
  if (needle === "" && kind === null) return rows;
  return rows.filter(
    (row) => (kind === null || row.kind === kind) && (needle === "" || row.names.includes(needle)),
  );
}
