// Formats context windows.

const MILLION = 1_000_000;

/** A number of tokens: 8192, 128k, 1M. */
export function shortTokens(tokens: number): string {
  if (tokens >= MILLION && tokens % (MILLION / 10) === 0) return `${tokens / MILLION}M`;
  if (tokens >= 1000 && tokens % 1000 === 0) return `${tokens / 1000}k`;
  return String(tokens);
}
