import { describe, expect, it } from "vitest";
import { type DropSide, dropPlace } from "./dropping";
import { locationOf, sceneAfter, sceneBeside, stepPlace } from "./places";
import { layRows, type Tree, typeAhead } from "./rows";
import { book, chapter, largeBook, scene, volume } from "./sample-outline";

const novel = book(
  volume(1, "第一卷", [
    chapter(1, "楔子", [scene(1)]),
    chapter(2, "第一章 渡口", [scene(2, 10, "雨夜"), scene(3), scene(4, 10, "灯")]),
  ]),
  volume(2, "第二卷", [chapter(3, "第十二章 夜雨", [scene(5)]), chapter(4, "番外", [])]),
);
const plain = book(volume(1, "", [chapter(1, "第一章", [scene(1)]), chapter(2, "第二章", [scene(2)])]));
const keys = (tree: Tree) => tree.rows.map((row) => row.key).join(" ");
const none = new Set<string>();

describe("rows", () => {
  it("omit what would only repeat its parent", () => {
    expect(keys(layRows(plain, none))).toBe("chapter:1 chapter:2");
    expect(keys(layRows(novel, none))).toBe(
      "volume:1 chapter:1 chapter:2 scene:2 scene:3 scene:4 volume:2 chapter:3 chapter:4",
    );
    expect(layRows(plain, none).rows[0]?.level).toBe(1);
    expect(layRows(novel, none).rows[3]).toMatchObject({
      level: 3,
      place: 1,
      siblings: 3,
      parent: "chapter:2",
    });
  });

  it("omit what is collapsed", () => {
    expect(keys(layRows(novel, new Set(["volume:1", "chapter:2"])))).toBe(
      "volume:1 volume:2 chapter:3 chapter:4",
    );
    expect(keys(layRows(novel, new Set(["chapter:2"])))).toContain("chapter:2 volume:2");
  });

  it("show filter matches with their ancestors, collapsed or not", () => {
    const found = layRows(novel, new Set(["volume:1", "chapter:2"]), " 夜 ");
    expect(keys(found)).toBe("volume:1 chapter:2 scene:2 volume:2 chapter:3");
    expect(found.hits).toBe(2);
    expect(found.rows.at(-1)?.hit).toEqual({ from: 5, to: 6 });
    expect(layRows(novel, none, "没有").rows).toEqual([]);
    expect(keys(layRows(novel, none, "第二卷"))).toBe("volume:2");
  });

  it("find a chapter by its number in any notation", () => {
    const found = layRows(novel, none, "12");
    expect(keys(found)).toBe("volume:2 chapter:3");
    expect(found.rows[1]?.hit).toEqual({ from: 0, to: 4 });
    const { rows } = layRows(novel, none);
    expect(rows[typeAhead(rows, 0, "12") ?? -1]?.key).toBe("chapter:3");
    expect(typeAhead(rows, 0, "x")).toBeNull();
  });

  it("of a long novel are computed quickly", () => {
    const long = largeBook(3000);
    const begun = performance.now();
    for (let at = 0; at < 20; at += 1) layRows(long, none, at % 2 === 0 ? "" : "七十");
    expect((performance.now() - begun) / 20).toBeLessThan(250);
  });
});

describe("one step", () => {
  it("goes among siblings, and across the border at their end", () => {
    expect(stepPlace(novel, { chapter: 2 }, -1)).toEqual({ parent: { volume: 1 }, at: 0 });
    expect(stepPlace(novel, { chapter: 2 }, 1)).toEqual({ parent: { volume: 2 }, at: 0 });
    expect(stepPlace(novel, { chapter: 3 }, -1)).toEqual({ parent: { volume: 1 }, at: 2 });
    expect(stepPlace(novel, { scene: 4 }, 1)).toEqual({ parent: { chapter: 3 }, at: 0 });
    expect(stepPlace(novel, { scene: 2 }, -1)).toEqual({ parent: { chapter: 1 }, at: 1 });
    expect(stepPlace(novel, { volume: 1 }, 1)).toEqual({ parent: "manuscript", at: 1 });
  });

  it("stops at the ends of the book", () => {
    expect(stepPlace(novel, { chapter: 1 }, -1)).toBeNull();
    expect(stepPlace(novel, { chapter: 4 }, 1)).toBeNull();
    expect(stepPlace(novel, { volume: 2 }, 1)).toBeNull();
    expect(stepPlace(novel, { chapter: 99 }, 1)).toBeNull();
  });
});

describe("a drop", () => {
  const { rows, index } = layRows(novel, none);
  const drop = (dragged: string, target: string, side: DropSide) => {
    const [from, to] = [rows[index.get(dragged) ?? -1], rows[index.get(target) ?? -1]];
    if (from === undefined || to === undefined) throw new Error("no such row");
    return dropPlace(novel, [from], to, side);
  };

  it("counts places without the moving part", () => {
    expect(drop("scene:2", "scene:4", "after")).toEqual({ parent: { chapter: 2 }, at: 2 });
    expect(drop("scene:4", "scene:2", "before")).toEqual({ parent: { chapter: 2 }, at: 0 });
    expect(drop("chapter:1", "chapter:2", "after")).toEqual({ parent: { volume: 1 }, at: 1 });
    expect(drop("chapter:1", "chapter:3", "after")).toEqual({ parent: { volume: 2 }, at: 1 });
  });

  it("puts chapters into volumes and scenes into chapters", () => {
    expect(drop("chapter:1", "volume:2", "into")).toEqual({ parent: { volume: 2 }, at: 2 });
    expect(drop("scene:2", "chapter:4", "into")).toEqual({ parent: { chapter: 4 }, at: 0 });
    expect(drop("chapter:3", "scene:4", "after")).toEqual({ parent: { volume: 1 }, at: 2 });
    expect(drop("volume:2", "volume:1", "before")).toEqual({ parent: "manuscript", at: 0 });
  });

  it("is refused where a part cannot be or already is", () => {
    expect(drop("volume:1", "chapter:3", "after")).toBeNull();
    expect(drop("scene:2", "volume:2", "into")).toBeNull();
    expect(drop("chapter:3", "scene:2", "after")).toBeNull();
    expect(drop("scene:2", "scene:3", "before")).toBeNull();
    expect(drop("scene:4", "chapter:2", "into")).toBeNull();
    expect(drop("chapter:2", "chapter:2", "before")).toBeNull();
  });
});

it("finds the scene to continue with", () => {
  expect(sceneBeside(novel, { chapter: 2 })).toBe(5);
  expect(sceneBeside(novel, { volume: 2 })).toBe(4);
  expect(sceneBeside(plain, { volume: 1 })).toBeNull();
  expect(sceneAfter(novel, 4)?.scene.id).toBe(5);
  expect(sceneAfter(novel, 5)).toBeUndefined();
  expect(locationOf(novel, { scene: 3 })?.place).toEqual({ parent: { chapter: 2 }, at: 1 });
});
