import { describe, expect, it } from "vitest";
import type { OutlineView, PartId } from "@/ipc/types";
import { type DropSide, dropPlace, dropSides } from "./dropping";
import { goalsFor } from "./goals";
import { commonKind, leavings, type Move, moved, movesTo, stepAll, topmost } from "./moves";
import { locationOf, type PartPlace } from "./places";
import { keyOf, layRows } from "./rows";
import { book, chapter, scene, volume } from "./sample-outline";
import { shapeOf, someParts } from "./testing";

const novel = book(
  volume(1, "第一卷", [
    chapter(1, "楔子", [scene(1), scene(2)]),
    chapter(2, "第一章", [scene(3), scene(4), scene(5)]),
  ]),
  volume(2, "第二卷", [chapter(3, "第二章", [scene(6)]), chapter(4, "番外", [])]),
);
const scenes = (...ids: number[]): PartId[] => ids.map((id) => ({ scene: id }));
const after = (outline: OutlineView, moves: readonly Move[]) =>
  moves.reduce((now, { part, to }) => moved(now, part, to), outline);
const before = (outline: OutlineView, moves: readonly Move[]) =>
  moves.reduceRight((now, { part, from }) => moved(now, part, from), outline);
const placed = (parts: readonly PartId[], parent: PartPlace["parent"], at: number) =>
  shapeOf(after(novel, movesTo(novel, parts, { parent, at })));

it("parts inside another named part move with it", () => {
  expect(topmost(novel, ["scene:4", "chapter:2", "scene:6", "scene:1", "scene:99"])).toEqual([
    { scene: 1 },
    { chapter: 2 },
    { scene: 6 },
  ]);
  expect(topmost(novel, [])).toEqual([]);
  expect(commonKind(scenes(1, 2))).toBe("scene");
  expect(commonKind([{ scene: 1 }, { chapter: 2 }])).toBeNull();
});

describe("gathering parts at a place", () => {
  it("keeps reading order, however they were named", () => {
    expect(placed(scenes(6, 5, 1), { chapter: 2 }, 1)).toBe("1[1:2 2:3,1,5,6,4] 2[3: 4:]");
    expect(placed(scenes(4, 3), { chapter: 4 }, 0)).toBe("1[1:1,2 2:5] 2[3:6 4:3,4]");
    expect(placed(scenes(5, 3), { chapter: 2 }, 0)).toBe("1[1:1,2 2:3,5,4] 2[3:6 4:]");
    expect(placed([{ chapter: 4 }, { chapter: 1 }], { volume: 2 }, 1)).toBe("1[2:3,4,5] 2[3:6 1:1,2 4:]");
    expect(placed([{ volume: 2 }, { volume: 1 }], "manuscript", 0)).toBe(shapeOf(novel));
  });

  it("moves nothing that is already there, and no parts of several kinds", () => {
    expect(movesTo(novel, scenes(3, 4), { parent: { chapter: 2 }, at: 0 })).toEqual([]);
    expect(movesTo(novel, [{ scene: 1 }, { chapter: 2 }], { parent: { chapter: 4 }, at: 0 })).toEqual([]);
  });
});

describe("a step of several parts", () => {
  const stepped = (parts: readonly PartId[], step: 1 | -1) =>
    shapeOf(after(novel, stepAll(novel, parts, step)));

  it("moves each one step, across borders too", () => {
    expect(stepped(scenes(4, 5), -1)).toBe("1[1:1,2 2:4,5,3] 2[3:6 4:]");
    expect(stepped(scenes(3, 4), -1)).toBe("1[1:1,2,3,4 2:5] 2[3:6 4:]");
    expect(stepped(scenes(1, 5), 1)).toBe("1[1:2,1 2:3,4] 2[3:5,6 4:]");
    expect(stepped([{ chapter: 1 }, { chapter: 2 }], 1)).toBe("1[] 2[1:1,2 2:3,4,5 3:6 4:]");
  });

  it("leaves parts at the end of the book, and nothing passes them", () => {
    expect(stepAll(novel, scenes(1, 2), -1)).toEqual([]);
    expect(stepped(scenes(1, 2, 4), -1)).toBe("1[1:1,2 2:4,3,5] 2[3:6 4:]");
    expect(stepAll(novel, [{ chapter: 3 }, { chapter: 4 }], 1)).toEqual([]);
    expect(stepAll(novel, [{ chapter: 3 }, { scene: 3 }], 1)).toEqual([]);
  });
});

