// The settings by section, and their search. A row is defined in the file of its section.
import type { ComponentType } from "react";
import { appearanceRows } from "./appearance-rows";
import { automationRows } from "./automation-rows";
import { modelsRows } from "./models-row";
import { safetyRows } from "./safety-rows";
import { textRows } from "./text-rows";
import { writingRows } from "./writing-rows";

const ROWS = {
  appearance: appearanceRows,
  text: textRows,
  writing: writingRows,
  models: modelsRows,
  automation: automationRows,
  safety: safetyRows,
} as const satisfies Record<string, Readonly<Record<string, ComponentType>>>;

export type Section = keyof typeof ROWS;

export const SECTIONS = Object.keys(ROWS) as Section[];

export type RowName = { [S in Section]: keyof (typeof ROWS)[S] }[Section];

/** The rows of a section, in order. */
export const rowsOf = (section: Section) => Object.keys(ROWS[section]) as RowName[];

/** The component of each row. */
export const ROW: Readonly<Record<RowName, ComponentType>> = Object.assign({}, ...Object.values(ROWS));

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
    rows: rowsOf(section).filter(matches),
  })).filter(({ rows }) => rows.length > 0);
}
