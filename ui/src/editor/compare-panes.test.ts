import { describe, expect, it } from "vitest";
import { across, type Hunk, inlinePane, place, splitPanes, textOf } from "./compare-panes";

const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, line) => `第${from + line}段`).join("\n");

function hunk(old: [number, number], now: [number, number]): Hunk {
  return { old: { start: old[0], end: old[1] }, new: { start: now[0], end: now[1] } };
}

describe("comparison panes", () => {
  it("interleave removed and added text", () => {
    const [before, after] = [textOf("甲乙𠮷丙"), textOf("甲丁丙戊")];
    const hunks = place([hunk([1, 3], [1, 2]), hunk([4, 4], [3, 4])], before, after);
    const pane = inlinePane(before, after, hunks);
    expect(pane.doc.toString()).toBe("甲乙𠮷丁丙戊");
    expect(pane.removed).toEqual([{ from: 1, to: 4 }, null]);
    expect(pane.added).toEqual([
      { from: 4, to: 5 },
      { from: 6, to: 7 },
    ]);
  });

  it("put whole paragraphs on lines of their own", () => {
    const [before, after] = [textOf("甲\n乙乙\n丙"), textOf("甲\n丁\n丙")];
    const pane = inlinePane(before, after, place([hunk([2, 4], [2, 3])], before, after));
    expect(pane.doc.toString()).toBe("甲\n乙乙\n丁\n丙");
  });

  it("fold long unchanged stretches alike on both sides", () => {
    const before = textOf(`${lines(30)}\n旧\n${lines(40, 100)}\n尾`);
    const after = textOf(`${lines(30)}\n新一\n新二\n${lines(40, 100)}`);
    const old = before.line(31);
    const now = after.line(31);
    const tail = before.length;
    const hunks = place(
      [
        hunk([old.from, old.to], [now.from, after.line(32).to]),
        hunk([tail - 2, tail], [after.length, after.length]),
      ],
      before,
      after,
    );
    const [left, right] = splitPanes(before, after, hunks);
    expect(left.folds.map((fold) => fold.lines)).toEqual([27, 33]);
    expect(right.folds.map((fold) => fold.lines)).toEqual([27, 33]);
    for (const [at, fold] of left.folds.entries()) {
      const other = right.folds[at];
      expect(before.sliceString(fold.from, fold.to)).toBe(after.sliceString(other?.from ?? 0, other?.to));
    }
    expect(inlinePane(before, after, hunks).folds.map((fold) => fold.lines)).toEqual([27, 33]);
  });

  it("fold neither short stretches nor equal texts", () => {
    const doc = textOf(lines(100));
    expect(inlinePane(doc, doc, []).folds).toEqual([]);
    const after = textOf(`新\n${lines(12)}`);
    expect(
      inlinePane(textOf(lines(12)), after, place([hunk([0, 0], [0, 2])], textOf(lines(12)), after)).folds,
    ).toEqual([]);
  });

  it("skip or clamp hunks out of order or out of range", () => {
    const doc = textOf("甲乙丙");
    const placed = place([hunk([2, 99], [2, 3]), hunk([0, 1], [0, 1]), hunk([3, 3], [3, 1])], doc, doc);
    expect(placed).toEqual([{ old: { from: 2, to: 3 }, new: { from: 2, to: 3 } }]);
  });

  it("map positions between the texts", () => {
    const hunks = [{ old: { from: 2, to: 4 }, new: { from: 2, to: 10 } }];
    expect([0, 2, 3, 4, 9].map((at) => across(at, hunks, "old"))).toEqual([0, 2, 6, 10, 15]);
    expect([0, 6, 10, 15].map((at) => across(at, hunks, "new"))).toEqual([0, 3, 4, 9]);
  });
});
