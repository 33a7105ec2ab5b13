import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { rangeOf, withPieces } from "./align";
import { standingOf } from "./runs";
import { estimate, MODEL, sampleIssues, scene, session } from "./sample";
import {
  actorWords,
  countsOf,
  countWords,
  maxTokens,
  priceLines,
  reasonWords,
  refusalWords,
  roundWords,
  sceneName,
  sessionName,
  spentWords,
  weightWords,
} from "./say";

const say = (zh: string) => zh;
const t = () => i18next.getFixedT("zh", "mending");
const en = () => i18next.getFixedT("en", "mending");

beforeAll(() => startI18n("zh"));

describe("the price", () => {
  it("names what is done by rules, by a model, and what is left", () => {
    expect(priceLines(t(), estimate(), "zh")).toEqual([
      "12 处问题，在 3 个场景里",
      "5 处按规则给出的写法改",
      "5 处请 yehang-7b 改：第一轮约 4 次，1.1万 token",
      "第一轮约 ¥0.02；做满 3 轮，至多 3.2万 token，约 ¥0.06",
      "2 处留给你：没有能改的办法，或者要先问过你",
    ]);
    expect(maxTokens(estimate())).toBe(32_400);
  });

  it("of one round names no limit; of rules alone it is nothing", () => {
    const one = estimate({ issues: 1, replacements: 0, deferred: 0, scenes: 1, requests: 1, max_rounds: 1 });
    expect(priceLines(en(), one, "en").at(-1)).toBe("Cost: about CN¥0.02");
    expect(priceLines(en(), { ...one, cost: null }, "en").at(-1)).toBe("Cost: unknown price");
    const rules = estimate({ issues: 5, deferred: 0, model: null, requests: 0, cost: null });
    expect(priceLines(t(), rules, "zh").at(-1)).toBe("不用模型，不花钱。");
  });

  it("without requests names no model", () => {
    const left = estimate({ issues: 2, replacements: 0, deferred: 2, requests: 0, model: MODEL });
    expect(priceLines(t(), left, "zh")).toEqual([
      "2 处问题，在 3 个场景里",
      "2 处留给你：没有能改的办法，或者要先问过你",
    ]);
  });
});

describe("a mending in words", () => {
  it("is named after what it works on", () => {
    expect(sessionName(t(), session(1, say))).toBe("修订“第二章　对岸的灯”");
    expect(sessionName(t(), session(1, say, { scope: "book", title: "" }))).toBe("修订全书");
    expect(sessionName(t(), { scope: "scene", title: "" }, "第三章")).toBe("修订场景“第三章”");
    expect(sessionName(t(), { scope: "scene", title: "" })).toBe("修订一场");
    // A mark alone is no name.
    expect(sessionName(t(), session(1, say, { scope: "finding", title: "," }))).toBe("修订一处");
    expect(sessionName(en(), session(1, say, { scope: "finding", title: "x".repeat(20) }))).toBe(
      `Mending “${"x".repeat(16)}…”`,
    );
    expect(sceneName(t(), scene(2, say))).toBe("第二章　对岸的灯 · 江心");
    expect(sceneName(t(), { chapter_title: "", title: "" })).toBe("未命名");
  });

  it("counts its issues and names the reasons once", () => {
    const issues = sampleIssues(say);
    expect(countWords(t(), countsOf(issues))).toBe("改好 2 · 部分 1 · 没改 1 · 未改 1");
    const [, , deferred] = issues;
    const left = deferred === undefined ? [] : [deferred, deferred];
    expect(reasonWords(t(), left)).toBe("要先问过你");
    expect(countWords(t(), countsOf(left), reasonWords(t(), left))).toBe("没改 2（要先问过你）");
  });

  it("has rounds, a weight and a cost", () => {
    expect(roundWords(t(), session(1, say, { round: 1 }), true)).toBe("第 2 / 3 轮");
    expect(roundWords(t(), session(1, say, { round: 3 }), true)).toBe("第 3 / 3 轮");
    expect(roundWords(en(), session(1, say, { round: 1 }), false)).toBe("1 round");
    expect(roundWords(t(), session(1, say, { round: 0 }), false)).toBe("");
    expect(weightWords(scene(2, say))).toBe("24 → 9 → 3.4");
    expect(spentWords(t(), session(1, say).spent, "zh")).toBe("请模型 6 次，1.6万 token · ¥0.06");
    const free = { ...session(1, say).spent, calls: 0 };
    expect(spentWords(t(), free, "zh")).toBe("没有用模型");
    // The backend leaves out what is unknown.
    const { cost: _, unpriced_calls: __, ...bare } = session(1, say).spent;
    expect(spentWords(t(), bare as typeof free, "zh")).toBe("请模型 6 次，1.6万 token");
  });

  it("says why the fence refused and who did it", () => {
    expect(refusalWords(t(), { reason: "deletes_too_much", deleted: 40, job: 90 })).toBe(
      "删了 40 字，这一处只有 90 字。",
    );
    expect(refusalWords(en(), { reason: "loses_name", name: "Shen" })).toBe("It lost the name “Shen”.");
    expect(
      ["author", "cli", "rule:name_drift", "model:qwen3:8b"].map((actor) => actorWords(t(), actor)),
    ).toEqual(["作者", "命令行", "规则“名字写错”", "模型 qwen3:8b"]);
  });

  it("is at work only while its run is", () => {
    const active = session(1, say, { status: "active", run: 4 });
    expect(standingOf(active, new Set([4]))).toBe("working");
    expect(standingOf(active, new Set())).toBe("stopped");
    // Unknown is no reason to offer to resume it.
    expect(standingOf(active, undefined)).toBe("working");
    expect(standingOf(session(1, say), new Set([41]))).toBe("waiting");
  });
});

describe("the place of an issue", () => {
  it("is found in the text with all changes", () => {
    const text = "𠮷他在青石度。青石度的灯。";
    const edits = (start: number) => [
      { range: { start, end: start + 3 }, old: "青石度", new: "青石渡口", before: "", after: "" },
    ];
    const mended = withPieces(text, [
      { edits: edits(3), is_conflict: false },
      { edits: edits(7), is_conflict: false },
      { edits: edits(0), is_conflict: true },
    ]);
    expect(mended).toBe("𠮷他在青石渡口。青石渡口的灯。");
    expect(rangeOf(mended, "青石渡口", 9)).toEqual({ start: 8, end: 12 });
    expect(rangeOf(mended, "青石度", 0)).toBeNull();
  });
});
