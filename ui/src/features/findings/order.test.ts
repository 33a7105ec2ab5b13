import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { findingWords } from "@/components/finding-words";
import type { Rule } from "@/ipc/types";
import { inOrder, nextFinding } from "./order";
import { evidence, finding, sampleFindings, sampleOutline } from "./sample";

const zh = (words: string) => words;
const outline = sampleOutline(zh);
const at = (id: number, scene: number, start: number) =>
  finding(id, "repetition", { evidence: [evidence(scene, start, "灯")] });
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe("findings", () => {
  it("are in reading order, lost ones last", () => {
    const list = [at(1, 99, 0), at(2, 3, 1), at(3, 2, 50), at(4, 1, 900), at(5, 2, 4)];
    expect(ids(inOrder(list, outline, "low"))).toEqual([4, 5, 3, 2, 1]);
    expect(ids(inOrder(sampleFindings(zh), outline, "high"))).toEqual([5, 1, 2]);
  });

  it("wrap around, from the current one or from the caret", () => {
    const list = [at(1, 1, 10), at(2, 2, 5), at(3, 2, 40)];
    const next = (finding: number | null, offset: number | null, step: 1 | -1) =>
      nextFinding(list, { finding, at: offset === null ? null : { scene: 2, offset } }, step)?.id;
    expect(next(1, 0, 1)).toBe(2);
    expect(next(3, 0, 1)).toBe(1);
    expect(next(1, 0, -1)).toBe(3);
    expect(next(null, 6, 1)).toBe(3);
    expect(next(null, 6, -1)).toBe(2);
    expect(next(99, 6, 1)).toBe(3);
    expect(next(null, null, 1)).toBe(1);
    expect(nextFinding([], { finding: null, at: null }, 1)).toBeUndefined();
    expect(nextFinding([], { finding: null, at: null }, -1)).toBeUndefined();
  });
});

describe("the message of a finding", () => {
  const rules: Rule[] = ["absent_acts", "name_drift", "length", "model_pov", "forbidden_words"];
  it.each(["zh", "en"] as const)("is complete in %s, whatever values there are", async (language) => {
    await startI18n(language);
    const t = i18next.getFixedT(language, "findings");
    for (const rule of rules) {
      const messages = ["", "甲"].flatMap((expected) =>
        ["", "乙"].map((found) => findingWords(t, finding(1, rule, { expected, found }))),
      );
      expect(new Set(messages).size, rule).toBe(4);
      for (const words of messages) expect(words).not.toMatch(/\{\{|rules\.|undefined|“”/);
    }
  });

  it("cuts long values", async () => {
    await startI18n("zh");
    const t = i18next.getFixedT("zh", "findings");
    const words = findingWords(t, finding(1, "overused", { found: "𠮷".repeat(500) }));
    expect(words).toContain(`${"𠮷".repeat(60)}…`);
  });
});
