// Money as people read it: ¥0.12, US$0.0031. Amounts are in millionths of the unit of their currency.

/** An amount in a currency, by its ISO 4217 code. */
export function money(micros: number, currency: string, language: string): string {
  const value = micros / 1_000_000;
  // Single calls cost fractions of a cent: two figures of them say more than 0.00.
  const small = value !== 0 && Math.abs(value) < 0.01;
  const digits = small
    ? { maximumSignificantDigits: 2 }
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const locale = language.startsWith("zh") ? "zh-CN" : "en-US";
  try {
    return new Intl.NumberFormat(locale, { style: "currency", currency, ...digits }).format(value);
  } catch {
    // Not the code of a currency: it is said as it was written.
    return `${new Intl.NumberFormat(locale, digits).format(value)} ${currency}`;
  }
}

const MILLION = 1_000_000;

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
