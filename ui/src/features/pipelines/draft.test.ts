import { describe, expect, it } from "vitest";
import type { Fields } from "@/components/input-shape";
import type { StepKindView } from "@/ipc/types";
import {
  added,
  changed,
  lineOf,
  moved,
  placeOf,
  profileIn,
  removed,
  renamed,
  stepsIn,
  textOf,
} from "./draft";

const PROFILE: Fields = {
  profile_id: "mine",
  unknown: 1,
  pre: [
    { id: "a", handler: "require", note: "kept" },
    { id: "b", handler: "situation", depends_on: ["a"] },
    { id: "c", handler: "work_notes", depends_on: ["a", "b"] },
  ],
};
const ids = (profile: Fields) => stepsIn(profile, "pre").map(({ id }) => id);
const kind = (handler: string, writes: StepKindView["writes"] = null): StepKindView => ({
  handler,
  title: { zh: "", en: "" },
  phases: ["pre"],
  may_ask: false,
  params: {},
  writes,
});

describe("the text of a profile", () => {
  it("is printed as the host prints it, unknown fields and all", () => {
    const text = textOf(PROFILE);
    expect(text.startsWith('{\n  "profile_id": "mine",\n  "unknown": 1,\n')).toBe(true);
    expect(text.endsWith("}\n")).toBe(true);
    expect(profileIn(text)).toEqual(PROFILE);
    expect([profileIn("{"), profileIn("[1]"), profileIn("null")]).toEqual([null, null, null]);
  });

  it("says in which line a step is", () => {
    expect(lineOf(textOf(PROFILE), "b")).toBe(11);
    expect(lineOf("", "b")).toBe(1);
  });
});

describe("a change of a field", () => {
  it("leaves all others and their order", () => {
    const next = changed(PROFILE, ["pre", 0, "params", "plan"], ["pov"]);
    expect(stepsIn(next, "pre")[0]).toEqual({
      id: "a",
      handler: "require",
      note: "kept",
      params: { plan: ["pov"] },
    });
    expect(Object.keys(changed(PROFILE, ["profile_id"], "other"))).toEqual(Object.keys(PROFILE));
  });

  it("removes an empty one, and what has nothing else", () => {
    const next = changed(PROFILE, ["pre", 0, "params", "plan"], ["pov"]);
    expect(changed(next, ["pre", 0, "params", "plan"], undefined)).toEqual(PROFILE);
  });

  it("takes a title along in the other language until that has one of its own", () => {
    expect(renamed({ zh: "", en: "" }, "zh", "甲")).toEqual({ zh: "甲", en: "甲" });
    expect(renamed({ zh: "甲", en: "甲" }, "zh", "甲乙")).toEqual({ zh: "甲乙", en: "甲乙" });
    expect(renamed({ zh: "甲", en: "A" }, "en", "B")).toEqual({ zh: "甲", en: "B" });
    expect(renamed({ zh: "甲", en: "甲" }, "zh", "")).toBeUndefined();
  });
});

describe("a step", () => {
  it("is added under an id of its own, with the value that its kind needs", () => {
    const once = added(PROFILE, "settled", kind("comment", { name: "comment" }));
    expect(stepsIn(once, "settled")).toEqual([
      { id: "comment", handler: "comment", writes: { name: "comment" } },
    ]);
    const twice = added(once, "pre", kind("comment"));
    expect(ids(twice)).toEqual(["a", "b", "c", "comment_2"]);
  });

  it("is removed, and no other waits for it", () => {
    const next = removed(PROFILE, { phase: "pre", at: 0 });
    expect(stepsIn(next, "pre").map(({ depends_on }) => depends_on)).toEqual([undefined, ["b"]]);
    const none = [2, 1, 0].reduce((profile, at) => removed(profile, { phase: "pre", at }), PROFILE);
    expect(none).toEqual({ profile_id: "mine", unknown: 1 });
  });

  it("moves inside its phase and no further", () => {
    expect(ids(moved(PROFILE, { phase: "pre", at: 0 }, 1))).toEqual(["b", "a", "c"]);
    expect(ids(moved(PROFILE, { phase: "pre", at: 2 }, -1))).toEqual(["a", "c", "b"]);
    expect(moved(PROFILE, { phase: "pre", at: 2 }, 1)).toBe(PROFILE);
    expect(moved(PROFILE, { phase: "pre", at: 0 }, -1)).toBe(PROFILE);
  });

  it("is found by the pointer of a fault", () => {
    expect(placeOf("/pre/11/params/by")).toEqual({ phase: "pre", at: 11 });
    expect([placeOf("/title"), placeOf(""), placeOf("/pre")]).toEqual([null, null, null]);
  });
});
