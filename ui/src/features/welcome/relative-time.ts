// Relative times: “3 分钟前”, “昨天”, later the date.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Calendar days between two times, in local time. */
function daysBetween(earlier: Date, later: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  // Rounded: a day with a clock change has 23 or 25 hours.
  return Math.round((midnight(later) - midnight(earlier)) / DAY);
}

/** Formats `at` relative to `now`. Future times are now. */
export function relativeTime(at: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const then = new Date(at);
  const today = new Date(now);
  const passed = Math.max(0, now - at);
  if (passed < MINUTE) return format.format(0, "second");
  if (passed < 60 * MINUTE) return format.format(-Math.floor(passed / MINUTE), "minute");
  const days = daysBetween(then, today);
  if (days === 0) return format.format(-Math.floor(passed / (60 * MINUTE)), "hour");
  if (days < 7) return format.format(-days, "day");
  const year = then.getFullYear() === today.getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(language, { year, month: "long", day: "numeric" }).format(then);
}
