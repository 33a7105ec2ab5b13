import { afterEach, describe, expect, it } from "vitest";
import { areSecretsAllowed, excludedSources, excludeNothing, setExcluded, setSecrets } from "@/desk/sending";
import type { ContextSource, GenerationView } from "@/ipc/types";
import { letters } from "./candidates";
import { changed, marked, placesOf, slice } from "./pieces";
import { outlineOf } from "./sample";
import { sceneAfter } from "./shelf-acts";
import { mayBeLeftOut, wayTo } from "./sources";

const kinds = (pieces: { kind: string; text: string }[]) => pieces.map(({ kind, text }) => `${kind} ${text}`);

describe("pieces of a text", () => {
  it("are cut by chars, not by UTF-16 units", () => {
    expect(slice("𠮷野家开门", { start: 1, end: 3 })).toBe("野家");
    expect(slice("渡口的灯", { start: 1, end: 3 })).toBe("口的");
  });

  it("mark passages; overlapping and out-of-range ones are omitted", () => {
    const ranges = [
      { start: 4, end: 6 },
      { start: 1, end: 3 },
      { start: 2, end: 5 },
      { start: 5, end: 99 },
    ];
    expect(kinds(marked("𠮷一二三四五", ranges))).toEqual([
      "plain 𠮷",
      "marked 一二",
      "plain 三",
      "marked 四五",
    ]);
  });

  it("are found wherever a phrase appears", () => {
    expect(placesOf("𠮷甲乙甲", ["甲", "", "甲"])).toEqual([
      { start: 1, end: 2 },
      { start: 3, end: 4 },
    ]);
  });

  it("show changes with context and collapse the rest", () => {
    const lead = "前".repeat(200);
    const tail = "后".repeat(200);
    const hunks = [{ old: { start: 200, end: 201 }, new: { start: 200, end: 202 } }];
    const pieces = changed(`${lead}旧${tail}`, `${lead}新的${tail}`, hunks);
    expect(pieces.map(({ kind }) => kind)).toEqual([
      "folded",
      "plain",
      "removed",
      "added",
      "plain",
      "folded",
    ]);
    expect(
      pieces
        .filter(({ kind }) => kind !== "added")
        .map(({ text }) => text)
        .join(""),
    ).toBe(`${lead}旧${tail}`);
    expect(pieces.find(({ kind }) => kind === "added")?.text).toBe("新的");
    expect(new Set(pieces.map(({ at }) => at)).size).toBe(pieces.length);
  });

  it("collapse a whole text without changes", () => {
    expect(changed("同".repeat(300), "同".repeat(300), []).map(({ kind }) => kind)).toEqual(["folded"]);
  });
});

describe("candidates", () => {
  it("have letters in starting order, those made by steps that of their source; a single one has none", () => {
    const all = [
      { id: 12, candidate_of: 10 },
      { id: 11, candidate_of: 10 },
      { id: 10 },
      { id: 7 },
      { id: 14, candidate_of: 10, derived: { of: 13, step: "marks" } },
      { id: 13, candidate_of: 10, derived: { of: 11, step: "mend" } },
    ] as GenerationView[];
    expect([...letters(all)].sort()).toEqual([
      [10, "A"],
      [11, "B"],
      [12, "C"],
      [13, "B′"],
      [14, "B′′"],
    ]);
  });
});

describe("exclusions", () => {
  const entry: ContextSource = { kind: "lore_entry", id: 3, title: "渡口" };
  const fact: ContextSource = { kind: "fact", id: 3 };
  afterEach(() => excludeNothing(1));

  it("apply to a source, whatever its current name, in one scene only", () => {
    setExcluded(1, entry, "out");
    setExcluded(1, { ...entry, title: "老渡口" }, "out");
    setExcluded(1, fact, "out");
    expect(excludedSources(1)).toHaveLength(2);
    expect(excludedSources(2)).toEqual([]);
    setExcluded(1, { ...entry, title: "渡口" }, "in");
    expect(excludedSources(1)).toEqual([fact]);
    excludeNothing(1);
    expect(excludedSources(1)).toEqual([]);
  });

  it("cover secrets until the author allows them for a scene", () => {
    expect(areSecretsAllowed(1)).toBe(false);
    setSecrets(1, "send");
    expect([areSecretsAllowed(1), areSecretsAllowed(2)]).toEqual([true, false]);
    setSecrets(1, "keep");
    expect(areSecretsAllowed(1)).toBe(false);
  });

  it("never cover the text being worked on", () => {
    const range = { start: 0, end: 3 };
    expect(mayBeLeftOut(entry)).toBe(true);
    expect(mayBeLeftOut({ kind: "text_before", scene: 1, version: 1, range })).toBe(false);
    expect(mayBeLeftOut({ kind: "instruction" })).toBe(false);
    expect(wayTo({ kind: "instruction" })).toBeNull();
  });
});

it("the next scene may be in another chapter", () => {
  const outline = outlineOf((zh) => zh);
  expect(sceneAfter(outline, 1)).toBe(2);
  expect(sceneAfter(outline, 2)).toBeNull();
  expect(sceneAfter(outline, 99)).toBeNull();
});
