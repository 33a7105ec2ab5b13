// Matches as rows by chapter, exclusions from a replacement, and replacement previews.
import { locate } from "@/desk/navigation";
import type { ChapterId, OutlineView, SceneId, TextFound, TextHit } from "@/ipc/types";

/** A key that is stable while the text before the match does not change. */
export function keyOf({ scene, range }: TextHit): string {
  return `${scene}:${range.start}:${range.end}`;
}

export interface ChapterRow {
  kind: "chapter";
  key: string;
  chapter: ChapterId;
  title: string;
  /** Indices of its matches among all matches. */
  hits: readonly number[];
  folded: boolean;
}

export interface HitRow {
  kind: "hit";
  key: string;
  hit: TextHit;
  /** Its index among all matches. */
  index: number;
  /** Its position in its chapter, from 1, and their number. */
  place: number;
  siblings: number;
}

export type ResultRow = ChapterRow | HitRow;

/** Matches in reading order as rows, each chapter before its matches. */
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

/** The keys of a row's matches. */
export function keysOfRow(row: ResultRow, hits: readonly TextHit[]): string[] {
  if (row.kind === "hit") return [row.key];
  return row.hits.flatMap((index) => {
    const hit = hits[index];
    return hit === undefined ? [] : [keyOf(hit)];
  });
}

export interface HitCounts {
  total: number;
  scenes: number;
  chapters: number;
  /** Matches in the list; fewer than `total` if there are too many. */
  shown: number;
}

/** The number of matches, scenes and chapters, as far as listed. */
export function countsOf({ hits, total }: TextFound): HitCounts {
  return {
    total,
    scenes: new Set(hits.map(({ scene }) => scene)).size,
    chapters: new Set(hits.map(({ chapter }) => chapter)).size,
    shown: hits.length,
  };
}

/** The replacement text of a match; `$1` of expressions stays literal: only the backend knows groups. */
export function replacementOf(replacement: string, found: string, regex: boolean): string {
  if (!regex) return replacement;
  return replacement.replace(/\$\$|\$\{0\}|\$0(?!\d)/g, (sign) => (sign === "$$" ? "$" : found));
}

/** Whether the replacement of an expression refers to groups. */
export function namesGroups(replacement: string): boolean {
  return /\$(\d|\{)/.test(replacement.replaceAll("$$", ""));
}

/** Shows line breaks; a long text is cut at its end, or at its beginning. */
export function oneLine(text: string, most: number, keep: "start" | "end" = "start"): string {
  const scalars = [...text.replaceAll("\n", "⏎")];
  if (scalars.length <= most) return scalars.join("");
  return keep === "start" ? `${scalars.slice(0, most).join("")}…` : `…${scalars.slice(-most).join("")}`;
}

/** The matches to replace, and the number of scenes; null if not all matches are known. */
export function toReplace(
  { hits, total }: Pick<TextFound, "hits" | "total">,
  leftOut: ReadonlySet<string>,
): { hits: number; scenes: number | null } {
  const replaced = hits.filter((hit) => !leftOut.has(keyOf(hit)));
  const scenes = total > hits.length ? null : new Set(replaced.map(({ scene }) => scene)).size;
  return { hits: total - leftOut.size, scenes };
}

/** Where scripts of full-width characters begin. */
const FIRST_FULL_WIDTH = 0x2e80;

/** The end of a text that fits `most` full-width characters: letters of other scripts are half as wide. */
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

/** The number of matches in the scenes before a scene, in reading order. */
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

/** Wraps an index around. */
export function around(index: number, length: number): number {
  return length === 0 ? -1 : ((index % length) + length) % length;
}
