import { Text } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { charLength, toChars, toUtf16 } from "./positions";
import { randomText, seeded } from "./testing";

const doc = (text: string) => Text.of(text.split("\n"));

describe("positions", () => {
  it("agree with walking over the text", () => {
    const random = seeded(1);
    for (let round = 0; round < 60; round += 1) {
      const text = randomText(random, round < 55 ? 40 : 4000);
      const chars = Array.from(text);
      const starts = [0];
      for (const char of chars) starts.push((starts.at(-1) ?? 0) + char.length);
      const offsets = Array.from({ length: 30 }, () => random.int(chars.length + 1));
      expect(charLength(doc(text))).toBe(chars.length);
      expect(toUtf16(doc(text), offsets)).toEqual(offsets.map((offset) => starts[offset]));
      expect(
        toChars(
          doc(text),
          offsets.map((offset) => starts[offset] ?? 0),
        ),
      ).toEqual(offsets);
    }
  });

  it("clamp offsets outside the text", () => {
    for (const text of ["一二", "一𠮷"]) {
      expect(toUtf16(doc(text), [-1, Number.NaN, 99, Number.POSITIVE_INFINITY])).toEqual([
        0,
        0,
        text.length,
        text.length,
      ]);
      expect(toChars(doc(text), [-1, Number.NaN, 99])).toEqual([0, 0, 2]);
    }
  });

  it("round a position inside a pair down", () => {
    expect(toChars(doc("一𠮷二"), [1, 2, 3])).toEqual([1, 1, 2]);
  });

  it("hold in a long text and after an edit of it", () => {
    const large = doc(`${"山水\n".repeat(200_000)}𠮷`);
    expect(charLength(large)).toBe(600_001);
    const edited = large.replace(300, 300, Text.of(["𠮷"]));
    expect(toUtf16(edited, [300, 301, 600_002])).toEqual([300, 302, 600_004]);
  });
});
