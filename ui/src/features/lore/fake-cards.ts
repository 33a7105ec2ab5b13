// The cards of the fake lorebook, and acts on them.
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import type { Card, CardKey, CardRow, Entered, EnterNames, MergeCards, Merged } from "@/ipc/types";
import { bareCard, changed, type FakeBook, sampleEntry, summary } from "./fake-book";

export function cardAnswers(book: FakeBook): FakeAnswers {
  return {
    "cards.list": () => ({ cards: cardsOf(book) }),
    "cards.get": (key) => whole(book, cardCalled(book, key)),
    "cards.enter": (request) => enter(book, request),
    "cards.preview_merge": ({ into, from }) => previewOf(cardCalled(book, into), cardCalled(book, from)),
    "cards.merge": (request) => merge(book, request),
    "cards.undo": ({ act }) => {
      const before = book.acts[act - 1];
      if (before === undefined) throw failure("not_found");
      book.entries = before.entries;
      book.ignored = before.ignored;
      return changed({ count: 1 });
    },
  };
}

function cardsOf(book: FakeBook): CardRow[] {
  const bare = book.options.bare ?? [];
  const entries = book.live().map((entry) =>
    bareCard(entry.title, {
      entry: summary(entry),
      entity: entry.entity ?? bare.find(({ title }) => title === entry.title)?.entity ?? null,
      kind: entry.kind,
      aliases: entry.aliases,
    }),
  );
  const titles = new Set(entries.map(({ title }) => title));
  return [...entries, ...bare.filter(({ title }) => !titles.has(title))];
}

function cardCalled(book: FakeBook, { entry, entity, name }: CardKey): CardRow {
  const card = cardsOf(book).find(
    (one) =>
      (entry != null && one.entry?.id === entry) ||
      (entity != null && one.entity === entity) ||
      (name != null && one.title === name),
  );
  if (card === undefined) throw failure("not_found");
  return card;
}

const whole = (book: FakeBook, card: CardRow): Card => ({
  ...card,
  lore: card.entry === null ? null : { ...book.get(card.entry.id) },
  graph: null,
  mentions: null,
  threads: [],
  events: [],
  bible: [],
});

/** Creates entries for names; names that already have a card are skipped. */
function enter(book: FakeBook, { cards: wanted, not_names }: EnterNames): Entered {
  const known: string[] = [];
  let [created, added] = [0, 0];
  book.beginAct();
  for (const { name, kind, aliases } of wanted ?? []) {
    const before = book.entries.find(({ title }) => title === name);
    if (before === undefined) {
      created += 1;
      const id = book.entries.length + 1;
      book.entries.push(sampleEntry(id, name, { kind: kind ?? "character", aliases: [...(aliases ?? [])] }));
    } else if ((aliases ?? []).length > 0) {
      added += (aliases ?? []).length;
      book.replace(before, { ...before, aliases: [...before.aliases, ...(aliases ?? [])] });
    } else known.push(name);
  }
  book.ignored.push(...(not_names ?? []));
  return changed({ act: book.acts.length, made: created, added, known, ignored: not_names?.length ?? 0 });
}

/** What each merge moves. */
const MOVED = { facts: 2, relations: 1, events: 0, folded: 0, restated: 0 };

function previewOf(stays: CardRow, goes: CardRow) {
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
    moved: MOVED,
  };
}

function merge(book: FakeBook, { into, from, take }: MergeCards): Merged {
  const [stays, goes] = [cardCalled(book, into), cardCalled(book, from)];
  book.beginAct();
  const title = take?.includes("name") === true ? goes.title : stays.title;
  const id = stays.entry?.id ?? goes.entry?.id ?? 0;
  const names = [stays.title, ...stays.aliases, goes.title, ...goes.aliases];
  const before = book.get(id);
  book.replace(before, { ...before, title, aliases: names.filter((name) => name !== title) });
  book.entries = book.entries.filter((one) => one.id === id || one.id !== goes.entry?.id);
  return changed({ act: book.acts.length, entry: id, entity: stays.entity, title, moved: MOVED });
}
