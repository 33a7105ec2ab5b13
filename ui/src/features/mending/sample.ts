// Mendings for stories and tests.
import type { FakeAnswers } from "@/ipc/fake-host";
import type {
  AskedModel,
  MendEstimate,
  MendedSceneView,
  MendFixView,
  MendIssueView,
  MendingDetail,
  MendingView,
  MendPieceView,
  MendProposal,
  MendTools,
  OutlineView,
  ProposalStatus,
  RunSummary,
  SceneView,
  SettingProposal,
} from "@/ipc/types";
import { USUAL } from "./policy";
import { countsOf } from "./say";
import { KINDS } from "./tool-chain";

export type Say = (zh: string, en: string) => string;

const MOMENT = Date.UTC(2026, 10, 22, 9, 20);
const NO_COUNTS = { standard: 0, word: 0, han: 0, all: 0 };

export const MODEL: AskedModel = {
  provider: "kimi",
  provider_name: "Kimi",
  model: "yehang-7b",
  origin: "https://api.example.com",
  consented: true,
  unasked: 0,
};

/** A book of one chapter with two scenes. */
export function sampleOutline(say: Say): OutlineView {
  const scene = (id: number): SceneView =>
    ({ id, title: "", version: 1, counts: NO_COUNTS }) as unknown as SceneView;
  const chapter = {
    id: 2,
    title: say("第二章　对岸的灯", "Chapter Two: The Lamp Across"),
    scenes: [scene(2), scene(3)],
    counts: NO_COUNTS,
    target: null,
  };
  return { volumes: [{ id: 1, title: "", chapters: [chapter] }] } as unknown as OutlineView;
}

export function estimate(change: Partial<MendEstimate> = {}): MendEstimate {
  return {
    issues: 12,
    replacements: 5,
    proposals: 0,
    deferred: 2,
    scenes: 3,
    claimed: [],
    model: MODEL,
    requests: 4,
    prompt: 9_600,
    answer: 1_200,
    cost: { currency: "CNY", micros: 20_000 },
    max_rounds: 3,
    ...change,
  };
}

export function fix(change: Partial<MendFixView> = {}): MendFixView {
  return {
    attempt: 1,
    round: 1,
    tool: "replace",
    generation: null,
    applied: "applied",
    verification: "passed",
    words: "青石渡",
    refusal: null,
    verdict: null,
    score: 0,
    qc: null,
    ...change,
  };
}

export function issue(id: number, change: Partial<MendIssueView> = {}): MendIssueView {
  return {
    id,
    session: 1,
    scene: 2,
    finding: id,
    state: "resolved",
    revision: 3,
    rule: "name_drift",
    severity: "high",
    quote: "青石度",
    range: { start: 20, end: 23 },
    against: null,
    expected: "青石渡",
    found: "青石度",
    replacement: "青石渡",
    round: 0,
    is_elsewhere: false,
    by_author: false,
    reason: null,
    qc: null,
    proposal: null,
    related: 0,
    fixes: [fix()],
    ...change,
  };
}

/** Issues in every state that the author meets. */
export function sampleIssues(say: Say): MendIssueView[] {
  return [
    issue(1, {
      expected: say("青石渡", "Bluestone Ferry"),
      found: say("青石度", "Bluestone Fery"),
      against: { kind: "lore", id: 2 },
    }),
    issue(2, {
      rule: "repetition",
      severity: "medium",
      expected: "",
      found: say("像是被水泡过", "as if soaked in water"),
      quote: say("信纸像是被水泡过。", "The letter looked as if soaked in water."),
      fixes: [
        fix({
          tool: "rewrite",
          generation: 31,
          applied: "refused",
          verification: "unverified",
          words: say("以下是改写：信纸发软，字都洇开了。", "Here is the rewrite: the letter was limp."),
          refusal: { reason: "model_mark", words: say("以下是", "Here is") },
        }),
        fix({
          attempt: 2,
          round: 2,
          tool: "rewrite",
          generation: 32,
          words: say("信纸发软，字都洇开了。", "The letter was limp, its ink run."),
          verdict: {
            outcome: "passed",
            quote: say("信纸发软，字都洇开了。", "The letter was limp, its ink run."),
            confidence: 0.86,
            generation: 33,
          },
        }),
      ],
    }),
    issue(3, {
      state: "deferred",
      severity: "critical",
      rule: "absent_acts",
      expected: say("死于沉船", "died with the ferry"),
      found: say("沈惊蛰", "Shen Jingzhe"),
      quote: say("沈惊蛰提着风灯从船头跳下来。", "Shen Jingzhe jumped from the bow."),
      reason: "ask_first",
      against: { kind: "entity", id: 4 },
      replacement: null,
      fixes: [],
    }),
    issue(4, {
      state: "partial",
      scene: 3,
      qc: "QC-013",
      rule: "pov_drift",
      severity: "medium",
      expected: "",
      found: say("他心里想", "he thought to himself"),
      related: 1,
      fixes: [
        fix({
          tool: "rewrite",
          generation: 34,
          verification: "partial",
          words: say("他没有作声。", "He was silent."),
        }),
      ],
    }),
    issue(5, {
      state: "recurrence",
      scene: 3,
      finding: null,
      is_elsewhere: true,
      rule: "doubled",
      severity: "low",
      expected: "",
      found: say("的的", "the the"),
      fixes: [],
    }),
  ];
}

