// @vitest-environment node
import { describe, expect, it } from "vitest";
import { seeded } from "@/editor/testing";
import type { GenerationEvent, JsonValue, ReportStep } from "@/ipc/types";
import { editsOf, generateOf, viewOf } from "./fake-drafting";
import { withoutEvenGaps } from "./gaps";
import { hunksOf } from "./hunks";
import { placeIn } from "./place";
import {
  applyEvent,
  asking,
  ended,
  endingOf,
  interrupted,
  isDecided,
  lettersOf,
  offered,
  type Run,
  softLimit,
  tally,
  withNotes,
  workingStep,
} from "./run";
import { appendLines, readCard, readTitles, withNumberOf } from "./values";

const startedEvent = (generation: number): GenerationEvent => ({
  type: "began",
  generation,
  range: { start: 0, end: 0 },
  target: 100,
  limit: 120,
});
const shown = (generation: number, text: string, counted: number): GenerationEvent => ({
  type: "shown",
  generation,
  text,
  counted,
});
const runAfter = (...events: GenerationEvent[]): Run => events.reduce(applyEvent, asking(generateOf()));

describe("a running act", () => {
  it("collects the text of each candidate", () => {
    const run = runAfter(
      startedEvent(1),
      startedEvent(2),
      shown(2, "乙", 1),
      shown(1, "甲", 1),
      shown(1, "一", 2),
    );
    expect(run.phase).toBe("streaming");
    expect(run.candidates.map(({ text, counted }) => [text, counted])).toEqual([
      ["甲一", 2],
      ["乙", 1],
    ]);
  });

  it("follows the steps of a profile; a step that is tried again keeps its place", () => {
    const began = (step: string): GenerationEvent => ({
      type: "step_began",
      run: 5,
      step,
      title: { zh: step, en: step },
      phase: "pre",
    });
    const over = (step: string, how: "done" | "failed" | "left_out"): GenerationEvent => ({
      type: "step_ended",
      run: 5,
      step,
      how,
      millis: 40,
    });
    const states = (run: Run) => run.steps.map(({ step, state, millis }) => [step, state, millis]);
    const before = runAfter(began("memory"), began("notes"), over("memory", "failed"), began("memory"));
    expect(states(before)).toEqual([
      ["memory", "running", null],
      ["notes", "running", null],
    ]);
    const ready = [over("memory", "done"), over("notes", "left_out")].reduce(applyEvent, before);
    expect(states(ready)).toEqual([
      ["memory", "done", 40],
      ["notes", "left_out", 40],
    ]);
    expect(workingStep(before)?.step).toBe("notes");
    // A step that the text did not wait for is not what the author waits for.
    expect(workingStep(applyEvent(before, startedEvent(1)))).toBeNull();
    expect(workingStep(ready)).toBeNull();
  });

  it("offers what steps made beside what they made it of", () => {
    const views = [
      viewOf({ id: 1, text: "甲" }),
      viewOf({ id: 2, text: "乙" }),
      viewOf({ id: 3, text: "乙改", derived: { of: 2, step: "mend" } }),
      viewOf({ id: 4, text: "乙再改", derived: { of: 3, step: "marks" } }),
      viewOf({ id: 5, text: "丙改", derived: { of: 99, step: "mend" } }),
    ];
    const run = ended(runAfter(startedEvent(1), startedEvent(2)), { generations: views });
    const names = lettersOf(run.candidates).map(({ at, letter }) => `${letter}=${run.candidates[at]?.text}`);
    expect(names).toEqual(["A=甲", "B=乙", "B′=乙改", "B′′=乙再改", "C=丙改"]);
    expect(run.shown).toBe(0);
  });

  it("tells what the steps noted about each candidate", () => {
    const views = [
      viewOf({ id: 1, text: "甲" }),
      viewOf({ id: 2, text: "甲改", derived: { of: 1, step: "mend" } }),
    ];
    const step = (id: string, notes: JsonValue, phase: ReportStep["phase"] = "post"): ReportStep => ({
      step: id,
      title: { zh: id, en: id },
      phase,
      handler: id,
      status: "completed",
      attempt: 1,
      millis: 12,
      model: null,
      cost: null,
      requests: [],
      effects: [],
      notes,
      detail: null,
    });
    const run = withNotes(ended(runAfter(), { generations: views }), [
      step("main", {}, "main"),
      step("check", { weight: 6, candidates: [{ generation: 1, found: 3, weight: 6 }] }),
      step("mend", { candidates: [{ generation: 1, mended: 2 }], derived: [2] }),
    ]);
    expect(run.candidates.map(({ found, mended }) => [found, mended])).toEqual([
      [3, null],
      [null, 2],
    ]);
    expect(run.steps.map((one) => one.step)).toEqual(["check", "mend"]);
  });

  it("offers the cleaner first, and says by which rules", () => {
    const views = [
      viewOf({ id: 1, text: "甲" }),
      viewOf({ id: 2, text: "乙" }),
      viewOf({ id: 3, text: "丙" }),
    ];
    const step = (notes: JsonValue) => ({ step: "x", title: { zh: "", en: "" }, phase: "post", notes });
    const rules = { pov_drift: 1, age_arithmetic: 2 };
    const ranked = withNotes(ended(runAfter(), { generations: views }), [
      step({
        candidates: [
          { generation: 1, found: 3, rules },
          { generation: 2, found: 0, rules: {} },
        ],
      }),
      step({ order: [2, 3, 1].map((generation) => ({ generation, found: generation })) }),
    ] as ReportStep[]);
    expect(offered(ranked.candidates).map(({ letter }) => letter)).toEqual(["B", "C", "A"]);
    expect(ranked.candidates.map(({ found }) => found)).toEqual([3, 0, 3]);
    expect(ranked.candidates[0]?.rules).toEqual(["age_arithmetic", "pov_drift"]);
    // Without a ranking they stay in the order in which they began.
    const plain = ended(runAfter(), { generations: views });
    expect(offered(plain.candidates).map(({ letter }) => letter)).toEqual(["A", "B", "C"]);
  });

  it("reports its state until text arrives", () => {
    const waiting = runAfter(startedEvent(1), { type: "waiting", generation: 1, millis: 1500 });
    expect(waiting.candidates[0]?.notice).toEqual({ kind: "waiting", millis: 1500 });
    expect(applyEvent(waiting, shown(1, "字", 1)).candidates[0]?.notice).toBeNull();
    const back = runAfter(
      startedEvent(1),
      { type: "fell_back", generation: 1, from: "a", to: "b", reason: "" },
      { type: "trying", generation: 1, provider: "b", model: "m", attempt: 1 },
    );
    expect(back.candidates[0]).toMatchObject({
      notice: { kind: "fell_back", from: "a", to: "b" },
      provider: "b",
      model: "m",
    });
  });

  it("ends with the stored texts, and shows one that is not empty", () => {
    const run = ended(runAfter(startedEvent(1), startedEvent(2), shown(2, "乙", 1)), {
      generations: [
        viewOf({ id: 1, status: "failed", trouble: { kind: "key", message: "401" }, gate: null }),
        viewOf({ id: 2, text: "乙。", status: "complete" }),
      ],
    });
    expect(run.phase).toBe("ready");
    expect(run.shown).toBe(1);
    expect(run.candidates[1]).toMatchObject({
      text: "乙。",
      target: 100,
      limit: 120,
      outcome: "within_target",
    });
    expect(run.candidates[0]?.trouble?.kind).toBe("key");
  });

  it("keeps received text if the ending is unknown", () => {
    const lost = { code: "internal", message: "", hint: "", details: null } as const;
    const run = interrupted(runAfter(startedEvent(1), shown(1, "半句", 2)), lost);
    expect(run.candidates[0]).toMatchObject({ text: "半句", status: "incomplete" });
  });

  it("has a word for each ending", () => {
    const end = (change: Parameters<typeof viewOf>[0]) => {
      const [candidate] = ended(runAfter(startedEvent(1)), {
        generations: [viewOf({ id: 1, text: "字", ...change })],
      }).candidates;
      return candidate && endingOf(candidate);
    };
    const gate = { target: 100, counted: 90, outcome: "short", rounds: 3, closing: "" };
    expect(end({})).toBe("complete");
    expect(end({ gate })).toBe("short");
    expect(end({ gate: { ...gate, outcome: "soft_exceeded" } })).toBe("soft_exceeded");
    expect(end({ gate: { ...gate, outcome: "cut" } })).toBe("cut");
    expect(end({ status: "stopped", gate })).toBe("stopped");
    expect(end({ text: "", gate })).toBe("empty");
    const cut = applyEvent(runAfter(startedEvent(1)), {
      type: "cut",
      generation: 1,
      reason: "hard_limit_clause",
      overflow: 12,
    });
    expect(cut.candidates[0]).toMatchObject({ cut: "hard_limit_clause", overflow: 12 });
  });

  it("ends when all is decided, unless another candidate may be wanted", () => {
    const one: Run = { ...runAfter(startedEvent(1), shown(1, "甲", 1)), phase: "ready" };
    const two: Run = {
      ...runAfter(startedEvent(1), startedEvent(2), shown(1, "甲", 1), shown(2, "乙", 1)),
      phase: "ready",
    };
    expect(isDecided({ ...one, decisions: ["accepted", "open"] })).toBe(false);
    expect(isDecided({ ...one, decisions: ["accepted", "rejected"] })).toBe(true);
    expect(isDecided({ ...one, decisions: ["rejected"] })).toBe(true);
    expect(isDecided({ ...two, decisions: ["rejected"] })).toBe(false);
    expect(isDecided({ ...two, decisions: ["accepted"] })).toBe(true);
    expect(isDecided({ ...one, decisions: [] })).toBe(false);
    expect(tally(["open", "accepted", "open"])).toEqual({ open: 2, accepted: 1, rejected: 0 });
    expect(softLimit(805)).toBe(885);
  });
});

