// The entries of the palette for a query: commands, chapters and named scenes, best match first.
import type { Command } from "@/commands/command";
import type { ChapterView, OutlineView, SceneId, VolumeView } from "@/ipc/types";
import { type Match, matchNames, matchTitle, type Stretch } from "./match";

export interface CommandEntry {
  kind: "command";
  key: string;
  command: Command;
  title: string;
  at: readonly Stretch[];
  enabled: boolean;
  /** Why it is disabled. */
  why: string | null;
  recent: boolean;
}

export interface PlaceEntry {
  kind: "place";
  key: string;
  title: string;
  at: readonly Stretch[];
  /** The title of its parent. */
  within: string;
  /** Its number among all chapters, from 1. */
  number: number;
  scene: SceneId;
}

export type Entry = CommandEntry | PlaceEntry;

/** A command with its names: in the current language, in the other one, its id. */
export interface Named {
  command: Command;
  names: readonly string[];
  enabled: boolean;
  why: string | null;
}

interface Ranked<E extends Entry> {
  entry: E;
  score: number;
}

function ranked<E extends Entry>(list: Ranked<E>[]): E[] {
  // Sorting is stable: equal matches keep their order.
  return list.sort((a, b) => b.score - a.score).map(({ entry }) => entry);
}

/** Matching commands, recent ones first for an empty query; disabled ones last. */
export function commandEntries(
  commands: readonly Named[],
  query: string,
  recent: readonly string[],
): CommandEntry[] {
  const list: Ranked<CommandEntry>[] = [];
  for (const { command, names, enabled, why } of commands) {
    const match = matchNames(names, query);
    if (match === null) continue;
    const late = recent.indexOf(command.id);
    const bonus = late < 0 ? 0 : (recent.length - late) * 2;
    const entry: CommandEntry = {
      kind: "command",
      key: `command:${command.id}`,
      command,
      title: names[0] ?? command.id,
      at: match.at,
      enabled,
      why,
      recent: late >= 0 && query.trim() === "",
    };
    list.push({ entry, score: (enabled ? 0 : -10_000) + match.score + bonus });
  }
  return ranked(list);
}

/** The number in a query: 256, #256, 第256章; null for none. */
export function numberOf(query: string): number | null {
  const digits = /^\s*[#＃]?\s*第?\s*([0-9０-９]{1,6})\s*[章回节]?\s*$/.exec(query)?.[1];
  if (digits === undefined) return null;
  return Number(digits.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)));
}

/** A query without the chapter prefix. */
function withoutSign(query: string): string {
  return query.replace(/^\s*[#＃]\s*/, "");
}

/** Chapters and named scenes that match by title, number, or volume. */
export function placeEntries(outline: OutlineView, query: string, untitled: string): PlaceEntry[] {
  const text = withoutSign(query).trim();
  const number = numberOf(query);
  const list: Ranked<PlaceEntry>[] = [];
  let index = 0;
  for (const volume of outline.volumes) {
    for (const chapter of volume.chapters) {
      index += 1;
      addChapter(list, { volume, chapter, index }, text, number, untitled);
    }
  }
  return ranked(list);
}

function addChapter(
  list: Ranked<PlaceEntry>[],
  { volume, chapter, index }: { volume: VolumeView; chapter: ChapterView; index: number },
  asked: string,
  number: number | null,
  untitled: string,
): void {
  const first = chapter.scenes[0];
  if (first === undefined) return;
  const title = chapter.title || untitled;
  const byNumber = number === index;
  const match: Match | null = matchTitle(title, asked);
  if (match !== null || byNumber) {
    list.push({
      entry: {
        kind: "place",
        key: `chapter:${chapter.id}`,
        title,
        at: match?.at ?? [],
        within: volume.title,
        number: index,
        scene: first.id,
      },
      score: (byNumber ? 5000 : 0) + (match?.score ?? 0),
    });
  }
  if (asked === "") return;
  for (const scene of chapter.scenes) {
    if (scene.title === "") continue;
    const ofScene = matchTitle(scene.title, asked);
    if (ofScene === null) continue;
    list.push({
      entry: {
        kind: "place",
        key: `scene:${scene.id}`,
        title: scene.title,
        at: ofScene.at,
        within: title,
        number: index,
        scene: scene.id,
      },
      score: ofScene.score - 20,
    });
  }
}

/** `#3`, `第三`, `Chapter 3`, `Chapter III.` */
const CHAPTER = /^\s*(?:[#＃]|第|chapter\s+(?:\d+|[ivxlc]+)\.?\s*$)/i;

/** Whether a query can only mean a chapter. */
export function asksForPlaces(query: string): boolean {
  return CHAPTER.test(query) || numberOf(query) !== null;
}
