import { describe, expect, it } from "vitest";
import { NO_COUNTS } from "@/desk/counts";
import { secondsLeft } from "./pace";
import {
  changesByRule,
  firstChapterOf,
  type ImportPlan,
  onlyWarned,
  type PlannedChapter,
  rowsOf,
} from "./plan";
import { NO_OPTIONS, requestFor } from "./split-choice";

const chapter = (title: string, words: number): PlannedChapter => ({
  title,
  words,
  scenes: 1,
  paragraphs: 3,
  counts: NO_COUNTS,
  opening: "",
  source: { heading: "certain" },
});

const plan = (change: Partial<ImportPlan>): ImportPlan => ({
  title: null,
  author: null,
  encoding: "utf-8",
  format: null,
  tool: null,
  lore: 0,
  versions: 0,
  comments: 0,
  days: 0,
  counts: NO_COUNTS,
  has_front: false,
  volumes: [],
  warnings: [],
  changes: [],
  ...change,
});

describe("rowsOf", () => {
  it("shows no row for the only volume of an undivided novel", () => {
    const rows = rowsOf(plan({ volumes: [{ title: null, chapters: [chapter("第一章", 10)] }] }));
    expect(rows.map((row) => row.kind)).toEqual(["chapter"]);
  });

  it("numbers chapters through the book and attaches their warnings", () => {
    const rows = rowsOf(
      plan({
        volumes: [
          { title: "卷一", chapters: [chapter("第一章", 0), chapter("第二章", 30_000)] },
          { title: "卷二", chapters: [chapter("第一章", 900)] },
        ],
        warnings: [
          { kind: "empty", title: "第一章" },
          { kind: "giant", title: "第二章", words: 30_000 },
          { kind: "no_headings" },
        ],
      }),
    );
    const summaries = rows.map((row) =>
      row.kind === "volume" ? row.title : [row.index, row.warnings.map(({ kind }) => kind)],
    );
    expect(summaries).toEqual(["卷一", [1, ["empty"]], [2, ["giant"]], "卷二", [3, []]]);
    expect(onlyWarned(rows)).toHaveLength(3);
  });
});

describe("changesByRule", () => {
  it("adds up the files", () => {
    const change = (rule: string, count: number, dropped: number, file: string) => ({
      rule,
      count,
      dropped,
      file,
      line: 1,
      sample: null,
    });
    expect(
      changesByRule([
        change("indent", 4, 0, "a"),
        change("indent", 5, 0, "b"),
        change("rule_line", 1, 9, "b"),
      ]),
    ).toEqual([
      { rule: "rule_line", count: 1, dropped: 9, sample: null },
      { rule: "indent", count: 9, dropped: 0, sample: null },
    ]);
  });
});

describe("requestFor", () => {
  it("sends defaults by default", () => {
    expect(requestFor("path-1", NO_OPTIONS)).toEqual({
      source: "path-1",
      split: "auto",
      encoding: null,
      undecodable: "refuse",
      without_front: false,
    });
  });

  it("sends nothing while a pattern or the titles are missing", () => {
    expect(requestFor("p", { ...NO_OPTIONS, split: "pattern" })).toBeNull();
    expect(requestFor("p", { ...NO_OPTIONS, split: "titles", titles: " \n\n" })).toBeNull();
    expect(requestFor("p", { ...NO_OPTIONS, split: "titles", titles: " 楔子 \n\n尾声" })?.split).toEqual({
      titles: ["楔子", "尾声"],
    });
  });
});

describe("secondsLeft", () => {
  it("uses the rate so far, once known", () => {
    expect(secondsLeft(0, 10_000, 100, 300)).toBe(20);
    expect(secondsLeft(0, 500, 100, 300)).toBeNull();
    expect(secondsLeft(0, 10_000, 0, 300)).toBeNull();
    expect(secondsLeft(0, 10_000, 5, 0)).toBeNull();
  });
});

it("the first chapter has a heading and text", () => {
  const front = { ...chapter("卷首", 40), source: "rule" as const };
  const of = (...chapters: PlannedChapter[]) =>
    firstChapterOf(plan({ volumes: [{ title: null, chapters }] }));
  expect(of(front, chapter("序", 0), chapter("第一章", 9))).toBe(2);
  expect(of(chapter("第一章", 9))).toBe(0);
  expect(of({ ...front, title: "正文" })).toBe(0);
  expect(of()).toBe(0);
});
