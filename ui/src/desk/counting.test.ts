import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "@/ipc/types";
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
] as const)("the setting %s counts a novel in %s by %s", (chosen, language, rule, unit) => {
  expect(countingFor(chosen, language)).toEqual({ rule, unit });
});

it("the guides name the default counting rules", () => {
  const guide = (language: string) =>
    readFileSync(join(import.meta.dirname, "../../../docs/guide", language, "README.md"), "utf8");
  expect(guide("en")).toContain(
    "decides how length is counted: words in an English novel, 字 in a Chinese one",
  );
  expect(guide("zh")).toContain("按作品的语言来算：中文作品算字");
  expect(DEFAULT_SETTINGS.count_rule).toBe("language");
  expect(countingFor("language", "en").unit).toBe("words");
  expect(countingFor("language", "zh").unit).toBe("characters");
});
