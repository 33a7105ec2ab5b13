// Statistics of durations, and the table of results.
import { writeFile } from "node:fs/promises";

export interface Figure {
  name: string;
  bar: string;
  value: number;
  unit: string;
  passed: boolean | null;
}

/** Adds a figure; with a bar it passes or misses it. */
export type Add = (name: string, value: number, unit: string, bar?: number) => void;

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** The value that a part of the values is not above. */
export function share(values: readonly number[], part: number): number {
  const all = sorted(values);
  return all[Math.min(all.length - 1, Math.ceil(all.length * part) - 1)] ?? Number.NaN;
}

export const p50 = (values: readonly number[]): number => share(values, 0.5);
export const p95 = (values: readonly number[]): number => share(values, 0.95);

/** The median over rounds of what is computed of each. */
export function over(rounds: readonly number[][], of: (values: readonly number[]) => number): number {
  return p50(rounds.map(of));
}

function shown({ value, unit }: Figure): string {
  return `${value.toFixed(unit === "ms" ? 1 : unit === "" ? 0 : 2)} ${unit}`.trim();
}

/** Writes figures as a table in Markdown to the file that `WENFANG_BENCH_TABLE` names, if it does. */
export async function keep(figures: readonly Figure[]): Promise<void> {
  const file = process.env.WENFANG_BENCH_TABLE;
  if (file === undefined) return;
  const verdict = (passed: boolean | null) => (passed === null ? "" : passed ? "held" : "**missed**");
  const rows = figures.map(
    (figure) => `| ${figure.name} | ${shown(figure)} | ${figure.bar} | ${verdict(figure.passed)} |`,
  );
  await writeFile(file, ["", "| | figure | bar | |", "|---|---|---|---|", ...rows, ""].join("\n"));
}

export function table(figures: readonly Figure[]): string {
  const rows = [
    ["what", "bar", "figure", ""],
    ...figures.map((figure) => [
      figure.name,
      figure.bar,
      shown(figure),
      figure.passed === null ? "" : figure.passed ? "pass" : "MISS",
    ]),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
