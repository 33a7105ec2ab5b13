// Memory passages grouped by chapter.
import type { TextMemory } from "@/ipc/types";

/** Passages of one chapter, in telling order. */
export interface ChapterPassages {
  /** The id of the chapter; null for passages outside the manuscript. */
  chapter: number | null;
  title: string;
  passages: readonly TextMemory[];
}

/** Groups passages by chapter; a chapter in two separate runs appears twice. */
export function byChapter(memories: readonly TextMemory[]): ChapterPassages[] {
  const groups: (ChapterPassages & { passages: TextMemory[] })[] = [];
  for (const memory of memories) {
    const last = groups.at(-1);
    if (last !== undefined && last.chapter === memory.chapter) last.passages.push(memory);
    else groups.push({ chapter: memory.chapter, title: memory.chapter_title, passages: [memory] });
  }
  return groups;
}

/** Columns of a text's beginning: a Chinese character takes two. */
const COLUMNS = 48;

/** The beginning of a text, for an accessible name. */
export function beginning(text: string): string {
  const chars = [...text.trim()];
  let columns = 0;
  const end = chars.findIndex((char) => {
    columns += (char.codePointAt(0) ?? 0) < 0x2000 ? 1 : 2;
    return columns > COLUMNS;
  });
  return end === -1 ? chars.join("") : `${chars.slice(0, end).join("").trimEnd()}…`;
}
