import { describe, expect, it } from "vitest";
import { clockTime, dayName, dayOf, momentName, momentWithin } from "./days";

const now = new Date(2026, 10, 21, 14, 2).getTime();
const at = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime();

describe("days", () => {
  it("are named relative to today", () => {
    expect(dayName(at(2026, 11, 21, 0, 0), now, "zh")).toBe("今天");
    expect(dayName(at(2026, 11, 20, 23, 59), now, "zh")).toBe("昨天");
    expect(dayName(at(2026, 11, 19), now, "zh")).toBe("11月19日 周四");
    expect(dayName(at(2025, 12, 31), now, "zh")).toBe("2025年12月31日 周三");
    expect(dayName(now, now, "en")).toBe("Today");
    expect(dayName(at(2026, 11, 20), now, "en")).toBe("Yesterday");
    expect(dayName(at(2026, 11, 19), now, "en")).toBe("Thu, Nov 19");
    expect(dayName(at(2025, 12, 31), now, "en")).toBe("Wed, Dec 31, 2025");
  });

  it("never give a future day a past name", () => {
    expect(dayName(at(2026, 11, 22), now, "zh")).toBe("11月22日 周日");
  });

  it("end at midnight", () => {
    expect(dayOf(at(2026, 11, 21, 23, 59)) - dayOf(at(2026, 11, 21))).toBe(0);
    expect(dayOf(at(2026, 11, 22)) - dayOf(at(2026, 11, 21, 23, 59))).toBe(1);
  });

  it("are in lower case inside a sentence", () => {
    expect(momentName(now, now, "en")).toBe("Today 14:02");
    expect(`Made ${momentWithin(now, now, "en")}.`).toBe("Made today 14:02.");
    expect(momentWithin(at(2026, 11, 19), now, "en")).toBe("Thu, Nov 19 00:00");
    expect(momentWithin(now, now, "zh")).toBe("今天 14:02");
  });

  it("use 24-hour times", () => {
    expect(clockTime(at(2026, 11, 21, 0, 5), "en")).toBe("00:05");
    expect(momentName(now, now, "zh")).toBe("今天 14:02");
  });
});
