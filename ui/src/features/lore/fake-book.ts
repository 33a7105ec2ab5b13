// The state of an in-memory lorebook, for stories and tests.
import { failure } from "@/ipc/fake-host";
import { forget } from "@/ipc/queries";
import type { CardRow, CharRange, Hint, LoreEntry, LoreImported, LoreSummary, TextHit } from "@/ipc/types";
import { blankEntry } from "./unwritten";

/** An entry with the given fields, and the defaults of a new one. */
export function sampleEntry(id: number, title: string, change: Partial<LoreEntry> = {}): LoreEntry {
  return { ...blankEntry(title), id, ...change };
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

export interface FakeLoreOptions {
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

/** The lorebook, as the answers read and change it. */
export class FakeBook {
  entries: LoreEntry[];
  readonly options: FakeLoreOptions;
  ignored: string[] = [];
  /** The state before each act on cards. */
  acts: { entries: LoreEntry[]; ignored: string[] }[] = [];

  constructor(entries: LoreEntry[], options: FakeLoreOptions) {
    this.entries = entries;
    this.options = options;
  }

  live(): LoreEntry[] {
    return this.entries.filter(({ removed_at }) => removed_at === null);
  }

  get(id: number): LoreEntry {
    const entry = this.entries.find((one) => one.id === id);
    if (entry === undefined) throw failure("not_found");
    return entry;
  }

  replace(before: LoreEntry, entry: LoreEntry): void {
    this.entries[this.entries.indexOf(before)] = entry;
  }

  /** Keeps the state for an undo. */
  beginAct(): void {
    this.acts.push({ entries: [...this.entries], ignored: [...this.ignored] });
  }
}

/** An answer that makes others stale. */
export function changed<T>(answer: T): T {
  queueMicrotask(() => forget(["lore"]));
  return answer;
}

export const summary = ({ content, ...entry }: LoreEntry): LoreSummary => {
  const { id, title, kind, aliases, priority, constant, locked, disabled, book } = entry;
  const beginning = content.slice(0, 60);
  return { id, title, kind, aliases, priority, constant, locked, disabled, book, beginning };
};
