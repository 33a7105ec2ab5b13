import { expect, it } from "vitest";
import { shortFigure } from "./figures";

it.each([
  [9_999, "en", "9,999"],
  [23_879, "en", "24k"],
  [23_499, "en", "23k"],
  [950_000, "en", "950k"],
  [999_700, "en", "1M"],
  [1_149_000, "en", "1.1M"],
  [-23_879, "en", "−24k"],
  [12_300, "zh", "1.2万"],
  [12_500, "zh", "1.3万"],
  [1_085_000, "zh", "109万"],
  [150_000_000, "zh", "1.5亿"],
])("%d is rounded in %s to %s", (value, language, expected) => {
  expect(shortFigure(value, language)).toBe(expected);
});
