// The import plan as the backend returns it, and its list rows.
import type { Imported, Totals } from "@/ipc/types";

/** Something the author should review before an import. */
export type ImportWarning =
  | { kind: "no_headings" }
  | { kind: "title_not_found"; title: string }
  | { kind: "contents_list"; entries: number }
  | { kind: "untitled"; title: string; words: number }
  | { kind: "replaced"; count: number }
  | { kind: "repeated_heading"; title: string }
  | { kind: "gap"; after: string | null; before: string; missing: number }
  | { kind: "repeated_number"; title: string }
  | { kind: "giant"; title: string; words: number }
  | { kind: "empty"; title: string };

/** How often a rule changed something. */
export interface ImportChange {
  rule: string;
  count: number;
  /** Total visible characters it dropped. */
  dropped: number;
  line: number;
  file: string | null;
  /** What the first use left out, if it is not in the text. */
  sample: string | null;
}

export interface PlannedChapter {
  title: string;
  /** The origin of the title: a heading (with certainty), the file name, or a rule. */
  source: { heading: "likely" | "certain" } | "file_name" | "rule";
  scenes: number;
  paragraphs: number;
  words: number;
  counts: Totals;
  /** The first words. */
  opening: string;
}

export interface ImportPlan {
  title: string | null;
  author: string | null;
  encoding: string;
  /** The name of the document's format; null for a text. */
  format: string | null;
  /** The writing tool that the project is from; null for a text or a document. */
  tool: string | null;
  /** Comments on passages. */
  comments: number;
  /** Lore entries. */
  lore: number;
  /** Earlier texts of scenes. */
  versions: number;
  /** Days of the writing history, which a novel has no place for yet. */
  days: number;
  counts: Totals;
  /** Whether the first chapter is the text before the first heading. */
  has_front: boolean;
  volumes: { title: string | null; chapters: PlannedChapter[] }[];
  warnings: ImportWarning[];
  changes: ImportChange[];
}

/** The plan in an answer. */
export function planOf(imported: Imported): ImportPlan {
  return imported.found as unknown as ImportPlan;
}

/** The place of the first chapter with a heading and text, from 0; the first of all if there is none. */
export function firstChapterOf(plan: ImportPlan): number {
  const chapters = plan.volumes.flatMap((volume) => volume.chapters);
  const at = chapters.findIndex(({ source, words }) => source !== "rule" && words > 0);
  return Math.max(0, at);
}

/** A list row: a volume's title, or a chapter with its warnings. */
export type PlanRow =
  | { kind: "volume"; title: string; chapters: number }
  | { kind: "chapter"; index: number; chapter: PlannedChapter; warnings: ImportWarning[] };

/** The title of the chapter a warning is about. */
function titleOf(warning: ImportWarning): string | null {
  switch (warning.kind) {
    case "untitled":
    case "repeated_heading":
    case "repeated_number":
    case "giant":
    case "empty":
      return warning.title;
    case "gap":
      return warning.before;
    default:
      return null;
  }
}

/**
 * Whether a warning can be about this chapter: of two with one title, `empty` means the empty one and `giant` the giant
 * one.
 */
function fits(warning: ImportWarning, chapter: PlannedChapter): boolean {
  if (warning.kind === "empty") return chapter.words === 0;
  if (warning.kind === "giant" || warning.kind === "untitled") return chapter.words === warning.words;
  return true;
}

/** The chapter that a warning is about. */
export function chapterOf(plan: ImportPlan, warning: ImportWarning): PlannedChapter | undefined {
  const title = titleOf(warning);
  const chapters = plan.volumes.flatMap((volume) => volume.chapters);
  return title === null
    ? undefined
    : chapters.find((chapter) => chapter.title === title && fits(warning, chapter));
}

/** The rows in reading order. A single untitled volume has no row. */
export function rowsOf(plan: ImportPlan): PlanRow[] {
  const byTitle = new Map<string, ImportWarning[]>();
  for (const warning of plan.warnings) {
    const title = titleOf(warning);
    if (title !== null) byTitle.set(title, [...(byTitle.get(title) ?? []), warning]);
  }
  const rows: PlanRow[] = [];
  let index = 0;
  for (const { title, chapters } of plan.volumes) {
    if (title !== null || plan.volumes.length > 1) {
      rows.push({ kind: "volume", title: title ?? "", chapters: chapters.length });
    }
    for (const chapter of chapters) {
      index += 1;
      const warnings = (byTitle.get(chapter.title) ?? []).filter((warning) => fits(warning, chapter));
      rows.push({ kind: "chapter", index, chapter, warnings });
    }
  }
  return rows;
}

/** The rows with warnings, each under its volume. */
export function onlyWarned(rows: readonly PlanRow[]): PlanRow[] {
  const visible: PlanRow[] = [];
  let volume: PlanRow | null = null;
  for (const row of rows) {
    if (row.kind === "volume") volume = row;
    else if (row.warnings.length > 0) {
      if (volume !== null) visible.push(volume);
      volume = null;
      visible.push(row);
    }
  }
  return visible;
}

/** How often a rule changed something in all files, with the first sample. */
export interface RuleChanges {
  rule: string;
  count: number;
  dropped: number;
  sample: string | null;
}

/** The changes of all files by rule, those that drop the most first. */
export function changesByRule(changes: readonly ImportChange[]): RuleChanges[] {
  const sums = new Map<string, RuleChanges>();
  for (const { rule, count, dropped, sample } of changes) {
    const sum = sums.get(rule) ?? { rule, count: 0, dropped: 0, sample };
    sums.set(rule, { ...sum, count: sum.count + count, dropped: sum.dropped + dropped });
  }
  return [...sums.values()].sort((a, b) => b.dropped - a.dropped || b.count - a.count);
}
