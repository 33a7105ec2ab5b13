// The active filters, each with a name, in a fixed order.
import type { OutlineView, SearchFilters, SearchKind, VolumeView } from "@/ipc/types";
import type { Filters } from "./state";

export const KINDS: readonly SearchKind[] = ["text", "lore", "summary", "note"];

/** An active filter: how to remove it, and its label. */
export interface SetFilter {
  /** Its subject; one chip each. */
  name: "kinds" | "volume" | "chapters" | "pov" | "character" | "status" | "as_of";
  /** The fields it uses. */
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

/** The active filters. */
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

/** Whether the last chapter comes before the first one, so that nothing can match. */
export function isTurnedRound(filters: Filters, chapters: readonly ChapterChoice[]): boolean {
  const { from_chapter: from, to_chapter: to } = filters;
  if (from == null || to == null) return false;
  const at = (chapter: number) => chapters.findIndex(({ id }) => id === chapter);
  return at(from) > at(to);
}
