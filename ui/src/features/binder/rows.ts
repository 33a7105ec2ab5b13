// The outline as rows of the binder, without collapsed parts and without rows that only repeat their parent. A row's
// key names its part (`chapter:12`) and is stable for the part's lifetime.
import type {
  ChapterView,
  OutlineView,
  PartId,
  SceneId,
  SceneView,
  Status,
  Totals,
  VolumeView,
} from "@/ipc/types";
import { readNumbered } from "./next-title";

export type PartKind = "volume" | "chapter" | "scene";

interface RowOf<K extends PartKind, V> {
  kind: K;
  key: string;
  part: PartId;
  view: V;
  /** Depth in the tree, from 1. */
  level: number;
  title: string;
  /** Its position among its siblings, from 1, and their number. */
  place: number;
  siblings: number;
  /** null: it cannot be collapsed. */
  folded: boolean | null;
  counts: Totals;
  /** The scene that the row opens. */
  scene: SceneId | null;
  /** The parent row; null at the top. */
  parent: string | null;
  /** The range of the filter match in the title. */
  hit: { from: number; to: number } | null;
}

export type VolumeRow = RowOf<"volume", VolumeView>;
export type ChapterRow = RowOf<"chapter", ChapterView> & { status: Status; volume: VolumeView };
export type SceneRow = RowOf<"scene", SceneView> & {
  status: Status;
  chapter: ChapterView;
  volume: VolumeView;
};
export type Row = VolumeRow | ChapterRow | SceneRow;

/** Rows in order, with an index by key. */
export interface Tree {
  rows: readonly Row[];
  index: ReadonlyMap<string, number>;
  /** Whether any chapter can be collapsed; if so, all of them reserve space for the toggle. */
  folds: boolean;
  /** The number of rows that match the filter; 0 without a filter. */
  hits: number;
}

/** `{ chapter: 12 }` → `chapter:12`. */
export function keyOf(part: PartId): string {
  if ("volume" in part) return `volume:${part.volume}`;
  if ("chapter" in part) return `chapter:${part.chapter}`;
  return `scene:${part.scene}`;
}

/** Whether volumes are rows: a single one without a title is not. */
export function showsVolumes(outline: OutlineView): boolean {
  return outline.volumes.length !== 1 || outline.volumes[0]?.title !== "";
}

/** What the filter searches for; null for an empty field. */
type Sought = { text: string; number: number | null } | null;

function parseQuery(query: string): Sought {
  const text = query.trim().toLowerCase();
  if (text === "") return null;
  return { text, number: /^\d{1,6}$/.test(text) ? Number(text) : null };
}

/** The parsed numbers of titles, cached per part. */
const numbers = new WeakMap<object, ReturnType<typeof readNumbered>>();

function numberOf(view: { title: string }, kind: "volume" | "chapter") {
  let number = numbers.get(view);
  if (number === undefined) {
    number = readNumbered(view.title, kind);
    numbers.set(view, number);
  }
  return number;
}

function find(view: { title: string }, wanted: Sought, kind: PartKind): Row["hit"] {
  if (wanted === null) return null;
  const { title } = view;
  const from = title.toLowerCase().indexOf(wanted.text);
  if (from >= 0) return { from, to: Math.min(title.length, from + wanted.text.length) };
  if (wanted.number === null || kind === "scene") return null;
  // "12" finds 第十二章 too.
  const numbered = numberOf(view, kind);
  return numbered?.value === wanted.number
    ? { from: 0, to: titleNumberEnd(title, numbered.before, numbered.after) }
    : null;
}

function titleNumberEnd(title: string, before: string, after: string): number {
  if (after === "") return title.search(/\s|$/u);
  return title.indexOf(after, before.length) + after.length;
}

