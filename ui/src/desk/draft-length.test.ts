import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { chooseFakeHost } from "@/ipc/fake-host";
import { type Counted, DEFAULT_SETTINGS, type Settings } from "@/ipc/types";
import { useDesk } from "./desk";
import { draftLengthIn, lengthOfDraft } from "./draft-length";

it("a length in words is requested in characters and shown in words", () => {
  const { inUnits, visible } = draftLengthIn("words");
  expect(visible(800)).toBe(3712);
  expect(inUnits(3712)).toBe(800);
});

it("a length in characters is unchanged", () => {
  const { inUnits, visible } = draftLengthIn("characters");
  expect([visible(800), inUnits(1234)]).toEqual([800, 1234]);
});

it("a requested length converts back to the same value", () => {
  const { inUnits, visible } = draftLengthIn("words");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), (words) => {
      expect(inUnits(visible(words))).toBe(words);
    }),
  );
});

const TOTALS = { standard: 371, word: 83, han: 12, all: 455 };

it.each([
  ["language", "en", "words", 83],
  ["standard", "en", "characters", 371],
  ["all", "zh", "characters", 455],
  ["han", "zh", "characters", 12],
] as const)(
  "by the rule %s a whole text in %s has its exact length",
  async (rule, language, unit, length) => {
    chooseFakeHost({ "prose.count": () => ({ counts: TOTALS }) as Counted });
    const settings: Settings = { ...DEFAULT_SETTINGS, count_rule: rule };
    useDesk.setState(({ project }) => ({ settings, project: { ...project, language } as typeof project }));
    expect(draftLengthIn(unit).inUnits(await lengthOfDraft("text"))).toBe(length);
  },
);

it("VISIBLE_PER_WORD matches the crate", () => {
  const crate = readFileSync("../crates/text/src/language.rs", "utf8");
  const size = Number(/VISIBLE_PER_WORD: f64 = ([\d.]+)/.exec(crate)?.[1]);
  expect(draftLengthIn("words").visible(1000)).toBe(size * 1000);
});
