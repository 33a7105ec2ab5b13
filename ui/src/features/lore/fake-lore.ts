// An in-memory lorebook with given mentions, names and hints, for stories and tests.
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import { forget } from "@/ipc/queries";
import type {
  Card,
  CardKey,
  CardRow,
  CharRange,
  Entered,
  EnterNames,
  Hint,
  LoreEntry,
  LoreImported,
  LoreSummary,
  Named,
  RemovedEntry,
  SaveLoreEntry,
  TextHit,
} from "@/ipc/types";

/** An entry with the given fields, and the defaults of a new one. */
export function sampleEntry(id: number, title: string, change: Partial<LoreEntry> = {}): LoreEntry {
  return {
    id,
    title,
    kind: "character",
    aliases: [],
    content: "",
    secrets: "",
    keywords: [],
    and_keywords: [],
    priority: 5,
    constant: false,
    locked: false,
    disabled: false,
    book: null,
    entity: null,
    removed_at: null,
    ...change,
  };
}

/** A mention in a scene. */
export function sampleHit(
  scene: number,
  chapter: string,
  words: readonly [before: string, found: string, after: string],
  range: CharRange = { start: 0, end: 2 },
): TextHit {
  const [before, found, after] = words;
  return {
    scene,
    chapter: scene,
    chapter_title: chapter,
    text: "version",
    version: 1,
    range,
    excerpt: { before, found, after },
  };
}

const summary = ({ content, ...entry }: LoreEntry): LoreSummary => {
  const { id, title, kind, aliases, priority, constant, locked, disabled, book } = entry;
  return {
    id,
    title,
    kind,
    aliases,
    priority,
    constant,
    locked,
    disabled,
    book,
    beginning: content.slice(0, 60),
  };
};

const named = ({ id, title, kind, entity }: LoreEntry): Named => ({ entry: id, entity, title, kind });

export interface FakeLore {
  entries: LoreEntry[];
  ignored: string[];
  /** The state before each act on cards. */
  acts: { entries: LoreEntry[]; ignored: string[] }[];
  answers: FakeAnswers;
}

interface FakeLoreOptions {
  /** Mention counts by entry id. */
  counts?: Readonly<Record<number, number>>;
  /** Entries in the open scene, by id, with counts. */
  cast?: Readonly<Record<number, number>>;
  hits?: readonly TextHit[];
  /** The total number of mentions, if more than those listed. */
  total?: number;
  hints?: readonly Hint[];
  found?: LoreImported | undefined;
  /** Cards without an entry. */
  bare?: readonly CardRow[];
}

const NO_COUNTS = { mentions: null, facts: 0, relations: 0, threads: 0, events: 0, proposals: 0 };

/** A card without an entry: of an entity, or of the bible alone. */
export function bareCard(title: string, change: Partial<CardRow> = {}): CardRow {
  const none = { entry: null, entity: null, aliases: [], in_bible: false, counts: NO_COUNTS };
  return { ...none, title, kind: "character", ...change };
}

