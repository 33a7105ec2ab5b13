import { describe, expect, it } from "vitest";
import type { TextFound, TextHit } from "@/ipc/types";
import { fakeBook } from "./fake";
import {
  around,
  countsOf,
  endOf,
  hitsBefore,
  keyOf,
  namesGroups,
  oneLine,
  replacementOf,
  rowsOf,
  toReplace,
} from "./hits";

const { answers } = fakeBook([
  { title: "一", scenes: ["渡口渡口", "渡口"] },
  { title: "二", scenes: ["水"] },
  { title: "三", scenes: ["𠮷渡口"] },
]);
const found = (await answers["manuscript.find"]?.({ pattern: "渡口" })) as TextFound;
const outline = await answers["manuscript.outline"]?.({});
const placeOf = (hit: TextHit | undefined) => (hit === undefined ? "" : `${hit.scene}:${hit.range.start}`);

describe("rows of matches", () => {
  it("are grouped by chapter in reading order; a collapsed chapter hides its own", () => {
    expect(rowsOf(found.hits, new Set()).map(({ key }) => key)).toEqual([
      "chapter:1",
      "1:0:2",
      "1:2:4",
      "2:0:2",
      "chapter:3",
      "4:1:3",
    ]);
    const folded = rowsOf(found.hits, new Set([1]));
    expect(folded.map(({ key }) => key)).toEqual(["chapter:1", "chapter:3", "4:1:3"]);
    expect(folded[0]).toMatchObject({ folded: true, hits: [0, 1, 2] });
    expect(rowsOf([], new Set())).toEqual([]);
  });

  it("are counted by scene and chapter", () => {
    expect(countsOf(found)).toEqual({ total: 4, scenes: 3, chapters: 2, shown: 4 });
    expect(new Set(found.hits.map(keyOf)).size).toBe(4);
  });
});

it("shows as much text before a match as fits: twice as many letters as Han characters", () => {
  const letters = "It was a bright cold day in April, and the clocks were striking thirteen. ";
  expect(endOf(letters, 30)).toBe(`…${letters.slice(-60)}`);
  expect(endOf("渡口".repeat(20), 30)).toBe(`…${"渡口".repeat(15)}`);
  expect(endOf("渡口", 30)).toBe("渡口");
});

it("counts the matches to replace, and their scenes if all are known", () => {
  const first = found.hits[0];
  if (first === undefined) throw new Error("no hit");
  expect(toReplace(found, new Set())).toEqual({ hits: 4, scenes: 3 });
  expect(toReplace(found, new Set([keyOf(first)]))).toEqual({ hits: 3, scenes: 3 });
  expect(toReplace({ ...found, total: 900 }, new Set())).toEqual({ hits: 900, scenes: null });
});

it("counts the matches before a scene, even one without matches", () => {
  if (outline === undefined) throw new Error("no outline");
  expect([1, 2, 3, 4].map((scene) => hitsBefore(outline, found.hits, scene))).toEqual([0, 2, 3, 3]);
  expect(placeOf(found.hits[around(4, 4)])).toBe("1:0");
  expect(placeOf(found.hits[around(-1, 4)])).toBe("4:1");
  expect(around(0, 0)).toBe(-1);
});

it("previews the replacement of a match as far as it is known", () => {
  expect(replacementOf("$0$1", "渡口", false)).toBe("$0$1");
  expect(replacementOf("老$0、$$", "渡口", true)).toBe("老渡口、$");
  expect(replacementOf("$1口", "渡口", true)).toBe("$1口");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a regular expression group
  expect(["码头", "$$1", "$1", "${name}", "五$"].map(namesGroups)).toEqual([false, false, true, true, false]);
});

it("cuts long text and shows line breaks", () => {
  expect(oneLine("渡\n口", 5)).toBe("渡⏎口");
  expect(oneLine("𠮷𠮷𠮷", 2)).toBe("𠮷𠮷…");
  expect(oneLine("一二三", 2, "end")).toBe("…二三");
});
