import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import type { FindingView } from "@/ipc/types";
import { findingWords } from "./finding-words";

beforeAll(() => startI18n("en"));

const words = (rule: string, [expected, found]: [string, string]) =>
  findingWords(i18next.getFixedT("en"), { rule, expected, found } as FindingView);

it("marks the thousands of lengths, but not of numbers in the text", () => {
  expect(words("length", ["3000", "1000"])).toBe("The target length is 3,000; the text has 1,000.");
  expect(words("forbidden_words", ["", "1984"])).toContain("1984");
});
