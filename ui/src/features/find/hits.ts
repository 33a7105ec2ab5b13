// Hits as rows under their chapters, what is left out of a replacement, and what a hit will look like afterwards.
import { locate } from "@/desk/navigation";
import type { ChapterId, OutlineView, SceneId, TextFound, TextHit } from "@/ipc/types";

/** Names a hit as long as the text before it does not change. */
export function keyOf({ scene, range }: TextHit): string {
  return `${scene}:${range.start}:${range.end}`;
}

export interface ChapterRow {
  kind: "chapter";
  key: string;
  chapter: ChapterId;
  title: string;
  /** Indices of its hits among all hits. */
  hits: readonly number[];
  folded: boolean;
}

export interface HitRow {
  kind: "hit";
  key: string;
  hit: TextHit;
  /** Its index among all hits. */
  index: number;
  /** Its place among those of its chapter, from 1, and how many there are. */
  place: number;
  siblings: number;
}

export type ResultRow = ChapterRow | HitRow;

/** Hits in reading order as rows, each chapter before its hits. */
export function rowsOf(hits: readonly TextHit[], folded: ReadonlySet<ChapterId>): ResultRow[] {
  const rows: ResultRow[] = [];
  for (let from = 0; from < hits.length; ) {
    const first = hits[from];
    if (first === undefined) break;
    let to = from;
    while (hits[to]?.chapter === first.chapter) to += 1;
    const indices = Array.from({ length: to - from }, (_, at) => from + at);
    const { chapter, chapter_title: title } = first;
    const isFolded = folded.has(chapter);
    rows.push({
      kind: "chapter",
      key: `chapter:${chapter}`,
      chapter,
      title,
      hits: indices,
      folded: isFolded,
    });
    if (!isFolded) {
      for (const index of indices) {
        const hit = hits[index];
        if (hit === undefined) continue;
        const place = index - from + 1;
        rows.push({ kind: "hit", key: keyOf(hit), hit, index, place, siblings: to - from });
      }
    }
    from = to;
  }
  return rows;
}

export interface HitCounts {
  total: number;
  scenes: number;
  chapters: number;
  /** Hits in the list; fewer than `total` where there are too many. */
  shown: number;
}

/** How many hits there are and in how many scenes and chapters, as far as they are listed. */
export function countsOf({ hits, total }: TextFound): HitCounts {
  return {
    total,
    scenes: new Set(hits.map(({ scene }) => scene)).size,
    chapters: new Set(hits.map(({ chapter }) => chapter)).size,
    shown: hits.length,
  };
}

/** What will stand in the place of a hit; `$1` of expressions stays as it is written: only the backend knows groups. */
export function replacementOf(replacement: string, found: string, regex: boolean): string {
  if (!regex) return replacement;
  return replacement.replace(/\$\$|\$\{0\}|\$0(?!\d)/g, (sign) => (sign === "$$" ? "$" : found));
}

/** Whether a replacement of an expression names groups. */
export function namesGroups(replacement: string): boolean {
  return /\$(\d|\{)/.test(replacement.replaceAll("$$", ""));
}

/** Line ends are shown; a long stretch is cut at its end, or at its beginning. */
export function oneLine(text: string, most: number, keep: "start" | "end" = "start"): string {
  const scalars = [...text.replaceAll("\n", "⏎")];
  if (scalars.length <= most) return scalars.join("");
  return keep === "start" ? `${scalars.slice(0, most).join("")}…` : `…${scalars.slice(-most).join("")}`;
}

/** The hits that a replacement of all takes, and in how many scenes; null where not all hits are known. */
export function toReplace(
  { hits, total }: Pick<TextFound, "hits" | "total">,
  leftOut: ReadonlySet<string>,
): { hits: number; scenes: number | null } {
  const left = hits.filter((hit) => !leftOut.has(keyOf(hit)));
  const scenes = total > hits.length ? null : new Set(left.map(({ scene }) => scene)).size;
  return { hits: total - leftOut.size, scenes };
}

/** Where scripts of full-width characters begin. */
const FIRST_FULL_WIDTH = 0x2e80;

/** The end of a text, as much as so many full-width characters take: letters of other scripts are half as wide. */
export function endOf(text: string, most: number): string {
  const scalars = [...text];
  let room = most;
  let at = scalars.length;
  while (at > 0) {
    room -= (scalars[at - 1]?.codePointAt(0) ?? 0) >= FIRST_FULL_WIDTH ? 1 : 0.5;
    if (room < 0) break;
    at -= 1;
  }
  return at === 0 ? text : `…${scalars.slice(at).join("")}`;
}

/** How many hits stand in the scenes before a scene, in reading order. */
export function hitsBefore(outline: OutlineView, hits: readonly TextHit[], scene: SceneId): number {
  const rank = (id: SceneId) => {
    const place = locate(outline, id);
    if (place === undefined) return [-1, -1] as const;
    return [place.index, place.chapter.scenes.indexOf(place.scene)] as const;
  };
  const [chapter, among] = rank(scene);
  return hits.filter((hit) => {
    const [ofHit, amongOfHit] = rank(hit.scene);
    return ofHit < chapter || (ofHit === chapter && amongOfHit < among);
  }).length;
}

/** An index that comes round at the ends. */
export function around(index: number, length: number): number {
  return length === 0 ? -1 : ((index % length) + length) % length;
}
