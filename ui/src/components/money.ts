// Money in display form: ¥0.12, US$0.0031. Amounts are in millionths of the currency's unit.

/** An amount in a currency, given by its ISO 4217 code. */
export function money(micros: number, currency: string, language: string): string {
  const value = micros / 1_000_000;
  // Single calls cost fractions of a cent: two significant digits say more than 0.00.
  const small = value !== 0 && Math.abs(value) < 0.01;
  const digits = small
    ? { maximumSignificantDigits: 2 }
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const locale = language.startsWith("zh") ? "zh-CN" : "en-US";
  try {
    return new Intl.NumberFormat(locale, { style: "currency", currency, ...digits }).format(value);
  } catch {
    // Not a currency code: shown as it was entered.
    return `${new Intl.NumberFormat(locale, digits).format(value)} ${currency}`;
  }
}

const MILLION = 1_000_000;

export const toMicros = (units: number): number => Math.round(units * MILLION);
export const fromMicros = (micros: number): number => micros / MILLION;

/** The offered currencies; another one that is already set is kept. */
const CURRENCIES = ["CNY", "USD", "EUR", "GBP", "HKD", "JPY", "KRW", "SGD", "TWD"] as const;

export function currencies(now: string): string[] {
  return CURRENCIES.some((one) => one === now) ? [...CURRENCIES] : [now, ...CURRENCIES];
}

/** The likely currency of an author with this language. */
export function usualCurrency(language: string): string {
  return language.startsWith("zh") ? "CNY" : "USD";
}
