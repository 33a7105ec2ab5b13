// The settings by section, and their search.

export type Section = "appearance" | "text" | "writing" | "models" | "automation" | "safety";

export const ROWS = {
  appearance: ["theme", "language", "interface_scale"],
  text: ["font", "font_size", "line_height", "measure", "indent", "markdown", "punctuation"],
  writing: [
    "count_rule",
    "daily_goal",
    "whole_chapter",
    "typewriter",
    "focus",
    "spelling",
    "spelling_words",
    "show_names",
    "show_ai_spans",
  ],
  models: ["models"],
  automation: ["check_rules", "workflow_switches"],
  safety: ["reopen_last", "hourly_backups", "backup_folder", "back_up", "where"],
} as const satisfies Record<Section, readonly string[]>;

export const SECTIONS = Object.keys(ROWS) as Section[];

export type RowName = (typeof ROWS)[Section][number];

/** The rows that match every word of a query, by section; empty sections are omitted. */
export function matchingRows(
  query: string,
  wordsOf: (row: RowName) => string,
): { section: Section; rows: readonly RowName[] }[] {
  const queryWords = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const matches = (row: RowName) => {
    const words = wordsOf(row).toLowerCase();
    return queryWords.every((word) => words.includes(word));
  };
  return SECTIONS.map((section) => ({
    section,
    rows: (ROWS[section] as readonly RowName[]).filter(matches),
  })).filter(({ rows }) => rows.length > 0);
}
