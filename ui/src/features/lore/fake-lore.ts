// An in-memory lorebook with given mentions, names and hints, for stories and tests.
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import type { LoreEntry, Named, RemovedEntry, SaveLoreEntry } from "@/ipc/types";
import { changed, FakeBook, type FakeLoreOptions, sampleEntry, summary } from "./fake-book";
import { cardAnswers } from "./fake-cards";

export type FakeLore = FakeBook & { answers: FakeAnswers };

export function fakeLore(entries: LoreEntry[], options: FakeLoreOptions = {}): FakeLore {
  const book = new FakeBook(entries, options);
  return Object.assign(book, {
    answers: { ...loreAnswers(book), ...cardAnswers(book), ...mentionAnswers(book) },
  });
}

const named = ({ id, title, kind, entity }: LoreEntry): Named => ({ entry: id, entity, title, kind });

/** Refuses a name that another entry has. */
function refuseTaken(fake: FakeBook, { entry: own, title, aliases }: SaveLoreEntry): void {
  const newNames = [title, ...(aliases ?? [])];
  const namesOf = (one: LoreEntry) => [one.title, ...one.aliases];
  const bearer = fake
    .live()
    .find((one) => one.id !== own && namesOf(one).some((name) => newNames.includes(name)));
  if (bearer === undefined) return;
  const name = namesOf(bearer).find((one) => newNames.includes(one)) ?? "";
  throw failure("name_taken", {
    details: { name, title: bearer.title, entry: bearer.id, entity: bearer.entity },
  });
}

/** Entries, and their import and export. */
function loreAnswers(fake: FakeBook): FakeAnswers {
  const save = (request: SaveLoreEntry): LoreEntry => {
    refuseTaken(fake, request);
    const { entry: id, ...rest } = request;
    const before = id == null ? sampleEntry(fake.entries.length + 1, "") : fake.get(id);
    const entry: LoreEntry = { ...before, ...(rest as Partial<LoreEntry>) };
    if (id == null) fake.entries.push(entry);
    else fake.replace(before, entry);
    return changed({ ...entry });
  };
  const mark = (ids: readonly number[], removed_at: number | null) => {
    for (const entry of ids.map((id) => fake.get(id))) fake.replace(entry, { ...entry, removed_at });
    return changed({ count: ids.length });
  };
  const found = () => {
    if (fake.options.found === undefined) throw failure("import_refused");
    return fake.options.found;
  };
  return {
    "lore.list": () => ({ entries: fake.live().map(summary), books: [] }),
    "lore.get": ({ entry }) => ({ ...fake.get(entry) }),
    "lore.save": save,
    "lore.remove": ({ entries: ids }) => mark(ids, Date.UTC(2026, 10, 20)),
    "lore.put_back": ({ entries: ids }) => mark(ids, null),
    "lore.list_removed": () => ({
      entries: fake.entries
        .filter(({ removed_at }) => removed_at !== null)
        .map((entry): RemovedEntry => ({ ...summary(entry), removed_at: entry.removed_at })),
    }),
    "lore.preview_import": () => found(),
    "lore.import": () => ({ ...found(), before: 7 }),
    "lore.export": () => ({ file: "path-1", entries: fake.live().length }),
    "window.choose": () => ({
      path: { path: "path-1", name: "渡口人物.json", folder: "/home/ayuan/文稿/素材" },
    }),
  };
}

/** The given mentions, names and hints. */
function mentionAnswers(fake: FakeBook): FakeAnswers {
  const { counts = {}, cast = {}, hits = [], hints = [], total = hits.length } = fake.options;
  return {
    "mentions.counts": () => ({
      counts: fake.live().map((entry) => ({
        ...named(entry),
        total: counts[entry.id] ?? 0,
        scenes: counts[entry.id] === undefined ? 0 : 1,
        first: null,
        last: null,
      })),
    }),
    "mentions.of": ({ limit }) => ({
      total,
      scenes: new Set(hits.map(({ scene }) => scene)).size,
      names: [...new Set(hits.map(({ excerpt }) => excerpt.found))].map((name) => ({
        name,
        count: hits.filter(({ excerpt }) => excerpt.found === name).length,
      })),
      hits: hits.slice(0, limit ?? 2000),
    }),
    "mentions.cast": ({ scene }) => ({
      scene,
      cast: fake
        .live()
        .filter(({ id }) => cast[id] !== undefined)
        .map((entry) => ({ ...named(entry), count: cast[entry.id] ?? 0, first: { start: 0, end: 2 } }))
        .sort((a, b) => b.count - a.count),
    }),
    "mentions.names": () => {
      const all = fake.live();
      const names = all.flatMap(({ title, aliases }, owner) =>
        [title, ...aliases].map((name) => ({ name, owners: [owner] })),
      );
      return { named: all.map(named), names };
    },
    "mentions.hints": () => {
      const remaining = hints.filter(({ name }) => !fake.ignored.includes(name));
      return { hints: remaining, total: remaining.length };
    },
    "mentions.ignored": () => ({ names: [...fake.ignored] }),
    "mentions.ignore": ({ names }) => {
      fake.ignored = names;
      return { names };
    },
  };
}
