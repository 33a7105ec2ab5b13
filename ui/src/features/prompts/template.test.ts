import { describe, expect, it } from "vitest";
import type { PlainChange } from "@/editor/plain-text";
import { templateOf, VARIABLES } from "./sample";
import { declaredIn, fileNameOf, firstParagraph, insertion, otherLanguageAt, tagOf } from "./template";

const variable = (name: string) => {
  const found = VARIABLES.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

function applied(text: string, changes: readonly PlainChange[]): string {
  return [...changes]
    .sort((one, two) => two.from - one.from)
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

const FILE = "---\nlanguage: zh\nvariables:\n  target: 字数\n---\n@@ user\n写。\n";

describe("the heading", () => {
  it("declares variables", () => {
    expect([...declaredIn(templateOf("起草", "zh"))]).toEqual(["language", "layers.recent", "target"]);
    expect([...declaredIn("@@ user\n  target: 字数")]).toEqual([]);
    expect([...declaredIn("---\n  target: 字数")]).toEqual([]);
  });

  it("may name another language", () => {
    expect(otherLanguageAt(FILE, "en")).toBe(2);
    expect(otherLanguageAt(FILE, "zh")).toBe(null);
    expect(otherLanguageAt("---\nlanguage: klingon\n---\n", "zh")).toBe(null);
    expect(otherLanguageAt("", "zh")).toBe(null);
  });
});

describe("inserting a variable", () => {
  it("prints it according to its kind", () => {
    expect(tagOf(variable("layers.recent"), "zh")).toBe('{{ layers.recent | data("最近的正文") }}');
    expect(tagOf(variable("scene"), "en")).toBe('{{ scene | data("Scene") }}');
    expect(tagOf(variable("target"), "zh")).toBe("{{ target | amount }}");
    expect(tagOf(variable("language"), "zh")).toBe("{{ language | language_name }}");
    expect(tagOf(variable("instruction"), "zh")).toBe("{{ instruction }}");
    expect(tagOf(variable("round"), "zh")).toBe("{{ round }}");
  });

  it("declares it if needed, and puts the caret after the tag", () => {
    const at = FILE.indexOf("写。") + 2;
    const { changes, caret } = insertion(FILE, at, variable("instruction"), "zh");
    const text = applied(FILE, changes);
    expect(text).toBe(
      "---\nlanguage: zh\nvariables:\n  target: 字数\n  instruction: 作者的要求\n---\n@@ user\n写。{{ instruction }}\n",
    );
    expect(text.slice(0, caret).endsWith("写。{{ instruction }}")).toBe(true);
  });

  it("declares nothing twice", () => {
    const { changes } = insertion(FILE, FILE.length, variable("target"), "zh");
    expect(applied(FILE, changes)).toBe(`${FILE}{{ target | amount }}`);
  });

  it("adds the list if the heading has none", () => {
    const bare = "---\nlanguage: en\n---\n@@ user\n";
    const { changes } = insertion(bare, bare.length, variable("round"), "en");
    expect(applied(bare, changes)).toBe(
      "---\nlanguage: en\nvariables:\n  round: Round\n---\n@@ user\n{{ round }}",
    );
  });

  it("inserts the bare name inside a tag", () => {
    const open = `${FILE}{% if `;
    const { changes } = insertion(`${open} %}`, open.length, variable("target"), "zh");
    expect(applied(`${open} %}`, changes)).toBe(`${open}target %}`);
    const closed = `${FILE}{{ round }} `;
    expect(applied(closed, insertion(closed, closed.length, variable("target"), "zh").changes)).toBe(
      `${closed}{{ target | amount }}`,
    );
  });

  it("only declares it while the caret is in the heading", () => {
    const { changes, caret } = insertion(FILE, 5, variable("round"), "zh");
    expect(applied(FILE, changes)).toBe(FILE.replace("\n---\n@@", "\n  round: 第几轮\n---\n@@"));
    expect(caret).toBe(5);
    expect(insertion(FILE, 5, variable("target"), "zh")).toEqual({ changes: [], caret: 5 });
  });
});

it("finds the first paragraph in characters", () => {
  expect(firstParagraph("\n  \n𠮷野家。\n他走了。")).toEqual({ start: 4, end: 8 });
  expect(firstParagraph(" \n")).toBe(null);
  expect(firstParagraph("一句")).toEqual({ start: 0, end: 2 });
});

it("names files like the shipped ones", () => {
  expect(fileNameOf("scene_draft", "zh")).toBe("scene_draft.zh.md");
});
