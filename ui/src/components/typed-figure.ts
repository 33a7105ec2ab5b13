// Parses numbers as authors type them.

/** Parses a typed number: null for an empty field, undefined for invalid input. Accepts `128k` and `1M`. */
export function readFigure(typed: string): number | null | undefined {
  const plain = typed.normalize("NFKC").replace(/[\s,_]/g, "");
  if (plain === "") return null;
  const found = /^(\d+\.?\d*|\.\d+)([km])?$/i.exec(plain);
  if (found === null) return undefined;
  const unit = found[2]?.toLowerCase();
  return Number(found[1]) * (unit === "k" ? 1000 : unit === "m" ? 1_000_000 : 1);
}

/** A number for an input field: no grouping, no more digits than it has. */
export function writeFigure(value: number | null): string {
  return value === null ? "" : String(value);
}