describe("changes for the editor", () => {
  it("applying them yields the proposed text", () => {
    const random = seeded(5);
    const signs = ["山", "𠮷", "👩", "a", "\n", "。"];
    const some = () => Array.from({ length: random.int(12) }, () => random.pick(signs)).join("");
    for (let turn = 0; turn < 2000; turn += 1) {
      const [old, next] = [some(), some()];
      const hunks = hunksOf(old, next, editsOf(old, next).edits);
      let [text, shift] = [old, 0];
      for (const { from, to, insert } of hunks) {
        text = text.slice(0, from + shift) + insert + text.slice(to + shift);
        shift += insert.length - (to - from);
      }
      expect(text).toBe(next);
    }
  });
});

describe("the place of a stored text", () => {
  const base = "雨下了一夜。𠮷船夫没有来。";
  it("is unchanged in the same text", () => {
    expect(placeIn(base, { start: 6, end: 9 }, base, 0)).toEqual({ from: 6, to: 10 });
  });
  it("is found by the text it would replace, or by the text before it", () => {
    expect(placeIn(base, { start: 6, end: 9 }, `前言。${base}`, 0)).toEqual({ from: 9, to: 13 });
    expect(placeIn(base, { start: 6, end: 6 }, `前言。${base}`, 0)).toEqual({ from: 9, to: 9 });
  });
  it("is behind what was written there since", () => {
    const at = (text: string) => ({ from: text.indexOf("|"), to: text.indexOf("|") });
    const place = (text: string, now: string) => {
      const start = [...text.slice(0, text.indexOf("|"))].length;
      expect(placeIn(text.replace("|", ""), { start, end: start }, now.replace("|", ""), 0)).toEqual(at(now));
    };
    place("第一段。D.|", "第一段。D. mid post|");
    place("第一段。|\n第二段。", "第一段。又写。|\n第二段。");
    place("第一段。|\n第二段。", "第一段。又写。\n再写。|\n第二段。");
    place("第一段。|\n第二段。", "第一段。又写。|\n改过的第二段。");
    place("他说|，走吧。", "他说了|，走吧。");
    place("|", "写了。|");
    place("|原文。", "写了。|原文。");
  });
  it("falls back to the given place if it cannot be determined", () => {
    expect(placeIn(base, { start: 6, end: 9 }, "全改了", 3)).toEqual({ from: 3, to: 3 });
    expect(placeIn("好。好。", { start: 0, end: 2 }, "好。好。好。", 2)).toEqual({ from: 2, to: 2 });
  });
});

