// Writing days by the author's local midnights, and their statistics. Net figures: what a day added to the text.
import type { CountRule } from "@/desk/counting";
import type { Timestamp, WrittenDay } from "@/ipc/types";

/** The midnight before a time, by the local clock. */
export function midnight(now: Timestamp, daysAfter = 0): Timestamp {
  const date = new Date(now);
  // Correct for days of 23 or 25 hours: computed by calendar, not by hours.
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysAfter).getTime();
}

/** The starts of the last `count` days including today, and the end of today. */
export function boundsOf(today: Timestamp, count: number): Timestamp[] {
  return Array.from({ length: count + 1 }, (_, at) => midnight(today, at - count + 1));
}

/** The net amount written on a day. */
export function netOf(day: WrittenDay, rule: CountRule): number {
  return day.net[rule];
}

/** Whether anything was written on a day. */
export function isWritten(day: WrittenDay, rule: CountRule): boolean {
  return day.added[rule] > 0;
}

export interface DaysSummary {
  /** Consecutive days up to today, or up to yesterday while nothing was written today. */
  streak: number;
  /** Mean over days with writing. */
  average: number;
  best: WrittenDay | null;
  sum: number;
  written: number;
}

/** Statistics of days, oldest first, today last. */
export function summaryOf(days: readonly WrittenDay[], rule: CountRule): DaysSummary {
  const written = days.filter((day) => isWritten(day, rule));
  const sum = days.reduce((total, day) => total + netOf(day, rule), 0);
  const ofWritten = written.reduce((total, day) => total + netOf(day, rule), 0);
  let best: WrittenDay | null = null;
  for (const day of written) {
    if (netOf(day, rule) > 0 && (best === null || netOf(day, rule) > netOf(best, rule))) best = day;
  }
  let streak = 0;
  const last = days.length - 1;
  for (let at = last; at >= 0; at -= 1) {
    const day = days[at];
    if (day !== undefined && isWritten(day, rule)) streak += 1;
    else if (at !== last) break;
  }
  const average = written.length === 0 ? 0 : Math.round(ofWritten / written.length);
  return { streak, average, best, sum, written: written.length };
}

/** A rounded maximum for the chart axis. */
export function topOf(figures: readonly number[]): number {
  const most = Math.max(10, ...figures);
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 1.5, 2, 3, 4, 5, 7.5, 10].map((step) => step * power).find((step) => step >= most) ?? most;
}

/** +1,234, −20, 0. */
export function signed(value: number, format: (value: number) => string): string {
  return value > 0 ? `+${format(value)}` : value < 0 ? `−${format(-value)}` : "0";
}
