// How fast bytes come in, and how long the rest may take: from what came in the last seconds, so that a pause shows.

/** Bytes that had come at a moment. */
export interface Sample {
  at: number;
  done: number;
}

/** What is looked back at, ms. */
const WINDOW = 8_000;
/** Less is no measure, ms. */
const LEAST = 800;

/** The samples with a new one; older ones go, but for the last before the window. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const first = samples.findIndex(({ at }) => at >= sample.at - WINDOW);
  return [...samples.slice(Math.max(0, first === -1 ? samples.length - 1 : first - 1)), sample];
}

/** Bytes in a second; null as long as nobody can say. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < LEAST) return null;
  return Math.max(0, ((last.done - first.done) * 1000) / (last.at - first.at));
}

/** Seconds until all of it is there; null when nothing comes, or nobody can say. */
export function secondsLeft(samples: readonly Sample[], total: number): number | null {
  const rate = rateOf(samples);
  const last = samples.at(-1);
  if (rate === null || rate < 1 || last === undefined || last.done >= total) return null;
  return Math.ceil((total - last.done) / rate);
}
