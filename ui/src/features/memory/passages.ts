// Passages of a memory as values: by chapter.
import type { TextMemory } from "@/ipc/types";

/** Passages of one chapter, in the order they are told. */
export interface ChapterPassages {
  /** The id of the chapter; of passages that are in none, null. */
  chapter: number | null;
  title: string;
  passages: readonly TextMemory[];
}

/** Passages by chapter; a chapter that is told in two stretches stands twice. */
export function byChapter(memories: readonly TextMemory[]): ChapterPassages[] {
  const groups: (ChapterPassages & { passages: TextMemory[] })[] = [];
  for (const memory of memories) {
    const last = groups.at(-1);
    if (last !== undefined && last.chapter === memory.chapter) last.passages.push(memory);
    else groups.push({ chapter: memory.chapter, title: memory.chapter_title, passages: [memory] });
  }
  return groups;
}

/** Columns of the beginning of a text: a Chinese character takes two. */
const COLUMNS = 48;

/** The beginning of a text, for the name of a button. */
export function beginning(text: string): string {
  const chars = [...text.trim()];
  let columns = 0;
  const end = chars.findIndex((char) => {
    columns += (char.codePointAt(0) ?? 0) < 0x2000 ? 1 : 2;
    return columns > COLUMNS;
  });
  return end === -1 ? chars.join("") : `${chars.slice(0, end).join("").trimEnd()}…`;
}
