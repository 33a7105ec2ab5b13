import { describe, expect, it } from "vitest";
import { type KnownName, NameIndex } from "./name-index";
import { seeded } from "./testing";

const index = (...names: string[]) => new NameIndex(names.map((name) => ({ name, owner: name })));
const found = (line: string, ...names: string[]) =>
  index(...names)
    .hits(line)
    .map(({ name }) => name);

describe("names in a line", () => {
  it("prefers the longest name, and continues after it", () => {
    expect(found("贾宝玉见宝玉", "宝玉", "贾宝玉")).toEqual(["贾宝玉", "宝玉"]);
    expect(found("林黛玉林", "林", "林黛玉", "黛玉林")).toEqual(["林黛玉", "林"]);
  });

  it.each([
    ["Elizabeth's book", ["Eliza", "Elizabeth"], ["Elizabeth"]],
    ["Elizabethan", ["Eliza", "Elizabeth"], []],
    ["用Alice的书", ["Alice"], ["Alice"]],
    ["Malice, Alice", ["Alice"], ["Alice"]],
    ["阿Q说", ["阿Q"], ["阿Q"]],
    ["阿QQ说", ["阿Q"], []],
    ["那阿Q说", ["阿Q"], ["阿Q"]],
    ["X博士们", ["X博士"], ["X博士"]],
    ["AX博士", ["X博士"], []],
    ["Ann Lee Ann", ["Ann Lee", "Ann"], ["Ann Lee", "Ann"]],
    ["Ann Leeds", ["Ann Lee", "Ann"], ["Ann"]],
    ["007号 1007", ["007"], ["007"]],
    ["Иванов Иванова", ["Иванов"], ["Иванов"]],
    ["José́ José", ["José"], ["José"]],
    ["Anna² said", ["Anna"], ["Anna"]],
    ["𠮷田𠮷", ["𠮷田", "𠮷"], ["𠮷田", "𠮷"]],
    ["도윤은 웃었다", ["도윤"], ["도윤"]],
    ["bob Bob", ["Bob"], ["Bob"]],
  ] satisfies [string, string[], string[]][])("%s", (line, names, expected) => {
    expect(found(line, ...names)).toEqual(expected);
  });

  it("merges owners; ignores surrounding white space and empty names", () => {
    const shared = new NameIndex([
      { name: " 老师 ", owner: "a" },
      { name: "老师", owner: "b" },
      { name: "老师", owner: "a" },
      { name: "  ", owner: "c" },
    ]);
    expect(shared.hits("老师好")).toEqual([{ from: 0, to: 2, name: "老师", owners: ["a", "b"] }]);
    expect(new NameIndex([{ name: " ", owner: "c" }]).empty).toBe(true);
  });

  it("matches a naive search", () => {
    const random = seeded(3);
    const letters = ["宝", "玉", "林", "𠮷", "a", "b", "A", "é", "1", " ", "，", "の"];
    const word = (most: number) =>
      Array.from({ length: 1 + random.int(most) }, () => random.pick(letters)).join("");
    for (let round = 0; round < 400; round += 1) {
      const names = Array.from({ length: 1 + random.int(20) }, () => word(4));
      const line = word(60);
      expect(
        index(...names)
          .hits(line)
          .map(({ from, name }) => [from, name]),
      ).toEqual(plain(line, names));
    }
  });
});

/** Tries all names at each position, char by char. */
function plain(line: string, names: readonly string[]): [number, string][] {
  const spaced = /^[ab1Aé]$/;
  const chars = [...line];
  const known = [...new Set(names.map((name) => name.trim()).filter(Boolean))].sort(
    (a, b) => b.length - a.length,
  );
  const hits: [number, string][] = [];
  for (let at = 0, units = 0; at < chars.length; ) {
    const name = known.find((one) => {
      const own = [...one];
      const end = at + own.length;
      if (chars.slice(at, end).join("") !== one) return false;
      if (spaced.test(own[0] ?? "") && spaced.test(chars[at - 1] ?? "")) return false;
      return !(spaced.test(own.at(-1) ?? "") && spaced.test(chars[end] ?? ""));
    });
    if (name) hits.push([units, name]);
    const step = name ? [...name].length : 1;
    units += chars.slice(at, at + step).join("").length;
    at += step;
  }
  return hits;
}

it("indexes twenty thousand names fast and scans cheaply", () => {
  const random = seeded(8);
  const han = (length: number) =>
    Array.from({ length }, () => String.fromCodePoint(0x4e00 + random.int(3000))).join("");
  const names: KnownName[] = Array.from({ length: 20_000 }, (_, at) => ({
    name: at % 4 === 0 ? `Name ${at}` : han(2 + random.int(3)),
    owner: String(at % 5000),
  }));
  const made = performance.now();
  const many = new NameIndex(names);
  const built = performance.now() - made;
  const page = Array.from({ length: 60 }, () => `${han(40)}Name 4000，${han(40)}`);
  const began = performance.now();
  for (let round = 0; round < 20; round += 1) for (const line of page) many.hits(line);
  const scan = (performance.now() - began) / 20;
  // Far above the usual time, so that a busy machine does not fail.
  expect(built).toBeLessThan(1000);
  expect(scan).toBeLessThan(16);
});
