import { describe, expect, it } from "vitest";
import type { OutlineView } from "@/ipc/types";
import { asksForPlaces, commandEntries, type Named, numberOf, placeEntries } from "./entries";
import { matchNames, matchTitle } from "./match";

const NONE = { standard: 0, word: 0, han: 0, all: 0 };

function book(titles: readonly string[], scenes: Record<number, string> = {}): OutlineView {
  return {
    volumes: [
      {
        id: 1,
        title: "上卷",
        counts: NONE,
        chapters: titles.map((title, at) => ({
          id: at + 1,
          title,
          status: "drafting",
          target: null,
          counts: NONE,
          scenes: [{ id: at + 1, title: scenes[at + 1] ?? "", status: "drafting", version: 1, counts: NONE }],
        })),
      },
    ],
  };
}

const named = (id: string, names: readonly string[], enabled = true): Named => ({
  command: { id, title: id, run: () => undefined },
  names: [...names, id],
  enabled,
  why: null,
});
const commands = [
  named("find.scene", ["查找…", "Find…"]),
  named("find.book", ["全书查找…", "Find in Book…"], false),
  named("statistics.show", ["写作统计", "Writing Statistics"]),
];
const ids = (query: string, recent: string[] = []) =>
  commandEntries(commands, query, recent).map(({ command }) => command.id);

describe("a title", () => {
  it("matches as a prefix, within, or letter by letter, in that order", () => {
    const scores = ["查找", "全书查找", "查看寻找"].map((title) => matchTitle(title, "查找")?.score ?? -1);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(matchTitle("找查", "查找")).toBeNull();
    expect(matchTitle("Writing Statistics", "WRST")?.at).toEqual([
      { from: 0, to: 2 },
      { from: 8, to: 10 },
    ]);
    expect(matchTitle("İstanbul", "stan")?.at).toEqual([]);
  });

  it("matches word by word in any order, ignoring small words and punctuation", () => {
    const at = (query: string) => matchTitle("Replace in Book…", query)?.at;
    expect(at("Replace in the book")).toEqual([
      { from: 0, to: 7 },
      { from: 11, to: 15 },
    ]);
    expect(at("book replace")).toEqual(at("replace in the BOOK…"));
    expect(at("replace the chapter")).toBeUndefined();
    expect(matchTitle("Replace in Book…", "replace in book...")?.score).toBeGreaterThan(900);
    const score = (title: string) => matchTitle(title, "book find")?.score ?? -1;
    const ranked = ["Find in Book…", "Book Finder", "Booking of a find"].map(score);
    expect(ranked[1]).toBeGreaterThan(ranked[0] ?? 0);
    expect(ranked.every((one) => one > 0)).toBe(true);
  });

  it("is found by its names in both languages, and by its id", () => {
    expect(matchNames(["写作统计", "Writing Statistics"], "stat")?.at).toEqual([]);
    expect(ids("statistics.show")).toEqual(["statistics.show"]);
    expect(ids("book")).toEqual(["find.book"]);
  });
});

describe("commands", () => {
  it("keep their order, recent ones first, disabled ones last", () => {
    expect(ids("")).toEqual(["find.scene", "statistics.show", "find.book"]);
    expect(ids("", ["statistics.show"])).toEqual(["statistics.show", "find.scene", "find.book"]);
    expect(ids("查找", ["find.book"])).toEqual(["find.scene", "find.book"]);
    expect(ids("没有这个")).toEqual([]);
  });
});

describe("chapters", () => {
  const outline = book(["第一章　渡口", "第二章　夜雨", "", "3 的倍数"], { 2: "渡口来信" });
  const keys = (query: string) => placeEntries(outline, query, "未命名").map(({ key }) => key);

  it("are found by title and number, and scenes by name", () => {
    expect(keys("")).toEqual(["chapter:1", "chapter:2", "chapter:3", "chapter:4"]);
    expect(keys("#夜")).toEqual(["chapter:2"]);
    expect(keys("渡口")).toEqual(["scene:2", "chapter:1"]);
    expect(keys("3")).toEqual(["chapter:3", "chapter:4"]);
    expect(keys("第３章")[0]).toBe("chapter:3");
    expect(keys("未命名")).toEqual(["chapter:3"]);
  });

  it("are the only meaning of some queries", () => {
    expect(["256", "#256", " 第256章", "第２５６回"].map(numberOf)).toEqual([256, 256, 256, 256]);
    expect(["第二章", "25 水"].map(numberOf)).toEqual([null, null]);
    expect(["#", "第", "12", "Chapter 3", "chapter xiv."].filter((query) => !asksForPlaces(query))).toEqual(
      [],
    );
    expect(["查找", "Chapter Titles", "chapter", "Chapter "].filter(asksForPlaces)).toEqual([]);
  });

  it("of a book of three thousand are found quickly", () => {
    const large = book(Array.from({ length: 3000 }, (_, at) => `第${at + 1}章　渡口`));
    const begin = performance.now();
    const found = placeEntries(large, "256", "未命名");
    expect(found[0]).toMatchObject({ key: "chapter:256", number: 256 });
    expect(performance.now() - begin).toBeLessThan(200);
  });
});
