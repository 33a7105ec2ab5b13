/** A change of a count with its sign: +128, −40, ±0. */
export function signedFigure(value: number): string {
  if (value === 0) return "±0";
  return `${value > 0 ? "+" : "−"}${Math.abs(value).toLocaleString("en-US")}`;
}
