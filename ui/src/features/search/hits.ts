// Results as listed: by kind of text, the best result's kind first; keys, and snippets.
import type { CharRange, SearchHit, SearchKind, SearchPlace, SearchSnippet } from "@/ipc/types";
import type { Likeness } from "./state";

/** The number that identifies a place, if any. */
function idOf(place: SearchPlace): number {
  return "at" in place ? place.at.scene : place.id;
}

/** The key of the text that contains a result. */
export function textOf(place: SearchPlace): string {
  const secret = place.of === "lore" && place.secret ? "secret" : "";
  return `${place.of}${secret}:${idOf(place)}`;
}

/** A key that is stable while the text before the result does not change. */
export function keyOf({ place, range }: Pick<SearchHit, "place" | "range">): string {
  return `${textOf(place)}:${range.start}:${range.end}`;
}

/** A result in its list. */
export interface Row {
  key: string;
  hit: SearchHit;
  /** It is in the same text as the previous row. */
  goesOn: boolean;
}

/** Results of one kind. */
export interface Group {
  kind: SearchKind;
  rows: Row[];
}

/** Results by kind, each kind in the received order. */
export function groupsOf(hits: readonly SearchHit[]): Group[] {
  const groups = new Map<SearchKind, Row[]>();
  const seen = new Set<string>();
  for (const hit of hits) {
    const key = keyOf(hit);
    if (seen.has(key)) continue;
    seen.add(key);
    const rows = groups.get(hit.kind) ?? [];
    if (rows.length === 0) groups.set(hit.kind, rows);
    const before = rows.at(-1)?.hit.place;
    rows.push({ key, hit, goesOn: before !== undefined && textOf(before) === textOf(hit.place) });
  }
  return [...groups].map(([kind, rows]) => ({ kind, rows }));
}

/** A piece of a snippet. */
export interface Piece {
  /** Its offset, in displayed characters. */
  at: number;
  text: string;
  marked: boolean;
}

/** Context before the first mark, in half 字: enough to recognise the place, few enough to keep the mark visible. */
const CONTEXT_WIDTH = 36;
/** Context longer than this is cut. */
const MAX_CONTEXT_WIDTH = 72;

/** The width of a character, in half 字. */
const roomOf = (char: string) => ((char.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2);

/** Where to begin so that `first` is visible; words of spaced scripts stay whole. */
function beginning(all: readonly string[], first: number): number {
  const rooms = all.slice(0, first).map(roomOf);
  if (rooms.reduce((sum, room) => sum + room, 0) <= MAX_CONTEXT_WIDTH) return 0;
  let from = first;
  for (let room = 0; from > 0 && room < CONTEXT_WIDTH; from -= 1) room += rooms[from - 1] ?? 0;
  const isInWord = (at: number) => /[\p{L}\p{N}]{2}/u.test(all.slice(at - 1, at + 1).join(""));
  while (from < first && roomOf(all[from] ?? "") === 1 && isInWord(from)) from += 1;
  return from;
}

/** A snippet in pieces, cut so that its first mark is visible; ellipses show where the text continues. */
export function piecesOf({ text, marks, more_before, more_after }: SearchSnippet): Piece[] {
  const all = [...text.replaceAll(/\s*\n\s*/g, (gap) => " ".repeat([...gap].length))];
  const first = marks[0]?.start ?? 0;
  const from = beginning(all, first);
  const pieces: Piece[] = [];
  const add = (start: number, end: number, marked: boolean) => {
    const words = all.slice(start, end).join("");
    if (words !== "") pieces.push({ at: start, text: words, marked });
  };
  let done = from;
  for (const { start, end } of marks) {
    add(done, start, false);
    add(Math.max(done, start), end, true);
    done = Math.max(done, end);
  }
  add(done, all.length, false);
  const [begin] = pieces;
  if (begin !== undefined && !begin.marked) begin.text = begin.text.trimStart();
  if (from > 0 || more_before) pieces.unshift({ at: -1, text: "…", marked: false });
  if (more_after) pieces.push({ at: all.length, text: "…", marked: false });
  return pieces;
}

/** The range of a result's snippet and marks in its text, in characters. */
export function locateSnippet({ range, snippet }: SearchHit): { snippet: CharRange; marks: CharRange[] } {
  const from = range.start + snippet.range.start;
  const moved = ({ start, end }: CharRange) => ({ start: from + start, end: from + end });
  return {
    snippet: { start: from, end: range.start + snippet.range.end },
    marks: snippet.marks.map(moved),
  };
}

/** Results without the passage that was compared. */
export function othersThan(like: Likeness, hits: readonly SearchHit[]): SearchHit[] {
  if (like.of === "scene") return [...hits];
  const { scene, range: own } = like;
  return hits.filter(
    ({ place, range }) =>
      !(place.of === "scene" && place.at.scene === scene && range.start < own.end && own.start < range.end),
  );
}