export function scene(id: number, say: Say, change: Partial<MendedSceneView> = {}): MendedSceneView {
  const round = (n: number, weight: number) => ({
    round: n,
    weight,
    open: 5 - n,
    resolved: n,
    new: 0,
    changed_chars: n * 12,
  });
  return {
    scene: id,
    chapter_title: say("第二章　对岸的灯", "Chapter Two: The Lamp Across"),
    title: say(id === 2 ? "江心" : "第三根木桩", id === 2 ? "Midstream" : "The Third Post"),
    version: 4,
    fate: "open",
    best_round: 2,
    rounds: [round(0, 24_000), round(1, 9_000), round(2, 3_400)],
    stop: "little_gain",
    missing: null,
    ...change,
  };
}

export function session(id: number, say: Say, change: Partial<MendingView> = {}): MendingView {
  return {
    id,
    uid: "35a8bac9-00ba-4747-82ab-f3bc1161a8f4",
    scope: "chapter",
    target: 2,
    title: say("第二章　对岸的灯", "Chapter Two: The Lamp Across"),
    status: "waiting",
    run: 41,
    by: "model",
    round: 2,
    max_rounds: 3,
    issues: countsOf(sampleIssues(say)),
    waiting: 2,
    missing: 0,
    spent: {
      worked_ms: 42_000,
      calls: 6,
      tokens: { prompt: 14_200, completion: 2_100, cached: 0, estimated: false },
      cost: { currency: "CNY", micros: 62_000 },
    },
    stops: ["little_gain"],
    qc: null,
    state_version: 12,
    created_at: MOMENT,
    ended_at: null,
    ...change,
  };
}

export function detail(say: Say, change: Partial<MendingDetail> = {}): MendingDetail {
  return {
    session: session(1, say),
    policy: USUAL,
    next_policy: null,
    policy_changes: 0,
    note: say("对白别动", "Leave the dialogue alone"),
    scenes: [scene(2, say), scene(3, say, { stop: "stall" })],
    issues: sampleIssues(say),
    ...change,
  };
}

export function piece(number: number, change: Partial<MendPieceView> = {}): MendPieceView {
  const edit = {
    range: { start: 20 + number * 40, end: 23 + number * 40 },
    old: "青石度",
    new: "青石渡",
    before: "他把船系在",
    after: "的木桩上。",
  };
  return { number, edits: [edit], issues: [number + 1], generation: null, is_conflict: false, ...change };
}

export function proposal(say: Say, change: Partial<MendProposal> = {}): MendProposal {
  return {
    scene: 2,
    seen: "hash-1",
    pieces: [
      piece(0, {
        edits: [
          {
            range: { start: 20, end: 23 },
            old: say("青石度", "Bluestone Fery"),
            new: say("青石渡", "Bluestone Ferry"),
            before: say("他把船系在", "He tied the boat to the post at "),
            after: say("的木桩上。", "."),
          },
        ],
      }),
      piece(1, {
        generation: 32,
        edits: [
          {
            range: { start: 60, end: 69 },
            old: say("像是被水泡过。", "looked as if soaked in water."),
            new: say("发软，字都洇开了。", "was limp, its ink run."),
            before: say("信纸", "The letter "),
            after: "",
          },
        ],
      }),
      piece(2, {
        issues: [3],
        is_conflict: true,
        edits: [
          {
            range: { start: 90, end: 94 },
            old: say("提着风灯", "with a storm lamp"),
            new: "",
            before: say("沈惊蛰", "Shen Jingzhe jumped from the bow "),
            after: say("从船头跳下来。", "."),
          },
        ],
      }),
    ],
    ...change,
  };
}

