import { describe, expect, it } from "vitest";
import { type Change, changesBetween } from "./difference";
import { randomText, seeded } from "./testing";

function apply(text: string, changes: readonly Change[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, insert } of changes) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

const changed = (changes: readonly Change[]) =>
  changes.reduce((sum, { from, to, insert }) => sum + (to - from) + insert.length, 0);

describe("changesBetween", () => {
  it("lead from any text to any other, in order, disjoint, never inside a character", () => {
    const random = seeded(7);
    for (let round = 0; round < 400; round += 1) {
      const before = randomText(random, 60).replaceAll("\ud800", "");
      const cut = random.int(before.length + 1);
      const after =
        random.int(3) === 0
          ? randomText(random, 60)
          : before.slice(0, cut) + randomText(random, 5) + before.slice(cut + random.int(6));
      const changes = changesBetween(before, after);
      expect(apply(before, changes)).toBe(after);
      for (const [index, { from, to }] of changes.entries()) {
        const last = changes[index - 1];
        if (last) expect(from).toBeGreaterThan(last.to);
        expect(to).toBeLessThanOrEqual(before.length);
      }
    }
  });

  it("splits no surrogate pair", () => {
    expect(changesBetween("𠮷", "𠮸")).toEqual([{ from: 0, to: 2, insert: "𠮸" }]);
    expect(changesBetween("a𠮷b", "a𡮷b")).toEqual([{ from: 1, to: 3, insert: "𡮷" }]);
  });

  it("is empty for equal texts and small for similar ones", () => {
    expect(changesBetween("一\n二", "一\n二")).toEqual([]);
    const lines = Array.from({ length: 3000 }, (_, line) => `第${line}段，山高水长。`);
    const after = lines.with(10, "第10段，山不高水不长。").toSpliced(2000, 1).toSpliced(50, 0, "新的一段");
    expect(changed(changesBetween(lines.join("\n"), after.join("\n")))).toBeLessThan(30);
  });

  it("keeps repeated lines that did not change", () => {
    const before = ["甲", "", "乙", "", "丙", "", "丁"].join("\n");
    const after = ["甲", "", "丙", "", "丁", "", "戊"].join("\n");
    expect(changed(changesBetween(before, after))).toBeLessThanOrEqual(6);
  });

  it("treats unrelated long texts as one change", () => {
    const random = seeded(3);
    const long = () =>
      Array.from({ length: 200_000 }, () => String.fromCharCode(0x4e00 + random.int(3000))).join("");
    const [before, after] = [long(), long()];
    expect(apply(before, changesBetween(before, after))).toBe(after);
  });
});
