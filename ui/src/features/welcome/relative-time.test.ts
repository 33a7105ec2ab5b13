import { describe, expect, it } from "vitest";
import { relativeTime } from "./relative-time";

const now = new Date(2026, 10, 21, 9, 30).getTime();
const formatted = (at: Date, language = "zh") => relativeTime(at.getTime(), now, language);

describe("relativeTime", () => {
  it("counts minutes and hours within the day", () => {
    expect(formatted(new Date(2026, 10, 21, 9, 29, 40))).toBe("现在");
    expect(formatted(new Date(2026, 10, 21, 9, 27))).toBe("3分钟前");
    expect(formatted(new Date(2026, 10, 21, 7, 10))).toBe("2小时前");
  });

  it("counts calendar days across midnight, not hours", () => {
    expect(formatted(new Date(2026, 10, 20, 23, 50))).toBe("昨天");
    expect(formatted(new Date(2026, 10, 20, 23, 50), "en")).toBe("yesterday");
    expect(formatted(new Date(2026, 10, 16, 12, 0))).toBe("5天前");
  });

  it("shows the date after a week, with the year if different", () => {
    expect(formatted(new Date(2026, 9, 3, 12))).toBe("10月3日");
    expect(formatted(new Date(2024, 9, 3, 12), "en")).toBe("October 3, 2024");
  });

  it("treats a future time as now", () => {
    expect(formatted(new Date(2026, 10, 21, 10, 0))).toBe("现在");
  });
});
