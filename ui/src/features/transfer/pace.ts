// The remaining time of a running act, from its rate so far.

/** Seconds left, or null while unknown. */
export function secondsLeft(startedAt: number, now: number, done: number, total: number): number | null {
  const passed = now - startedAt;
  // Too early to measure.
  if (total <= 0 || done <= 0 || done >= total || passed < 1500) return null;
  return Math.ceil(((passed / done) * (total - done)) / 1000);
}
