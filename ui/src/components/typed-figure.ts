// Figures as authors type them.

/** A figure that was typed: null when nothing was, undefined when it is none. `128k` and `1M` are figures too. */
export function readFigure(typed: string): number | null | undefined {
  const plain = typed.normalize("NFKC").replace(/[\s,_]/g, "");
  if (plain === "") return null;
  const found = /^(\d+\.?\d*|\.\d+)([km])?$/i.exec(plain);
  if (found === null) return undefined;
  const unit = found[2]?.toLowerCase();
  return Number(found[1]) * (unit === "k" ? 1000 : unit === "m" ? 1_000_000 : 1);
}

/** A figure as it stands in a field: no grouping, no more digits than it has. */
export function writeFigure(value: number | null): string {
  return value === null ? "" : String(value);
}