describe("values", () => {
  it("a malformed card or title list is rejected", () => {
    const card = {
      goal: "过河",
      conflict: "无船",
      turning_point: "有人来",
      beats: ["等"],
      ending_hook: "灯灭",
    };
    expect(readCard(JSON.stringify(card))).toEqual(card);
    expect(readCard(JSON.stringify({ ...card, beats: "等" }))).toBeNull();
    expect(readCard("{")).toBeNull();
    expect(readTitles('{"candidates":[{"title":" 夜渡 ","reason":"雨"},{"title":""},null]}')).toEqual({
      candidates: [{ title: "夜渡", reason: "雨" }],
    });
    expect(readTitles("[]")).toBeNull();
  });

  it("a title follows the chapter's number", () => {
    expect(withNumberOf("第三章 渡口", "夜雨")).toBe("第三章 夜雨");
    expect(withNumberOf("第12章　渡口", "夜雨")).toBe("第12章　夜雨");
    expect(withNumberOf("第三章", "夜雨")).toBe("第三章 夜雨");
    expect(withNumberOf("Chapter 3: The ferry", "Rain")).toBe("Chapter 3: Rain");
    expect(withNumberOf("渡口", "夜雨")).toBe("夜雨");
  });

  it("lines are appended below a synopsis", () => {
    expect(appendLines("雨夜。\n", ["目标：过河"])).toBe("雨夜。\n目标：过河");
    expect(appendLines("", ["目标：过河"])).toBe("目标：过河");
  });
});

describe("a model's empty lines between all paragraphs", () => {
  const text = "雨停了。\n\n他走了。\n \n灯灭了。\n";
  it("go where the author's text has none", () => {
    expect(withoutEvenGaps(text, "第一段。\n第二段。")).toBe("雨停了。\n他走了。\n灯灭了。\n");
    expect(withoutEvenGaps(text, "")).toBe("雨停了。\n他走了。\n灯灭了。\n");
  });
  it("stay where the author's text has them too, or only some paragraphs", () => {
    expect(withoutEvenGaps(text, "第一段。\n\n第二段。")).toBe(text);
    const some = "雨停了。\n他走了。\n\n灯灭了。";
    expect(withoutEvenGaps(some, "")).toBe(some);
    expect(withoutEvenGaps("雨停了。\n", "")).toBe("雨停了。\n");
  });
});
