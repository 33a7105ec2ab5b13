// What the canon adds to the items of a comparison: which part of it each kind belongs to, and what its records leave
// unsaid.
import type { CanonScope, ItemKind, JsonValue } from "@/ipc/types";

/** The kinds of the canon. */
export type CanonKind = Exclude<ItemKind, "project" | "outline" | "volume" | "chapter" | "scene" | "text">;

/** The parts of the canon, in the order they are listed and restored. */
export const CANON_SCOPES: readonly CanonScope[] = [
  "bible",
  "lore",
  "graph",
  "threads",
  "timeline",
  "prompts",
];

const SCOPES: Record<CanonKind, CanonScope> = {
  bible_field: "bible",
  lore_entry: "lore",
  lorebook: "lore",
  entity: "graph",
  relation: "graph",
  fact: "graph",
  plot_thread: "threads",
  thread_anchor: "threads",
  timeline_event: "timeline",
  prompt: "prompts",
};

/** The kinds of the canon in the order they are listed. */
export const CANON_KINDS = Object.keys(SCOPES) as CanonKind[];

/** The part of the canon that a kind comes back with; null for parts of the manuscript. */
export function scopeOf(kind: ItemKind): CanonScope | null {
  return (SCOPES as Partial<Record<ItemKind, CanonScope>>)[kind] ?? null;
}

const STATEMENT = { modality: "narrated", confidence: 1, source: "author" };

/** What a record says where it leaves a field out; fields that are empty then are not here. */
export const UNSAID: Partial<Record<ItemKind, Record<string, JsonValue>>> = {
  bible_field: { locked: false },
  lore_entry: { kind: "concept", priority: 5, constant: false, locked: false, disabled: false },
  entity: { kind: "character" },
  relation: STATEMENT,
  fact: STATEMENT,
  plot_thread: { status: "open" },
  thread_anchor: { gone: false },
};

/** Of what is left unsaid, what is worth telling of an item that came or went. */
export const WORTH_TELLING: ReadonlySet<string> = new Set(["kind", "status", "modality"]);

/** A field of a record; undefined where there is none. */
export function fieldOf(record: JsonValue | null, name: string): JsonValue | undefined {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return undefined;
  return record[name];
}
