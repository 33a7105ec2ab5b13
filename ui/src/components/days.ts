// Days and times of day in display form, in the author's time zone: 今天, 昨天, 11月19日 周四; Today, Thu, Nov 19.

const DAY = 86_400_000;

/** The number of a moment's day; consecutive days have consecutive numbers. */
export function dayOf(moment: number): number {
  const date = new Date(moment);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: string, options: Intl.DateTimeFormatOptions, moment: number): string {
  const key = `${language} ${JSON.stringify(options)}`;
  let known = formats.get(key);
  if (known === undefined) {
    known = new Intl.DateTimeFormat(language.startsWith("zh") ? "zh-CN" : "en-US", options);
    formats.set(key, known);
  }
  return known.format(moment);
}

/** The day of a moment, relative to today, for the start of a line. */
export function dayName(moment: number, now: number, language: string): string {
  const name = dayWithin(moment, now, language);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The day of a moment, relative to today, for use inside a sentence: today, yesterday, Thu, Nov 19. */
function dayWithin(moment: number, now: number, language: string): string {
  const before = dayOf(now) - dayOf(moment);
  if (before === 0 || before === 1) {
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-before, "day");
  }
  const sameYear = new Date(moment).getFullYear() === new Date(now).getFullYear();
  const date: Intl.DateTimeFormatOptions = {
    month: language.startsWith("zh") ? "long" : "short",
    day: "numeric",
    ...(sameYear ? {} : { year: "numeric" }),
  };
  if (!language.startsWith("zh")) return format(language, { ...date, weekday: "short" }, moment);
  return `${format(language, date, moment)} ${format(language, { weekday: "short" }, moment)}`;
}

/** The time of day: 14:02. */
export function clockTime(moment: number, language: string): string {
  return format(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, moment);
}

/** A whole date with the time of day: Nov 19, 2026, 14:02. */
export function dateWithTime(moment: number, language: string, dateStyle: "medium" | "long"): string {
  return format(language, { dateStyle, timeStyle: "short", hourCycle: "h23" }, moment);
}

/** Day and time for the start of a line: 今天 14:02. */
export function momentName(moment: number, now: number, language: string): string {
  return `${dayName(moment, now, language)} ${clockTime(moment, language)}`;
}

/** Day and time for use inside a sentence: made today 14:02. */
export function momentWithin(moment: number, now: number, language: string): string {
  return `${dayWithin(moment, now, language)} ${clockTime(moment, language)}`;
}
