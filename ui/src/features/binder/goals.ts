// The places that parts of one kind can be moved to, as a list to choose from.
import type { OutlineView, PartId } from "@/ipc/types";
import { moved, movesTo } from "./moves";
import { locationOf, type PartPlace, samePlace } from "./places";
import { showsVolumes } from "./rows";

/** A place to choose. */
export interface Goal {
  id: string;
  label: string;
  /** Counted without the parts. null: they are already there. */
  place: PartPlace | null;
  indented: boolean;
}

export interface GoalWords {
  top: string;
  startOf: (title: string) => string;
  volume: string;
  chapter: string;
}

/** Where parts can go: volumes after volumes, chapters after chapters, scenes to the end of chapters. */
export function goalsFor(book: OutlineView, parts: readonly PartId[], words: GoalWords): Goal[] {
  const [part, ...others] = parts;
  // In the rest of the book, the first of them represents all.
  const outline = others.reduce((rest, one) => moved(rest, one, null), book);
  const here = part === undefined ? undefined : locationOf(outline, part);
  if (here === undefined) return [];
  const from = here.place;
  const staysAt = (place: PartPlace) =>
    samePlace(place, from) && (others.length === 0 || movesTo(book, parts, place).length === 0);
  const goals: Goal[] = [];
  const add = (id: string, label: string, place: PartPlace, indented: boolean) => {
    goals.push({ id, label, place: staysAt(place) ? null : place, indented });
  };
  /** The index after a sibling, not counting the part itself. */
  const behind = (parent: PartPlace["parent"], index: number) => {
    const own = JSON.stringify(parent) === JSON.stringify(from.parent);
    return own && from.at <= index ? index : index + 1;
  };
  if (here.kind === "volume") {
    add("top", words.top, { parent: "manuscript", at: 0 }, false);
    outline.volumes.forEach((volume, index) => {
      if (volume.id === here.volume.id) return;
      const at = behind("manuscript", index);
      add(`volume:${volume.id}`, volume.title || words.volume, { parent: "manuscript", at }, false);
    });
    return goals;
  }
  const withVolumes = showsVolumes(outline);
  for (const volume of outline.volumes) {
    const title = volume.title || words.volume;
    const parent = { volume: volume.id };
    if (here.kind === "chapter") {
      add(`volume:${volume.id}`, withVolumes ? words.startOf(title) : words.top, { parent, at: 0 }, false);
    }
    volume.chapters.forEach((chapter, index) => {
      const label = chapter.title || words.chapter;
      if (here.kind === "chapter") {
        if (chapter.id === here.chapter.id) return;
        add(`chapter:${chapter.id}`, label, { parent, at: behind(parent, index) }, withVolumes);
        return;
      }
      const own = chapter.id === here.chapter.id;
      const place = { parent: { chapter: chapter.id }, at: chapter.scenes.length - (own ? 1 : 0) };
      add(`chapter:${chapter.id}`, label, place, false);
    });
  }
  return goals;
}
