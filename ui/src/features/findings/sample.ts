// Findings for stories and tests.
import type { FakeAnswers } from "@/ipc/fake-host";
import type { Answer } from "@/ipc/host";
import type { FindingView, OutlineView, Rule, SceneView } from "@/ipc/types";
import type { Evidence } from "./acts";

export type Say = (zh: string, en: string) => string;

const MOMENT = Date.UTC(2026, 10, 22, 9, 20);
const NO_COUNTS = { standard: 0, word: 0, han: 0, all: 0 };

const scene = (id: number): SceneView =>
  ({ id, title: "", version: 1, counts: NO_COUNTS }) as unknown as SceneView;

/** A book of two chapters with three scenes. */
export function sampleOutline(say: Say): OutlineView {
  const chapter = (id: number, title: string, scenes: SceneView[]) => ({
    id,
    title,
    scenes,
    counts: NO_COUNTS,
    target: null,
  });
  const volumes = [
    {
      id: 1,
      title: "",
      chapters: [
        chapter(1, say("第一章　渡口", "Chapter One: The Ferry"), [scene(1)]),
        chapter(2, say("第二章　对岸的灯", "Chapter Two: The Lamp Across"), [scene(2), scene(3)]),
      ],
    },
  ];
  return { volumes } as unknown as OutlineView;
}

export function evidence(at: number, start: number, quote: string, change: Partial<Evidence> = {}): Evidence {
  const range = { start, end: start + [...quote].length };
  return {
    scene: at,
    chapter: at === 1 ? 1 : 2,
    chapter_title: at === 1 ? "第一章　渡口" : "第二章　对岸的灯",
    version: 1,
    range,
    quote,
    standing: range,
    method: null,
    placement: 1,
    before: "",
    after: "",
    ...change,
  };
}

export function finding(id: number, rule: Rule, change: Partial<FindingView> = {}): FindingView {
  return {
    id,
    rule,
    kind: "style",
    severity: "medium",
    evidence: [evidence(2, id * 10, "灯灭了。")],
    against: null,
    expected: "",
    found: "",
    replacement: null,
    confidence: 0.94,
    found_by: { by: "rule" },
    state: "open",
    waiver: null,
    ...change,
  };
}

/** Findings of every severity, one of them waived. */
export function sampleFindings(say: Say): FindingView[] {
  const first = say("第一章　渡口", "Chapter One: The Ferry");
  const second = say("第二章　对岸的灯", "Chapter Two: The Lamp Across");
  const at = (scene: number, start: number, quote: string, change: Partial<Evidence> = {}) =>
    evidence(scene, start, quote, { chapter_title: scene === 1 ? first : second, ...change });
  return [
    finding(1, "absent_acts", {
      kind: "character",
      severity: "critical",
      found: say("沈惊蛰", "Shen Jingzhe"),
      expected: say("死于沉船", "died with the ferry"),
      evidence: [
        at(2, 12, say("沈惊蛰提着风灯从船头跳下来。", "Shen Jingzhe jumped from the bow with a storm lamp.")),
        at(
          1,
          80,
          say("那年冬天船沉了，沈惊蛰没有上来。", "The ferry sank that winter; Shen did not come up."),
        ),
      ],
      against: { kind: "entity", id: 4, title: say("沈惊蛰", "Shen Jingzhe") },
    }),
    finding(2, "name_drift", {
      kind: "character",
      severity: "high",
      expected: say("青石渡", "Bluestone Ferry"),
      found: say("青石度", "Bluestone Fery"),
      replacement: say("青石渡", "Bluestone Ferry"),
      evidence: [at(2, 40, say("青石度", "Bluestone Fery"))],
      against: { kind: "lore", id: 2, title: say("青石渡", "Bluestone Ferry") },
    }),
    finding(3, "punctuation", {
      severity: "low",
      found: "“",
      evidence: [
        at(3, 5, "“", {
          before: say("…老周把马灯挂回去，说：", "…Zhou hung the lamp back and said: "),
          after: say("夜里不渡人，这是规矩。", "No crossing at night."),
        }),
      ],
    }),
    finding(4, "repetition", {
      found: say("像是被水泡过", "as if soaked in water"),
      evidence: [
        at(2, 120, say("信纸像是被水泡过。", "The letter looked as if soaked in water.")),
        at(2, 90, say("灯光像是被水泡过。", "The light looked as if soaked in water."), { standing: null }),
      ],
    }),
    finding(5, "model_setting", {
      kind: "world",
      severity: "high",
      expected: say("渡口只有一条石阶", "one flight of steps"),
      found: say("两条石阶", "two flights of steps"),
      found_by: { by: "model", model: "yehang-7b" },
      confidence: 0.78,
      evidence: [at(1, 30, say("他从两条石阶中挑了远的那条。", "Of the two flights he took the far one."))],
      against: { kind: "bible", id: 3, title: say("世界规则", "World rules") },
    }),
    finding(6, "openings", {
      severity: "low",
      found: say("他", "He"),
      state: "waived",
      waiver: {
        id: 1,
        scope: "intended",
        reason: say("这一段故意用短句开头。", "Short openings are meant here."),
        at: MOMENT,
      },
      evidence: [at(2, 200, say("他站着。他不说话。他等灯灭。", "He stood. He said nothing. He waited."))],
    }),
  ];
}

