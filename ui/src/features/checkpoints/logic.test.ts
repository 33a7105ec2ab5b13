import { describe, expect, it } from "vitest";
import { flippedComparison, itemsOf, numberInChapter, summaryOf } from "./changes";
import { fieldChanges } from "./fields";
import { comparison, outline, restoring } from "./sample";
import { requestOf, textRequestOf } from "./sides";

const zh = (words: string) => words;

describe("items of a comparison", () => {
  it("stand by kind, texts in reading order, those that went last", () => {
    const keys = itemsOf(comparison(zh), outline(zh)).map(({ key }) => key);
    expect(keys).toEqual(["text 1", "text 3", "text 4", "text 9", "chapter 2", "outline 1", "project 1"]);
  });

  it("a scene that came or went is one item, a changed record is its own", () => {
    const { changes } = comparison(zh);
    const changed = changes.map((entry) =>
      entry.kind === "scene" && entry.id === 4 ? { ...entry, change: "changed" as const } : entry,
    );
    const keys = itemsOf({ from: 2, to: null, changes: changed }, outline(zh)).map(({ key }) => key);
    expect(keys).toContain("scene 4");
    expect(keys).not.toContain("scene 9");
  });

  it("the figures of a restore count each part once", () => {
    expect(summaryOf(restoring(zh))).toEqual({ texts: 2, records: 2, moved: 2, back: 1, gone: 1 });
  });

  it("told the other way round twice is the same", () => {
    const told = comparison(zh);
    expect(flippedComparison(flippedComparison(told))).toEqual(told);
    expect(flippedComparison(told).changes.find(({ id, kind }) => kind === "text" && id === 4)?.change).toBe(
      "removed",
    );
  });

  it("scenes are numbered where a chapter has several", () => {
    expect(numberInChapter(outline(zh), 2)).toBe(2);
    expect(numberInChapter(outline(zh), 3)).toBeNull();
    expect(numberInChapter(outline(zh), 99)).toBeNull();
    expect(numberInChapter(undefined, 1)).toBeNull();
  });
});

describe("fields of records", () => {
  it("name what differs alone, those of a plan among the others", () => {
    const before = { title: "信", plan: { pov: "她", characters: ["她"] }, synopsis: "" };
    const after = { title: "旧信", plan: { pov: "她", characters: ["她", "他"] }, target: 3000 };
    expect(fieldChanges(before, after)).toEqual([
      { name: "title", before: "信", after: "旧信" },
      { name: "characters", before: ["她"], after: ["她", "他"] },
      { name: "target", before: null, after: 3000 },
    ]);
  });

  it("a record that came has all its fields", () => {
    expect(fieldChanges(null, { title: "灯" })).toEqual([{ name: "title", before: null, after: "灯" }]);
  });
});

describe("sides", () => {
  it("the project as it stands may be at either side", () => {
    expect(requestOf({ left: 2, right: null })).toEqual({ request: { from: 2, to: null }, flip: false });
    expect(requestOf({ left: null, right: 2 })).toEqual({ request: { from: 2, to: null }, flip: true });
    expect(textRequestOf({ left: null, right: 2 }, 5)).toEqual({
      request: { from: 2, to: null, scene: 5 },
      flip: true,
    });
    expect(requestOf({ left: null, right: null }).request).toBeNull();
    expect(requestOf({ left: 4, right: 4 }).request).toBeNull();
  });
});
