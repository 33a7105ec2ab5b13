// The filters as they are told: each that is set with a name, in an order that does not change.
import type { OutlineView, SearchFilters, SearchKind, VolumeView } from "@/ipc/types";
import type { Filters } from "./state";

export const KINDS: readonly SearchKind[] = ["text", "lore", "summary", "note"];

/** A filter that is set: what takes it away, and what is said of it. */
export interface SetFilter {
  /** What it is about; one chip each. */
  name: "kinds" | "volume" | "chapters" | "pov" | "character" | "status" | "as_of";
  /** The fields it takes. */
  fields: readonly (keyof SearchFilters)[];
}

const ORDER: readonly SetFilter[] = [
  { name: "kinds", fields: ["kinds"] },
  { name: "volume", fields: ["volume"] },
  { name: "chapters", fields: ["from_chapter", "to_chapter"] },
  { name: "pov", fields: ["pov"] },
  { name: "character", fields: ["character"] },
  { name: "status", fields: ["status"] },
  { name: "as_of", fields: ["as_of"] },
];

/** Those that are set. */
export function filtersSet(filters: Filters): SetFilter[] {
  return ORDER.filter(({ fields }) => fields.some((field) => filters[field] != null));
}

/** A chapter to choose. */
export interface ChapterChoice {
  id: number;
  title: string;
  volume: VolumeView;
}

/** Every chapter in reading order. */
export function chaptersOf(outline: OutlineView | undefined): ChapterChoice[] {
  return (outline?.volumes ?? []).flatMap((volume) =>
    volume.chapters.map(({ id, title }) => ({ id, title, volume })),
  );
}

/** Whether the last chapter stands before the first one, so that nothing can be found. */
export function isTurnedRound(filters: Filters, chapters: readonly ChapterChoice[]): boolean {
  const { from_chapter: from, to_chapter: to } = filters;
  if (from == null || to == null) return false;
  const at = (chapter: number) => chapters.findIndex(({ id }) => id === chapter);
  return at(from) > at(to);
}
