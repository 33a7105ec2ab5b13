// Figures as authors type them, and money in millionths.

const MILLION = 1_000_000;

/** A figure that was typed: null when nothing was, undefined when it is none. `128k` and `1M` are figures too. */
export function readFigure(typed: string): number | null | undefined {
  const plain = typed.normalize("NFKC").replace(/[\s,_]/g, "");
  if (plain === "") return null;
  const found = /^(\d+\.?\d*|\.\d+)([km])?$/i.exec(plain);
  if (found === null) return undefined;
  const unit = found[2]?.toLowerCase();
  return Number(found[1]) * (unit === "k" ? 1000 : unit === "m" ? MILLION : 1);
}

/** A figure as it stands in a field: no grouping, no more digits than it has. */
export function writeFigure(value: number | null): string {
  return value === null ? "" : String(value);
}

/** A window of tokens: 8192, 128k, 1M. */
export function shortTokens(tokens: number): string {
  if (tokens >= MILLION && tokens % (MILLION / 10) === 0) return `${tokens / MILLION}M`;
  if (tokens >= 1000 && tokens % 1000 === 0) return `${tokens / 1000}k`;
  return String(tokens);
}

export const toMicros = (units: number): number => Math.round(units * MILLION);
export const fromMicros = (micros: number): number => micros / MILLION;

/** The currencies that are offered; another one that is set stays. */
export const CURRENCIES = ["CNY", "USD", "EUR", "GBP", "HKD", "JPY", "KRW", "SGD", "TWD"] as const;

export function currencies(now: string): string[] {
  return CURRENCIES.some((one) => one === now) ? [...CURRENCIES] : [now, ...CURRENCIES];
}

/** What an author of this language most likely pays in. */
export function usualCurrency(language: string): string {
  return language.startsWith("zh") ? "CNY" : "USD";
}