it("any move keeps the parts' order, and undoing restores their places", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { parts, place, step } = someParts(novel, seed);
    const keys = new Set(parts.map(keyOf));
    const order = (outline: OutlineView) => topmost(outline, keys).map(keyOf).join(" ");
    for (const moves of [movesTo(novel, parts, place), stepAll(novel, parts, step)]) {
      const now = after(novel, moves);
      expect(order(now), `seed ${seed}`).toBe(order(novel));
      expect(shapeOf(before(now, moves)), `seed ${seed}`).toBe(shapeOf(novel));
      expect(now.volumes.flatMap((one) => one.chapters).flatMap((one) => one.scenes)).toHaveLength(6);
    }
    // They are adjacent at the new place.
    const now = after(novel, movesTo(novel, parts, place));
    const places = topmost(now, keys).map((part) => locationOf(now, part)?.place);
    expect(places, `seed ${seed}`).toEqual(places.map((_, at) => ({ ...place, at: place.at + at })));
  }
});

it("parts removed one after another can be restored in reverse", () => {
  const leaving = leavings(novel, [...scenes(4, 3), { chapter: 1 }]);
  expect(leaving.map(({ from }) => from)).toEqual([
    { parent: { volume: 1 }, at: 0 },
    { parent: { chapter: 2 }, at: 0 },
    { parent: { chapter: 2 }, at: 0 },
  ]);
});

describe("dragging several rows", () => {
  const { rows, index } = layRows(novel, new Set());
  const rowsOf = (...keys: string[]) => keys.flatMap((key) => rows[index.get(key) ?? -1] ?? []);
  const drop = (dragged: string[], target: string, side: DropSide) => {
    const [row] = rowsOf(target);
    return row === undefined ? undefined : dropPlace(novel, rowsOf(...dragged), row, side);
  };

  it("allows drops that each of them allows", () => {
    expect(drop(["scene:3", "scene:5"], "scene:4", "after")).toEqual({ parent: { chapter: 2 }, at: 1 });
    expect(drop(["scene:1", "scene:4"], "chapter:4", "into")).toEqual({ parent: { chapter: 4 }, at: 0 });
    expect(drop(["chapter:1", "chapter:3"], "chapter:4", "after")).toEqual({ parent: { volume: 2 }, at: 1 });
  });

  it("is refused on each other, in place, and for several kinds", () => {
    expect(drop(["scene:3", "scene:4"], "scene:4", "after")).toBeNull();
    expect(drop(["scene:3", "scene:4"], "scene:5", "before")).toBeNull();
    const [target] = rowsOf("chapter:4");
    if (target === undefined) throw new Error("no such row");
    expect(dropSides(rowsOf("scene:3", "chapter:3"), target)).toEqual([]);
    expect(dropSides([], target)).toEqual([]);
  });
});

it("destinations for several parts exclude all of them, and are counted without them", () => {
  const words = { top: "", startOf: (title: string) => title, volume: "", chapter: "" };
  const goals = goalsFor(novel, [{ chapter: 1 }, { chapter: 3 }], words);
  expect(goals.map(({ id, place }) => [id, place])).toEqual([
    ["volume:1", { parent: { volume: 1 }, at: 0 }],
    ["chapter:2", { parent: { volume: 1 }, at: 1 }],
    ["volume:2", { parent: { volume: 2 }, at: 0 }],
    ["chapter:4", { parent: { volume: 2 }, at: 1 }],
  ]);
  expect(goalsFor(novel, scenes(4, 5), words).find(({ place }) => place === null)?.id).toBe("chapter:2");
});
