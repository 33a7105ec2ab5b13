import { describe, expect, it } from "vitest";
import { changed } from "./changed-length";

/** Two texts, with the ranges in brackets as hunks. */
function compared(before: string, after: string) {
  const marks = (text: string) => {
    const ranges: { start: number; end: number }[] = [];
    let plain = 0;
    for (const char of text) {
      if (char === "[") ranges.push({ start: plain, end: plain });
      else if (char === "]") Object.assign(ranges.at(-1) ?? {}, { end: plain });
      else plain += 1;
    }
    return ranges;
  };
  const old = marks(before);
  const hunks = marks(after).map((range, at) => ({ old: old[at] ?? range, new: range }));
  const plain = (text: string) => text.replaceAll(/[[\]]/g, "");
  return { before: plain(before), after: plain(after), hunks };
}

describe("changed length", () => {
  it("counts characters as they are", () => {
    const texts = compared("水[急]。船[]走", "水[静]。船[慢慢]走");
    expect(changed(texts, "characters")).toEqual({ removed: "急", added: "静\n慢慢" });
  });

  it("counts whole changed words", () => {
    expect(changed(compared("He r[a]n.", "He r[u]n."), "words")).toEqual({ removed: "ran", added: "run" });
    expect(changed(compared("two word[] on", "two word[s] on"), "words")).toEqual({
      removed: "",
      added: "words",
    });
    expect(changed(compared("a b[]ed", "a b[r]ed"), "words")).toEqual({ removed: "bed", added: "bred" });
    expect(changed(compared("𠮷 [one two] end", "𠮷 [three] end"), "words")).toEqual({
      removed: "one two",
      added: "three",
    });
    expect(changed(compared("c[a]n[o]t", "c[e]n[i]t"), "words")).toEqual({
      removed: "canot",
      added: "cenit",
    });
  });
});