/** Lays out the outline. With a query, only matches and their ancestors remain. */
export function layRows(outline: OutlineView, folded: ReadonlySet<string>, query = ""): Tree {
  const parsed = parseQuery(query);
  const rows: Row[] = [];
  const withVolumes = showsVolumes(outline);
  let folds = false;
  let hits = 0;
  outline.volumes.forEach((volume, at) => {
    const volumeKey = `volume:${volume.id}`;
    const hit = find(volume, parsed, "volume");
    const volumeFolded = parsed === null && folded.has(volumeKey);
    const start = rows.length;
    if (withVolumes) {
      rows.push({
        kind: "volume",
        key: volumeKey,
        part: { volume: volume.id },
        view: volume,
        level: 1,
        title: volume.title,
        place: at + 1,
        siblings: outline.volumes.length,
        folded: volume.chapters.length === 0 ? null : volumeFolded,
        counts: volume.counts,
        scene: null,
        parent: null,
        hit,
      });
    }
    if (!(withVolumes && volumeFolded)) {
      const found = layChapters(rows, volume, {
        folded,
        wanted: parsed,
        parent: withVolumes ? volumeKey : null,
      });
      hits += found.hits;
      folds ||= found.folds;
    }
    if (hit !== null) hits += 1;
    else if (parsed !== null && withVolumes && rows.length === start + 1) rows.pop();
  });
  return { rows, index: new Map(rows.map((row, at) => [row.key, at])), folds, hits };
}

interface Laying {
  folded: ReadonlySet<string>;
  wanted: Sought;
  parent: string | null;
}

function layChapters(rows: Row[], volume: VolumeView, { folded, wanted, parent }: Laying) {
  let hits = 0;
  let folds = false;
  const level = parent === null ? 1 : 2;
  volume.chapters.forEach((chapter, at) => {
    const key = `chapter:${chapter.id}`;
    const several = chapter.scenes.length > 1;
    const chapterFolded = wanted === null && folded.has(key);
    const hit = find(chapter, wanted, "chapter");
    const start = rows.length;
    folds ||= several;
    rows.push({
      kind: "chapter",
      key,
      part: { chapter: chapter.id },
      view: chapter,
      volume,
      level,
      title: chapter.title,
      place: at + 1,
      siblings: volume.chapters.length,
      folded: several ? chapterFolded : null,
      counts: chapter.counts,
      status: chapter.status,
      scene: chapter.scenes[0]?.id ?? null,
      parent,
      hit,
    });
    if (several && !chapterFolded) {
      chapter.scenes.forEach((scene, sceneAt) => {
        const sceneHit = find(scene, wanted, "scene");
        if (wanted !== null && sceneHit === null) return;
        if (sceneHit !== null) hits += 1;
        rows.push({
          kind: "scene",
          key: `scene:${scene.id}`,
          part: { scene: scene.id },
          view: scene,
          chapter,
          volume,
          level: level + 1,
          title: scene.title,
          place: sceneAt + 1,
          siblings: chapter.scenes.length,
          folded: null,
          counts: scene.counts,
          status: scene.status,
          scene: scene.id,
          parent: key,
          hit: sceneHit,
        });
      });
    }
    if (hit !== null) hits += 1;
    else if (wanted !== null && rows.length === start + 1) rows.pop();
  });
  return { hits, folds };
}

/** The row that shows a scene: its own, or that of its nearest visible ancestor. */
export function rowOfScene(tree: Tree, place: { volume: VolumeView; chapter: ChapterView }, scene: SceneId) {
  return [`scene:${scene}`, `chapter:${place.chapter.id}`, `volume:${place.volume.id}`].find((key) =>
    tree.index.has(key),
  );
}

/** The next row, starting at one, whose title begins with the typed text or has it as its number. */
export function typeAhead(rows: readonly Row[], from: number, typed: string): number | null {
  const parsed = typed.toLowerCase();
  const number = /^\d+$/.test(parsed) ? parsed : null;
  for (let step = 0; step < rows.length; step += 1) {
    const at = (from + step) % rows.length;
    const row = rows[at];
    if (row === undefined) continue;
    if (row.title.toLowerCase().startsWith(parsed)) return at;
    if (number === null || row.kind === "scene") continue;
    if (numberOf(row.view, row.kind)?.value === Number(number)) return at;
  }
  return null;
}
