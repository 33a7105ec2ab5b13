// The download rate and remaining time, from the last seconds, so that a pause shows.

/** Bytes received at a point in time. */
export interface Sample {
  at: number;
  done: number;
}

/** Window of the rate, ms. */
const RATE_WINDOW = 8_000;
/** Minimum time span for a rate, ms. */
const MIN_SPAN = 800;

/** Appends a sample and drops old ones, except the last before the window. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const first = samples.findIndex(({ at }) => at >= sample.at - RATE_WINDOW);
  return [...samples.slice(Math.max(0, first === -1 ? samples.length - 1 : first - 1)), sample];
}

/** Bytes per second; null while unknown. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < MIN_SPAN) return null;
  return Math.max(0, ((last.done - first.done) * 1000) / (last.at - first.at));
}

/** Seconds until completion; null if nothing arrives or the rate is unknown. */
export function secondsLeft(samples: readonly Sample[], total: number): number | null {
  const rate = rateOf(samples);
  const last = samples.at(-1);
  if (rate === null || rate < 1 || last === undefined || last.done >= total) return null;
  return Math.ceil((total - last.done) / rate);
}
