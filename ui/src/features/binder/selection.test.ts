import { expect, it } from "vitest";
import { layRows } from "./rows";
import { book, chapter, scene, volume } from "./sample-outline";
import { NONE, ofLevel, ranged, rowBeside, type Selection, toggled } from "./selection";

const only = (key: string): Selection => ({ keys: [key], anchor: key });

const novel = book(
  volume(1, "第一卷", [chapter(1, "楔子", [scene(1)]), chapter(2, "第一章", [scene(2), scene(3)])]),
  volume(2, "第二卷", [chapter(3, "第二章", [scene(4)]), chapter(4, "番外", [])]),
);
const { rows } = layRows(novel, new Set());
const rowOf = (key: string) => {
  const row = rows.find((one) => one.key === key);
  if (row === undefined) throw new Error(key);
  return row;
};

it("a row can be toggled; the first one also selects the target row", () => {
  const two = toggled(NONE, "chapter:2", "chapter:1");
  expect(two).toEqual({ keys: ["chapter:1", "chapter:2"], anchor: "chapter:2" });
  expect(toggled(two, "chapter:1", "chapter:1").keys).toEqual(["chapter:2"]);
  expect(toggled(only("chapter:1"), "chapter:1", null).keys).toEqual([]);
  // The target row is not deselected before it was selected.
  expect(toggled(NONE, "chapter:1", "chapter:1").keys).toEqual(["chapter:1"]);
  expect(toggled(NONE, "chapter:1", null).keys).toEqual(["chapter:1"]);
});

it("a range starts at the anchor, and shrinks again", () => {
  const down = ranged(rows, only("chapter:1"), "scene:3", null);
  expect(down.keys).toEqual(["chapter:1", "chapter:2", "scene:2", "scene:3"]);
  expect(ranged(rows, down, "chapter:2", "scene:3").keys).toEqual(["chapter:1", "chapter:2"]);
  expect(ranged(rows, down, "volume:1", null).keys).toEqual(["volume:1", "chapter:1"]);
  expect(ranged(rows, NONE, "chapter:2", "scene:2").keys).toEqual(["chapter:2", "scene:2"]);
  expect(ranged(rows, { keys: [], anchor: "scene:99" }, "chapter:2", null).keys).toEqual(["chapter:2"]);
});

it("select all first takes the siblings of a row, then its level", () => {
  const siblings = ofLevel(rows, NONE, rowOf("chapter:1"));
  expect(siblings.keys).toEqual(["chapter:1", "chapter:2"]);
  const level = ofLevel(rows, siblings, rowOf("chapter:1"));
  expect(level.keys).toEqual(["chapter:1", "chapter:2", "chapter:3", "chapter:4"]);
  expect(ofLevel(rows, level, rowOf("chapter:1")).keys).toEqual(level.keys);
  expect(ofLevel(rows, NONE, rowOf("volume:2")).keys).toEqual(["volume:1", "volume:2"]);
});

it("the focus goes to a remaining row when others leave with their contents", () => {
  const beside = (key: string, ...leaving: string[]) =>
    rowBeside(rows, rows.indexOf(rowOf(key)), new Set(leaving));
  expect(beside("chapter:2", "chapter:2")?.key).toBe("volume:2");
  expect(beside("chapter:4", "volume:2")?.key).toBe("scene:3");
  expect(beside("scene:2", "chapter:1")?.key).toBe("scene:2");
  expect(beside("volume:1", "volume:1", "volume:2")).toBeUndefined();
});
