// A short title for a passage, from its first words.

const LONGEST = 18;
const SHORTEST = 4;

/** The beginning of a quote, up to its first pause. */
export function titleOfQuote(quote: string): string {
  const line = quote.trim().split("\n")[0] ?? "";
  const bare = line.replace(/^[“”"'‘’「『（(《\s]+/u, "");
  const signs = [...bare];
  const pause = signs.findIndex((sign, at) => at >= SHORTEST && /[。！？!?；;，,：:…—”」』]/u.test(sign));
  const end = pause > 0 && pause <= LONGEST ? pause : LONGEST;
  return signs.slice(0, end).join("").trim();
}
