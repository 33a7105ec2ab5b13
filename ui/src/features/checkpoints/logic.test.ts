import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { requestOf } from "@/components/compared-sides";
import { fieldOf, scopeOf } from "./canon-items";
import { neededBy } from "./canon-names";
import { type Item, itemsOf, numberInChapter, summaryOf, swapSides } from "./changes";
import { fieldChanges } from "./fields";
import { itemNames } from "./names";
import { comparison, outline, restoring } from "./sample";
import { canonChanges } from "./sample-canon";
import { textRequestOf } from "./sides";

const zh = (words: string) => words;

describe("items of a comparison", () => {
  it("are grouped by kind, texts in reading order, removed ones last", () => {
    const keys = itemsOf(comparison(zh), outline(zh)).map(({ key }) => key);
    expect(keys).toEqual(["text 1", "text 3", "text 4", "text 9", "chapter 2", "outline 1", "project 1"]);
  });

  it("an added or removed scene is one item, a changed record a separate one", () => {
    const { changes } = comparison(zh);
    const changed = changes.map((entry) =>
      entry.kind === "scene" && entry.id === 4 ? { ...entry, change: "changed" as const } : entry,
    );
    const keys = itemsOf({ from: 2, to: null, changes: changed }, outline(zh)).map(({ key }) => key);
    expect(keys).toContain("scene 4");
    expect(keys).not.toContain("scene 9");
  });

  it("the figures of a restore count each part once", () => {
    expect(summaryOf(restoring(zh))).toEqual({
      texts: 2,
      records: 2,
      moved: 2,
      back: 1,
      gone: 1,
      canonChanged: 0,
      canonBack: 0,
      canonGone: 0,
    });
  });

  it("swapping sides twice changes nothing", () => {
    const forward = comparison(zh);
    expect(swapSides(swapSides(forward))).toEqual(forward);
    expect(swapSides(forward).changes.find(({ id, kind }) => kind === "text" && id === 4)?.change).toBe(
      "removed",
    );
  });

  it("scenes are numbered only in chapters with several", () => {
    expect(numberInChapter(outline(zh), 2)).toBe(2);
    expect(numberInChapter(outline(zh), 3)).toBeNull();
    expect(numberInChapter(outline(zh), 99)).toBeNull();
    expect(numberInChapter(undefined, 1)).toBeNull();
  });
});

describe("names of scenes in a comparison", () => {
  it("are unique: by position, or by number for removed ones", async () => {
    await startI18n("zh");
    const t = i18next.getFixedT("zh", "checkpoints");
    const text = (id: number, title: string) =>
      ({ key: `text ${id}`, group: "text", at: 0, entry: { kind: "text", id, title } }) as unknown as Item;
    const none = {} as never;
    const title = "第三章";
    const names = itemNames([text(3, title), text(77, title), text(4, "码头")], outline(zh), none, t);
    expect([...names.values()]).toEqual(["第三章 · 场景 1", "第三章 · 第 77 号场景，已不在目录里", "码头"]);
  });
});

describe("fields of records", () => {
  it("include only differences, plan fields among the others", () => {
    const before = { title: "信", plan: { pov: "她", characters: ["她"] }, synopsis: "" };
    const after = { title: "旧信", plan: { pov: "她", characters: ["她", "他"] }, target: 3000 };
    expect(fieldChanges("scene", before, after)).toEqual([
      { name: "title", before: "信", after: "旧信" },
      { name: "characters", before: ["她"], after: ["她", "他"] },
      { name: "target", before: null, after: 3000 },
    ]);
  });

  it("an added record has all its fields", () => {
    expect(fieldChanges("scene", null, { title: "灯" })).toEqual([
      { name: "title", before: null, after: "灯" },
    ]);
  });
});

describe("sides", () => {
  it("the current project may be on either side", () => {
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

describe("the canon", () => {
  const both = { ...comparison(zh), changes: [...canonChanges(zh).changes, ...comparison(zh).changes] };

  it("comes after the manuscript, part by part, kinds together", () => {
    const groups = itemsOf(both, outline(zh)).map(({ group }) => group);
    expect([...new Set(groups)]).toEqual([
      "text",
      "record",
      "order",
      "project",
      "bible",
      "lore",
      "graph",
      "threads",
      "timeline",
    ]);
    const keys = itemsOf(canonChanges(zh), outline(zh)).map(({ key }) => key);
    expect(keys.slice(2, 8)).toEqual([
      "lore_entry 1",
      "lorebook 1",
      "entity 1",
      "entity 9",
      "relation 1",
      "fact 1",
    ]);
  });

  it("has its own figures: nothing of it goes to the bin", () => {
    expect(summaryOf(canonChanges(zh))).toMatchObject({
      records: 0,
      back: 0,
      gone: 0,
      canonChanged: 6,
      canonBack: 4,
      canonGone: 1,
    });
  });

  it("is restored by parts", () => {
    expect(scopeOf("lorebook")).toBe("lore");
    expect(scopeOf("fact")).toBe("graph");
    expect(scopeOf("scene")).toBeNull();
  });

  it("explains omitted fields, and for added items only those worth showing", () => {
    const fields = (kind: "relation" | "entity", id: number) => {
      const entry = canonChanges(zh).changes.find((one) => one.kind === kind && one.id === id);
      return fieldChanges(kind, entry?.before ?? null, entry?.after ?? null);
    };
    expect(fields("relation", 1).find(({ name }) => name === "modality")).toEqual({
      name: "modality",
      before: "narrated",
      after: "claimed",
    });
    expect(fields("relation", 1).some(({ name }) => name === "confidence")).toBe(false);
    expect(fields("entity", 1).map(({ name }) => name)).toEqual(["name", "lore_entry", "kind"]);
    const object = { subject: 1, predicate: "住处", object: { text: "船上" } };
    expect(fieldChanges("fact", object, { ...object, object: { entity: 3 } })).toEqual([
      { name: "object", before: { text: "船上" }, after: { entity: 3 } },
    ]);
  });

  it("requests only the lists that its records need", () => {
    expect(neededBy(comparison(zh).changes)).toEqual({
      entities: false,
      lore: false,
      threads: false,
      timeline: false,
    });
    expect(neededBy(canonChanges(zh).changes)).toEqual({
      entities: true,
      lore: true,
      threads: true,
      timeline: true,
    });
    expect(fieldOf([1], "0")).toBeUndefined();
  });
});