/** The measurements of a rule. */
const measured = (precision: number, recall: number, alarms_per_10k: number) => ({
  planted: 240,
  precision,
  recall,
  alarms_per_10k,
  characters: 1_280_000,
});

export function sampleRules(): Answer<"check.rules"> {
  const of = (
    rule: Rule,
    on: boolean,
    figures: ReturnType<typeof measured> | null,
    change: Partial<Answer<"check.rules">["rules"][number]> = {},
  ) => ({ rule, on, default_on: on, needs_model: false, measured: figures, accepts: null, ...change });
  return {
    rules: [
      of("timeline_order", true, measured(0.97, 0.82, 0.02)),
      of("absent_acts", true, measured(0.95, 0.88, 0.04)),
      of("name_drift", true, measured(0.991, 0.93, 0.01)),
      of("pov_drift", false, measured(0.84, 0.71, 0.3)),
      of("repetition", true, measured(0.92, 0.9, 0.09), { default_on: false }),
      of("punctuation", true, measured(1, 0.998, 0)),
      of("doubled", true, measured(0.975, 0.6, 0.01), { accepts: false }),
      of("length", true, null),
      of("model_setting", false, null, { needs_model: true }),
    ],
  };
}

/** A host that stores waivers; its answers can be overridden. */
export function fakeFindings(say: Say, more: FakeAnswers = {}): FakeAnswers {
  let now = sampleFindings(say);
  const change = (id: number, to: Partial<FindingView>) => {
    now = now.map((one) => (one.id === id ? { ...one, ...to } : one));
    return { count: 1 };
  };
  return {
    "manuscript.outline": () => sampleOutline(say),
    "check.list": ({ scene, chapter, waived }) => ({
      findings: now.filter(({ evidence: [first], state }) => {
        if (state === "waived" && waived !== true) return false;
        if (scene !== undefined) return first?.scene === scene;
        return chapter === undefined || first?.chapter === chapter;
      }),
      checked_at: MOMENT,
    }),
    "check.run": () => ({
      found: 5,
      new: 2,
      gone: 1,
      rules: [],
      unreadable: [],
      findings: now,
    }),
    "check.waive": ({ finding: id, scope, reason = "" }) =>
      change(id, { state: "waived", waiver: { id: 9, scope, reason, at: MOMENT } }),
    "check.unwaive": ({ finding: id }) => change(id, { state: "open", waiver: null }),
    "check.rules": sampleRules,
    "check.set_rule": sampleRules,
    "check.set_accepting": sampleRules,
    ...more,
  };
}
