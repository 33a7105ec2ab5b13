import { describe, expect, it } from "vitest";
import { placesOf, refusedMerge } from "./conflicts";
import { headOf, lastBefore, listVersions } from "./entries";
import { history } from "./sample";
import { older, requestOf } from "./sides";

const all = history(Date.UTC(2026, 10, 21, 6), "修订前");

describe("the list of versions", () => {
  it("starts with the newest and shows the change from each parent", () => {
    const listed = listVersions(all, "all", "standard");
    expect(listed.map(({ version }) => version.version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(listed.map(({ change }) => change)).toEqual([44, -40, -42, 878, 0, 128, null]);
  });

  it("says what created each", () => {
    const sources = listVersions(all, "all", "standard").map((one) => one.made);
    expect(sources).toEqual(["explicit", "restore", "explicit", "automatic", "branch", "explicit", "import"]);
    const merged = all.versions.map((version) =>
      version.version === 7 ? { ...version, merged: 5 } : version,
    );
    expect(listVersions({ ...all, versions: merged }, "all", "standard")[0]?.made).toBe("merge");
    const counts = { standard: 0, word: 0, han: 0, all: 0 };
    const created = all.versions.map((version) =>
      version.version === 1 ? { ...version, created_by: "user" as const, counts } : version,
    );
    expect(listVersions({ ...all, versions: created }, "all", "standard").at(-1)?.made).toBe("created");
  });

  it("a line includes the versions it came from", () => {
    const numbers = (branch: number) =>
      listVersions(all, branch, "standard").map(({ version }) => version.version);
    expect(numbers(0)).toEqual([7, 6, 4, 2, 1]);
    expect(numbers(1)).toEqual([5, 3, 2, 1]);
    expect(numbers(9)).toEqual([]);
    expect(headOf(all, 1)?.version).toBe(5);
  });

  it("a draft is compared with its base, saved text with the previous version", () => {
    expect(lastBefore(all, false, 7)).toBe(7);
    expect(lastBefore(all, true, 7)).toBe(6);
    expect(lastBefore(all, true, 1)).toBeNull();
  });
});

describe("sides", () => {
  it("the working text may be on either side", () => {
    expect(requestOf(1, { left: 2, right: null })).toEqual({
      request: { scene: 1, from: 2, to: null },
      flip: false,
    });
    expect(requestOf(1, { left: null, right: 2 })).toEqual({
      request: { scene: 1, from: 2, to: null },
      flip: true,
    });
    expect(requestOf(1, { left: 5, right: 2 }).request).toEqual({ scene: 1, from: 5, to: 2 });
  });

  it("equal sides request nothing", () => {
    expect(requestOf(1, { left: 3, right: 3 }).request).toBeNull();
    expect(requestOf(1, { left: null, right: null }).request).toBeNull();
  });

  it("the working text is never the older one", () => {
    expect(older({ left: null, right: 2 })).toBe(2);
    expect(older({ left: 5, right: 2 })).toBe(2);
    expect(older({ left: null, right: null })).toBeNull();
  });
});

describe("merge conflicts", () => {
  it("have the text of both lines, with offsets in characters", () => {
    const conflicts = [{ base: range(0, 0), ours: range(4, 6), theirs: range(4, 7), merged: range(0, 0) }];
    expect(placesOf(conflicts, "𠮷他说：不渡。\n雨", "𠮷他说：上来吧。\n雨")).toEqual([
      { before: "𠮷他说：", main: "不渡", branch: "上来吧", after: "。" },
    ]);
  });

  it("malformed details are no conflict", () => {
    expect(refusedMerge(null)).toBeNull();
    expect(refusedMerge({ main: 1 })).toBeNull();
    expect(refusedMerge({ main: 1, branch: 2, conflicts: [] })).toEqual({
      main: 1,
      branch: 2,
      conflicts: [],
    });
  });
});

function range(start: number, end: number) {
  return { start, end };
}
