// Canon kinds in a comparison: which part of the canon each belongs to, and what its records imply by omission.
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
  comment: "comments",
  timeline_event: "timeline",
  prompt: "prompts",
  pipeline_profile: "prompts",
};

/** The kinds of the canon in list order. */
export const CANON_KINDS = Object.keys(SCOPES) as CanonKind[];

/** The part of the canon that a kind is restored with; null for parts of the manuscript. */
export function scopeOf(kind: ItemKind): CanonScope | null {
  return (SCOPES as Partial<Record<ItemKind, CanonScope>>)[kind] ?? null;
}

const STATEMENT = { modality: "narrated", confidence: 1, source: "author" };

/** The meaning of omitted fields; fields that are simply empty are not listed. */
export const UNSAID: Partial<Record<ItemKind, Record<string, JsonValue>>> = {
  bible_field: { locked: false },
  lore_entry: { kind: "concept", priority: 5, constant: false, locked: false, disabled: false },
  entity: { kind: "character" },
  relation: STATEMENT,
  fact: STATEMENT,
  plot_thread: { status: "open" },
  thread_anchor: { gone: false },
  comment: { state: "open", colour: "yellow", gone: false, not_for_print: false },
};

/** The omitted fields worth showing for added or removed items. */
export const WORTH_TELLING: ReadonlySet<string> = new Set(["kind", "status", "modality"]);

/** A field of a record; undefined if missing. */
export function fieldOf(record: JsonValue | null, name: string): JsonValue | undefined {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return undefined;
  return record[name];
}