export function fakeLore(entries: LoreEntry[], options: FakeLoreOptions = {}): FakeLore {
  const { counts = {}, cast = {}, hits = [], hints = [] } = options;
  const fake: FakeLore = { entries, ignored: [], acts: [], answers: {} };
  const live = () => fake.entries.filter(({ removed_at }) => removed_at === null);
  const get = (id: number) => {
    const entry = fake.entries.find((one) => one.id === id);
    if (entry === undefined) throw failure("not_found");
    return entry;
  };
  const changed = <T>(answer: T): T => {
    queueMicrotask(() => forget(["lore"]));
    return answer;
  };
  const save = (request: SaveLoreEntry): LoreEntry => {
    const newNames = [request.title, ...(request.aliases ?? [])];
    const bearer = live().find(
      (one) =>
        one.id !== request.entry && [one.title, ...one.aliases].some((name) => newNames.includes(name)),
    );
    if (bearer !== undefined) {
      const name = [bearer.title, ...bearer.aliases].find((one) => newNames.includes(one)) ?? "";
      throw failure("name_taken", {
        details: { name, title: bearer.title, entry: bearer.id, entity: bearer.entity },
      });
    }
    const { entry: id, ...rest } = request;
    const before = id == null ? sampleEntry(fake.entries.length + 1, "") : get(id);
    const entry: LoreEntry = { ...before, ...(rest as Partial<LoreEntry>) };
    if (id == null) fake.entries.push(entry);
    else fake.entries[fake.entries.indexOf(before)] = entry;
    return changed({ ...entry });
  };
  const mark = (ids: readonly number[], removed_at: number | null) => {
    for (const id of ids) {
      const entry = get(id);
      fake.entries[fake.entries.indexOf(entry)] = { ...entry, removed_at };
    }
    return changed({ count: ids.length });
  };
  const cardOf = (entry: LoreEntry): CardRow =>
    bareCard(entry.title, {
      entry: summary(entry),
      entity: entry.entity ?? options.bare?.find(({ title }) => title === entry.title)?.entity ?? null,
      kind: entry.kind,
      aliases: entry.aliases,
    });
  const cards = (): CardRow[] => {
    const entries = live().map(cardOf);
    const titles = new Set(entries.map(({ title }) => title));
    return [...entries, ...(options.bare ?? []).filter(({ title }) => !titles.has(title))];
  };
  const cardCalled = ({ entry, entity, name }: CardKey): CardRow => {
    const card = cards().find(
      (one) =>
        (entry != null && one.entry?.id === entry) ||
        (entity != null && one.entity === entity) ||
        (name != null && one.title === name),
    );
    if (card === undefined) throw failure("not_found");
    return card;
  };
  const whole = (card: CardRow): Card => ({
    ...card,
    lore: card.entry === null ? null : { ...get(card.entry.id) },
    graph: null,
    mentions: null,
    threads: [],
    events: [],
    bible: [],
  });
  /** Creates entries for names; names that already have a card are skipped. */
  const enter = ({ cards: wanted = [], not_names }: EnterNames): Entered => {
    const known: string[] = [];
    let [created, added] = [0, 0];
    fake.acts.push({ entries: [...fake.entries], ignored: [...fake.ignored] });
    for (const { name, kind, aliases } of wanted ?? []) {
      const at = fake.entries.findIndex(({ title }) => title === name);
      const before = fake.entries[at];
      if (before === undefined) {
        created += 1;
        const id = fake.entries.length + 1;
        fake.entries.push(
          sampleEntry(id, name, { kind: kind ?? "character", aliases: [...(aliases ?? [])] }),
        );
      } else if ((aliases ?? []).length > 0) {
        added += (aliases ?? []).length;
        fake.entries[at] = { ...before, aliases: [...before.aliases, ...(aliases ?? [])] };
      } else known.push(name);
    }
    fake.ignored.push(...(not_names ?? []));
    return changed({ act: fake.acts.length, made: created, added, known, ignored: not_names?.length ?? 0 });
  };
  const found = () => {
    if (options.found === undefined) throw failure("import_refused");
    return options.found;
  };
  fake.answers = {
    "cards.list": () => ({ cards: cards() }),
    "cards.get": (key) => whole(cardCalled(key)),
    "cards.enter": enter,
    "cards.preview_merge": ({ into, from }) => {
      const [stays, goes] = [cardCalled(into), cardCalled(from)];
      const differs = stays.kind !== goes.kind;
      return {
        title: stays.title,
        kind: stays.kind,
        aliases: [...stays.aliases, goes.title, ...goes.aliases],
        content: "",
        secrets: "",
        description: "",
        differences: [
          { field: "name" as const, into: stays.title, from: goes.title },
          ...(differs ? [{ field: "kind" as const, into: stays.kind, from: goes.kind }] : []),
        ],
        moved: { facts: 2, relations: 1, events: 0, folded: 0, restated: 0 },
      };
    },
    "cards.merge": ({ into, from, take }) => {
      const [stays, goes] = [cardCalled(into), cardCalled(from)];
      fake.acts.push({ entries: [...fake.entries], ignored: [...fake.ignored] });
      const title = take?.includes("name") === true ? goes.title : stays.title;
      const id = stays.entry?.id ?? goes.entry?.id ?? 0;
      const names = [stays.title, ...stays.aliases, goes.title, ...goes.aliases];
      const at = fake.entries.findIndex((one) => one.id === id);
      fake.entries[at] = { ...get(id), title, aliases: names.filter((name) => name !== title) };
      fake.entries = fake.entries.filter((one) => one.id === id || one.id !== goes.entry?.id);
      const moved = { facts: 2, relations: 1, events: 0, folded: 0, restated: 0 };
      return changed({ act: fake.acts.length, entry: id, entity: stays.entity, title, moved });
    },
    "cards.undo": ({ act }) => {
      const before = fake.acts[act - 1];
      if (before === undefined) throw failure("not_found");
      fake.entries = before.entries;
      fake.ignored = before.ignored;
      return changed({ count: 1 });
    },
    "lore.list": () => ({ entries: live().map(summary), books: [] }),
    "lore.get": ({ entry }) => ({ ...get(entry) }),
    "lore.save": save,
    "lore.remove": ({ entries: ids }) => mark(ids, Date.UTC(2026, 10, 20)),
    "lore.put_back": ({ entries: ids }) => mark(ids, null),
    "lore.list_removed": () => ({
      entries: fake.entries
        .filter(({ removed_at }) => removed_at !== null)
        .map((entry): RemovedEntry => ({ ...summary(entry), removed_at: entry.removed_at })),
    }),
    "mentions.counts": () => ({
      counts: live().map((entry) => ({
        ...named(entry),
        total: counts[entry.id] ?? 0,
        scenes: counts[entry.id] === undefined ? 0 : 1,
        first: null,
        last: null,
      })),
    }),
    "mentions.of": ({ limit }) => ({
      total: options.total ?? hits.length,
      scenes: new Set(hits.map(({ scene }) => scene)).size,
      names: [...new Set(hits.map(({ excerpt }) => excerpt.found))].map((name) => ({
        name,
        count: hits.filter(({ excerpt }) => excerpt.found === name).length,
      })),
      hits: hits.slice(0, limit ?? 2000),
    }),
    "mentions.cast": ({ scene }) => ({
      scene,
      cast: live()
        .filter(({ id }) => cast[id] !== undefined)
        .map((entry) => ({ ...named(entry), count: cast[entry.id] ?? 0, first: { start: 0, end: 2 } }))
        .sort((a, b) => b.count - a.count),
    }),
    "mentions.names": () => {
      const all = live();
      const names = all.flatMap(({ title, aliases }, owner) =>
        [title, ...aliases].map((name) => ({ name, owners: [owner] })),
      );
      return { named: all.map(named), names };
    },
    "window.choose": () => ({
      path: { path: "path-1", name: "渡口人物.json", folder: "/home/ayuan/文稿/素材" },
    }),
    "mentions.hints": () => {
      const remaining = hints.filter(({ name }) => !fake.ignored.includes(name));
      return { hints: remaining, total: remaining.length };
    },
    "mentions.ignored": () => ({ names: [...fake.ignored] }),
    "mentions.ignore": ({ names }) => {
      fake.ignored = names;
      return { names };
    },
    "lore.preview_import": () => found(),
    "lore.import": () => ({ ...found(), before: 7 }),
    "lore.export": () => ({ file: "path-1", entries: live().length }),
  };
  return fake;
}
