import { expect, it } from "vitest";
import { countingFor } from "./counting";

it.each([
  ["language", "en", "word", "words"],
  ["language", "zh", "standard", "characters"],
  ["language", "ja", "standard", "characters"],
  ["language", null, "standard", "characters"],
  ["word", "en", "word", "words"],
  ["word", "zh", "word", "characters"],
  ["word", null, "word", "words"],
  ["all", "en", "all", "characters"],
] as const)("lengths by %s in a novel of %s are told by %s", (chosen, language, rule, unit) => {
  expect(countingFor(chosen, language)).toEqual({ rule, unit });
});
