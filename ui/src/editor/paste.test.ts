import { describe, expect, it } from "vitest";
import { canonical } from "./canonical";
import { pasted } from "./paste";

describe("pasted text", () => {
  it("is made canonical", () => {
    expect(canonical("一\r\n二\r三\u2028四\u2029\t五\u0000\u001b　六")).toBe("一\n二\n三\n四\n\t五　六");
    expect(pasted("一\r\n二")).toEqual({ text: "一\n二", notice: null });
  });

  it("keeps lines up to 20,000 characters", () => {
    const line = "山".repeat(20_000);
    expect(pasted(`${line}\n${line}`)).toEqual({ text: `${line}\n${line}`, notice: null });
  });

  it("splits longer lines after a sentence and its quotes", () => {
    const sentence = `“${"山".repeat(96)}。”`;
    const line = sentence.repeat(300);
    const { text, notice } = pasted(`题\n${line}\n尾`);
    expect(notice).toEqual({ lines: 1, longest: line.length });
    const lines = text.split("\n");
    expect(lines.join("")).toBe(`题${line}尾`);
    for (const paragraph of lines.slice(1, -1)) {
      expect(paragraph.length).toBeLessThanOrEqual(5_000);
      expect(paragraph).toMatch(/^“.*。”$/);
    }
  });

  it("splits at the limit without a sentence end, never inside a character", () => {
    const line = `山${"𠮷".repeat(15_000)}。${"水".repeat(3)}`;
    const lines = pasted(line).text.split("\n");
    expect(lines.join("")).toBe(line);
    for (const paragraph of lines) {
      expect(paragraph.length).toBeLessThanOrEqual(5_000);
      expect(paragraph).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
      expect(paragraph).not.toBe("");
    }
  });
});
