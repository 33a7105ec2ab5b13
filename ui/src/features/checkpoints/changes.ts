// The differences between two states of the project as a list: texts, records, order, project, then the canon part by
// part.
import { locate } from "@/desk/navigation";
import type { CanonScope, Changed, ChangeEntry, Comparison, OutlineView, SceneId } from "@/ipc/types";
import { CANON_KINDS, CANON_SCOPES, scopeOf } from "./canon-items";

/** Groups of the list. */
export type Group = "text" | "record" | "order" | "project" | CanonScope;

/** One difference. */
export interface Item {
  key: string;
  group: Group;
  entry: ChangeEntry;
  /** Position in the current manuscript, for sorting; last if it is not in it. */
  at: number;
}

const GROUPS: readonly Group[] = ["text", "record", "order", "project", ...CANON_SCOPES];

function groupOf(kind: ChangeEntry["kind"]): Group {
  if (kind === "text" || kind === "project") return kind;
  if (kind === "outline") return "order";
  return scopeOf(kind) ?? "record";
}

/** Kinds of one part of the canon are adjacent. */
const kindRank = new Map<ChangeEntry["kind"], number>(CANON_KINDS.map((kind, at) => [kind, at]));
const rankOf = ({ entry }: Item) => kindRank.get(entry.kind) ?? 0;

/**
 * The items of a comparison, texts in reading order. An added or removed scene has one item: its text implies its
 * record.
 */
export function itemsOf({ changes }: Comparison, outline: OutlineView | undefined): Item[] {
  const texts = new Set(
    changes.filter(({ kind, change }) => kind === "text" && change !== "changed").map(({ id }) => id),
  );
  const places = placesIn(outline);
  return changes
    .filter(({ kind, change, id }) => kind !== "scene" || change === "changed" || !texts.has(id))
    .map((entry) => ({
      key: `${entry.kind} ${entry.id}`,
      group: groupOf(entry.kind),
      entry,
      at: places.get(placeKey(entry)) ?? Number.MAX_SAFE_INTEGER,
    }))
    .sort(
      (a, b) =>
        GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) ||
        rankOf(a) - rankOf(b) ||
        a.at - b.at ||
        a.entry.id - b.entry.id,
    );
}

function placeKey({ kind, id }: ChangeEntry): string {
  return `${kind === "text" ? "scene" : kind} ${id}`;
}

function placesIn(outline: OutlineView | undefined): Map<string, number> {
  const places = new Map<string, number>();
  for (const volume of outline?.volumes ?? []) {
    places.set(`volume ${volume.id}`, places.size);
    for (const chapter of volume.chapters) {
      places.set(`chapter ${chapter.id}`, places.size);
      for (const scene of chapter.scenes) places.set(`scene ${scene.id}`, places.size);
    }
  }
  return places;
}

/** The number of changes of each kind in a restore. */
export interface Summary {
  texts: number;
  records: number;
  moved: number;
  back: number;
  gone: number;
  canonChanged: number;
  canonBack: number;
  canonGone: number;
}

/** The effect of a restore in figures; `changes` go from now to the checkpoint. */
export function summaryOf({ changes }: Comparison): Summary {
  const count = (is: (entry: ChangeEntry) => boolean) => changes.filter(is).length;
  const canon = (how: Changed) => count(({ kind, change }) => scopeOf(kind) !== null && change === how);
  const isPart = ({ kind }: ChangeEntry) => kind === "volume" || kind === "chapter" || kind === "scene";
  const moves = changes.map(({ moved }) => moved ?? { volumes: [], chapters: [], scenes: [] });
  return {
    texts: count(({ kind, change }) => kind === "text" && change === "changed"),
    records: count((entry) => (isPart(entry) || entry.kind === "project") && entry.change === "changed"),
    moved: moves.reduce(
      (sum, { volumes, chapters, scenes }) => sum + volumes.length + chapters.length + scenes.length,
      0,
    ),
    back: count((entry) => isPart(entry) && entry.change === "added"),
    gone: count((entry) => isPart(entry) && entry.change === "removed"),
    canonChanged: canon("changed"),
    canonBack: canon("added"),
    canonGone: canon("removed"),
  };
}

/** The comparison with its sides swapped. */
export function swapSides({ from, to, changes }: Comparison): Comparison {
  const other: Record<Changed, Changed> = { added: "removed", changed: "changed", removed: "added" };
  return {
    from: to,
    to: from,
    changes: changes.map((entry) => ({
      ...entry,
      change: other[entry.change],
      before: entry.after ?? null,
      after: entry.before ?? null,
    })),
  };
}

/** The number of a scene within its chapter, from 1; null if it is the only one or not in the manuscript. */
export function numberInChapter(outline: OutlineView | undefined, scene: SceneId): number | null {
  const place = outline === undefined ? undefined : locate(outline, scene);
  if (place === undefined || place.chapter.scenes.length < 2) return null;
  return place.chapter.scenes.findIndex(({ id }) => id === scene) + 1;
}
