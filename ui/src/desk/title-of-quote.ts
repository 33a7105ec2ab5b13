// A short title for a passage, from its first words.

const MAX_LENGTH = 18;
const MIN_LENGTH = 4;

/** The beginning of a quote, up to its first pause. */
export function titleOfQuote(quote: string): string {
  const line = quote.trim().split("\n")[0] ?? "";
  const bare = line.replace(/^[“”"'‘’「『（(《\s]+/u, "");
  const signs = [...bare];
  const pause = signs.findIndex((sign, at) => at >= MIN_LENGTH && /[。！？!?；;，,：:…—”」』]/u.test(sign));
  const end = pause > 0 && pause <= MAX_LENGTH ? pause : MAX_LENGTH;
  return signs.slice(0, end).join("").trim();
}
