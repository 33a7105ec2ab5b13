// Numbers in display form: 3,214 · 1.2万 · 12k.

const grouped = new Intl.NumberFormat("en-US");

/** A whole number with thousands separators. */
export function figure(value: number): string {
  return grouped.format(value);
}

const STEPS = {
  zh: [
    { size: 100_000_000, unit: "亿" },
    { size: 10_000, unit: "万" },
  ],
  en: [
    { size: 1_000_000, unit: "M" },
    { size: 1_000, unit: "k" },
  ],
} as const;

/** A number of five or more digits, shortened to at most four: 1.2万, 108万, 24k, 1.1M. Rounded to the nearest. */
export function shortFigure(value: number, language: string): string {
  const size = Math.abs(value);
  if (size < 10_000) return figure(value);
  const [large, small] = language.startsWith("zh") ? STEPS.zh : STEPS.en;
  const inSmall = rounded(size / small.size, small.unit);
  // A value that rounds to a thousand thousands is a million.
  const { size: one, unit } = inSmall * small.size < large.size ? small : large;
  const share = unit === small.unit ? inSmall : rounded(size / one, unit);
  return `${value < 0 ? "−" : ""}${grouped.format(share)}${unit}`;
}

/** Rounds to one decimal below 10, or below 100 except for thousands. */
function rounded(share: number, unit: string): number {
  return share < 10 || (share < 100 && unit !== "k") ? Math.round(share * 10) / 10 : Math.round(share);
}

const UNITS = ["B", "KB", "MB", "GB"] as const;

/** A byte count in display form. */
export function sizeOf(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit] ?? "B"}`;
}
