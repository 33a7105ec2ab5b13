import { expect, it } from "vitest";
import type { CardRow, CastMember, LoreSummary } from "@/ipc/types";
import { candidates, matching } from "./candidates";
import { nearestOccurrence } from "./jump";
import { filtered, rowsOf, rowsOfScene, sorted } from "./rows";

const summary = (id: number, title: string, change: Partial<LoreSummary> = {}): LoreSummary => ({
  id,
  title,
  kind: "character",
  aliases: [],
  priority: 5,
  constant: false,
  locked: false,
  disabled: false,
  beginning: "",
  book: null,
  ...change,
});

const entry = (id: number, title: string, change: Partial<LoreSummary> = {}): CardRow => {
  const of = summary(id, title, change);
  const { kind, aliases } = of;
  const counts = { mentions: null, facts: 0, relations: 0, threads: 0, events: 0, proposals: 0 };
  return { entry: of, entity: null, title, kind, aliases, in_bible: false, counts };
};

const ENTRIES = [
  entry(1, "林黛玉", { aliases: ["颦儿", "潇湘妃子"] }),
  entry(2, "荣国府", { kind: "location", priority: 8 }),
  entry(3, "贾宝玉", { aliases: ["宝二爷"] }),
];

const count = (id: number, total: number) => ({
  entry: id,
  entity: null,
  title: "",
  kind: "character",
  total,
  scenes: 1,
  first: null,
  last: null,
});

const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title);

it("gives each entry its count, and none until it is counted", () => {
  expect(rowsOf(ENTRIES, null).map((row) => row.count)).toEqual([null, null, null]);
  expect(rowsOf(ENTRIES, [count(3, 12), count(1, 7)]).map((row) => row.count)).toEqual([7, 0, 12]);
});

it("sorts by name, mentions and priority", () => {
  const rows = rowsOf(ENTRIES, [count(3, 12), count(1, 7)]);
  expect(titles(sorted(rows, "name", "zh"))).toEqual(["贾宝玉", "林黛玉", "荣国府"]);
  expect(titles(sorted(rows, "mentions", "zh"))).toEqual(["贾宝玉", "林黛玉", "荣国府"]);
  expect(titles(sorted(rows, "priority", "zh"))).toEqual(["荣国府", "贾宝玉", "林黛玉"]);
});

it("filters by name, alias and kind", () => {
  const rows = rowsOf(ENTRIES, null);
  expect(titles(filtered(rows, "宝", null))).toEqual(["贾宝玉"]);
  expect(titles(filtered(rows, "潇湘", null))).toEqual(["林黛玉"]);
  expect(titles(filtered(rows, "", "location"))).toEqual(["荣国府"]);
  expect(filtered(rows, "玉颦", null)).toEqual([]);
  expect(filtered(rows, "", null)).toBe(rows);
});

it("shows a scene's cast, including entities without an entry", () => {
  const member = (title: string, ids: Partial<CastMember>): CastMember => ({
    entry: null,
    entity: null,
    title,
    kind: "character",
    count: 1,
    first: { start: 0, end: 2 },
    ...ids,
  });
  const rows = rowsOfScene(
    [member("贾宝玉", { entry: 3, count: 9 }), member("焙茗", { entity: 4 })],
    ENTRIES,
  );
  expect(rows.map(({ key, count: times }) => [key, times])).toEqual([
    ["entry-3", 9],
    ["entity-4", 1],
  ]);
  expect(titles(filtered(rows, "宝二爷", null))).toEqual(["贾宝玉"]);
});

it("filters 5,000 entries quickly", () => {
  const rows = rowsOf(
    Array.from({ length: 5000 }, (_, at) => entry(at, `条目${at}`, { aliases: [`别名${at}`] })),
    null,
  );
  const from = performance.now();
  expect(filtered(rows, "别名49", null)).toHaveLength(111);
  expect(performance.now() - from).toBeLessThan(50);
});

it("finds the occurrence nearest to its old place", () => {
  const text = "宝玉来了。黛玉笑道：宝玉又来了。宝玉不语。";
  expect(nearestOccurrence(text, "宝玉", 0)).toBe(0);
  expect(nearestOccurrence(text, "宝玉", 11)).toBe(10);
  expect(nearestOccurrence(text, "宝玉", 15)).toBe(16);
  expect(nearestOccurrence(text, "宝钗", 3)).toBeNull();
});

it("offers everything with names; prefix matches first", () => {
  const named = (id: number, title: string) => ({ entry: id, entity: null, title, kind: "character" });
  const all = candidates(
    {
      named: [named(1, "史湘云"), named(2, "林黛玉")],
      names: [
        { name: "史湘云", owners: [0] },
        { name: "枕霞旧友", owners: [0] },
        { name: "林黛玉", owners: [1] },
        { name: "湘妃", owners: [1] },
      ],
    },
    "zh",
  );
  expect(all.map(({ others }) => others)).toEqual([["湘妃"], ["枕霞旧友"]]);
  expect(matching(all, "湘").map(({ named: one }) => one.title)).toEqual(["林黛玉", "史湘云"]);
  expect(matching(all, "枕霞").map(({ named: one }) => one.title)).toEqual(["史湘云"]);
});
