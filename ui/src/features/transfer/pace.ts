// How long something that is under way will take, as far as its pace so far tells.

/** Seconds left, or null as long as nobody can say. */
export function secondsLeft(startedAt: number, now: number, done: number, total: number): number | null {
  const passed = now - startedAt;
  // The first moments are no measure.
  if (total <= 0 || done <= 0 || done >= total || passed < 1500) return null;
  return Math.ceil(((passed / done) * (total - done)) / 1000);
}