/** A run of the workflow of mendings, as the status bar lists it. */
export function mendRun(id: number, change: Partial<RunSummary> = {}): RunSummary {
  return {
    id,
    workflow: "mend",
    title: { zh: "修订", en: "Mending" },
    subject: "",
    chapter: null,
    status: "running",
    trigger: "menu",
    started_at: MOMENT,
    ended_at: null,
    done: 3,
    total: 8,
    cost: null,
    trouble: null,
    ...change,
  };
}

export function settingProposal(say: Say, status: ProposalStatus = "pending"): SettingProposal {
  return {
    id: 5,
    status,
    proposed: {
      kind: "fact",
      subject: say("沈惊蛰", "Shen Jingzhe"),
      predicate: say("年龄", "age"),
      object: say("十二岁", "12"),
      corrects: say("十六岁", "16"),
    },
  };
}

/** An issue whose setting is wrong, with the change that was proposed. */
export function settingIssue(id: number, say: Say, change: Partial<MendIssueView> = {}): MendIssueView {
  return issue(id, {
    state: "deferred",
    reason: "canon",
    rule: "age_arithmetic",
    severity: "medium",
    expected: say("十六岁", "16"),
    found: "12",
    quote: say("沈惊蛰今年十二岁", "Shen Jingzhe was twelve years old"),
    against: { kind: "fact", id: 8 },
    replacement: null,
    fixes: [],
    proposal: settingProposal(say),
    ...change,
  });
}

/** The tools as shipped, with one change of the author's. */
export function tools(): MendTools {
  const severities = ["critical", "high", "medium", "low"] as const;
  return {
    rows: KINDS.flatMap((kind) =>
      severities.map((severity) => {
        const isDeep = severity === "critical" && (kind === "fact" || kind === "world");
        const isMine = kind === "fact" && severity === "high";
        return {
          kind,
          severity,
          tools: isMine
            ? ["canon", "rewrite"]
            : isDeep
              ? ["replace", "rewrite", "canon"]
              : ["replace", "rewrite"],
          asks_first: isDeep,
          is_changed: isMine,
        };
      }),
    ),
  };
}

/** A host with one mending; its answers can be overridden. */
export function fakeMendings(say: Say, more: FakeAnswers = {}): FakeAnswers {
  const providers = { routes: { default: { targets: [], fallback: true }, tasks: {} }, providers: [] };
  return {
    "manuscript.outline": () => sampleOutline(say),
    "providers.list": () => providers as never,
    "workflow.runs": () => ({ runs: [], more: false }) as never,
    "workflow.cancel": () => ({}),
    "mend.estimate": () => estimate(),
    "mend.recheck": () => ({ resolved: [], again: [], changed: [] }),
    "mend.list": () => ({ sessions: [session(1, say)], more: false }),
    "mend.show": () => detail(say),
    "mend.issue": ({ issue: id }) => sampleIssues(say).find((one) => one.id === id) ?? issue(id),
    "mend.proposal": ({ scene: of }) => proposal(say, { scene: of }),
    "mend.tools": () => tools(),
    "mend.audit": () => ({
      entries: [
        {
          id: 1,
          at: MOMENT,
          action: "opened",
          actor: "author",
          issue: null,
          tool: null,
          qc: null,
          metadata: {},
        },
        {
          id: 2,
          at: MOMENT + 1000,
          action: "fixed",
          actor: "rule:name_drift",
          issue: 1,
          tool: "replace",
          qc: null,
          metadata: {},
        },
        {
          id: 3,
          at: MOMENT + 2000,
          action: "refused",
          actor: "model:yehang-7b",
          issue: 2,
          tool: "rewrite",
          qc: null,
          metadata: {},
        },
      ],
    }),
    "check.list": () => ({ findings: [], checked_at: 1 }),
    ...more,
  };
}
