// Workflows and runs for stories and tests.
import type { FakeAnswers } from "@/ipc/fake-host";
import type { Answer } from "@/ipc/host";
import type { NodeRun, RunSummary, RunView } from "@/ipc/types";
import { both, COMPLETION, REVIEW, sampleList } from "./sample-workflows";

export type Say = (zh: string, en: string) => string;

const MOMENT = Date.UTC(2026, 10, 22, 9, 20);
export function sampleRun(say: Say, change: Partial<RunSummary> = {}): RunSummary {
  return {
    id: 7,
    workflow: "chapter_completion",
    title: COMPLETION.title,
    subject: say("第二章　对岸的灯", "Chapter Two: The Lamp Across"),
    chapter: 2,
    status: "completed",
    trigger: "menu",
    started_at: MOMENT,
    ended_at: MOMENT + 4_200,
    done: 4,
    total: 4,
    cost: null,
    trouble: null,
    ...change,
  };
}

export function step(id: string, title: NodeRun["title"], change: Partial<NodeRun> = {}): NodeRun {
  return {
    node: id,
    title,
    handler: id,
    depends_on: [],
    params: {},
    each: null,
    at_most: null,
    status: "pending",
    attempt: 1,
    items: null,
    progress: null,
    started_at: null,
    ended_at: null,
    cost: null,
    source: null,
    reused: false,
    result: null,
    trouble: null,
    question: null,
    retry_at: null,
    why_skipped: null,
    ...change,
  };
}

const done = (seconds: number, change: Partial<NodeRun> = {}): Partial<NodeRun> => ({
  status: "completed",
  started_at: MOMENT,
  ended_at: MOMENT + seconds * 1000,
  source: "local",
  ...change,
});

/** The results of a completed chapter. */
export function sampleSteps(say: Say): NodeRun[] {
  const [summarize, extract, check, suggest] = COMPLETION.nodes.map(({ id, title }) => ({ id, title }));
  if (!summarize || !extract || !check || !suggest) throw new Error("four steps");
  return [
    step(
      summarize.id,
      summarize.title,
      done(1.4, {
        source: { model: "yehang-7b" },
        cost: { currency: "CNY", micros: 3_200 },
        result: {
          kind: "summary",
          chapter: 2,
          text: say(
            "阿遥带着半封信回到渡口。老周不肯夜里渡她，却在天亮前熄了灯，独自把船撑到对岸。",
            "Ayao comes back to the ferry with half a letter. Old Zhou will not cross at night, yet before dawn he puts out the lamp and poles over alone.",
          ),
          key_events: [
            {
              text: say("老周拒绝夜渡", "Old Zhou refuses to cross at night"),
              scene: 2,
              version: 3,
              range: { start: 40, end: 62 },
              quote: say("“夜里不渡人，这是规矩。”", "“No crossing at night; that is the rule.”"),
            },
            {
              text: say("船在天亮前到了对岸", "The boat is across before dawn"),
              scene: 2,
              version: 3,
              range: { start: 310, end: 330 },
              quote: say("灯灭了，船已经在对岸。", "The lamp was out, the boat across."),
            },
          ],
        },
      }),
    ),
    step(
      extract.id,
      extract.title,
      done(0.6, { result: { kind: "proposals", batch: 3, applied: 5, pending: 3, rejected: 1 } }),
    ),
    step(
      check.id,
      check.title,
      done(0.4, {
        reused: true,
        result: {
          kind: "findings",
          found: 4,
          by_severity: { low: 1, medium: 2, high: 0, critical: 1 },
          chapters: 1,
        },
      }),
    ),
    step(
      suggest.id,
      suggest.title,
      done(0.8, { result: { kind: "suggestions", chapter: 2, suggestions: 2 } }),
    ),
  ];
}

/** A successful run. */
export function completedRun(say: Say): RunView {
  return {
    summary: sampleRun(say, { cost: { currency: "CNY", micros: 3_200 } }),
    nodes: sampleSteps(say),
    cursor: 12,
  };
}

/** A running run: one step done, one processing many items, the others pending. */
export function runningRun(say: Say): RunView {
  const [first, ...rest] = sampleSteps(say);
  if (first === undefined) throw new Error("a step");
  const [extract, ...others] = rest.map((one) => step(one.node, one.title));
  if (extract === undefined) throw new Error("a second step");
  return {
    summary: sampleRun(say, { status: "running", ended_at: null, done: 1, total: 4 }),
    nodes: [
      first,
      {
        ...extract,
        status: "running",
        started_at: MOMENT + 1_500,
        attempt: 2,
        items: { done: 3, failed: 1, running: 2, total: 12 },
      },
      ...others,
    ],
    cursor: 5,
  };
}

/** A run that waits for the author. */
export function waitingRun(say: Say): RunView {
  const [first, second, ...rest] = sampleSteps(say);
  if (first === undefined || second === undefined) throw new Error("two steps");
  return {
    summary: sampleRun(say, { status: "waiting", ended_at: null, done: 1, total: 4 }),
    nodes: [
      first,
      {
        ...step(second.node, second.title),
        status: "waiting",
        started_at: MOMENT + 1_500,
        question: {
          kind: "review",
          item: null,
          message: both(
            "有 3 条设定等你确认。确认完再继续检查。",
            "Three proposals wait for your review. Go on when they are decided.",
          ),
          data: { pending: 3 },
        },
      },
      ...rest.map((one) => step(one.node, one.title)),
    ],
    cursor: 6,
  };
}

/** A run with a failed step and skipped dependents. */
export function partialRun(say: Say): RunView {
  const [first, second, third, fourth] = sampleSteps(say);
  if (!first || !second || !third || !fourth) throw new Error("four steps");
  return {
    summary: sampleRun(say, { status: "partial", done: 2, total: 4 }),
    nodes: [
      first,
      {
        ...step(second.node, second.title),
        handler: "extract_kg_proposals",
        status: "failed",
        attempt: 3,
        started_at: MOMENT + 1_500,
        ended_at: MOMENT + 9_000,
        source: { model: "yehang-7b" },
        trouble: {
          class: "invalid_output",
          message: "expected an object with the key `entities`, found a string at line 1 column 1",
          code: "WF-INVALID-OUTPUT",
        },
      },
      { ...third, reused: false },
      { ...step(fourth.node, fourth.title), status: "skipped", why_skipped: "dependency" },
    ],
    cursor: 20,
  };
}

/** A review of a whole book: counts, a report, something else. */
export function bookRun(say: Say): RunView {
  const line = (n: number) => ({
    title: say(`第${n}章　渡口`, `Chapter ${n}: The Ferry`),
    text: say("名字写错 2 处，标点 1 处。", "Two misspelt names, one mark."),
    chapter: n,
  });
  return {
    summary: sampleRun(say, {
      id: 8,
      workflow: "project_review",
      title: REVIEW.title,
      subject: "",
      chapter: null,
      done: 122,
      total: 122,
      ended_at: MOMENT + 95_000,
    }),
    nodes: [
      step(
        "chapters",
        both("列出各章", "List the chapters"),
        done(0.2, {
          result: {
            kind: "counts",
            counts: [
              { name: "chapters", count: 120 },
              { name: "paragraphs", count: 8_412 },
              { name: "dialogues", count: 3_001 },
            ],
          },
        }),
      ),
      step(
        "check",
        both("逐章检查", "Check each chapter"),
        done(80, {
          items: { done: 119, failed: 1, running: 0, total: 120 },
          result: {
            kind: "findings",
            found: 34,
            by_severity: { low: 20, medium: 12, high: 2, critical: 0 },
            chapters: 120,
          },
        }),
      ),
      step(
        "report",
        both("写报告", "Write the report"),
        done(2, { result: { kind: "report", lines: Array.from({ length: 12 }, (_, at) => line(at + 1)) } }),
      ),
      step(
        "other",
        both("附加结果", "More"),
        done(1, { result: { kind: "other", json: { seed: 7, kept: ["a", "b"] } } }),
      ),
    ],
    cursor: 200,
  };
}

type Completion = Answer<"completion.chapter">;

export function sampleCompletion(say: Say, change: Partial<Completion> = {}): Completion {
  const [first] = sampleSteps(say);
  if (first?.result?.kind !== "summary") throw new Error("a summary");
  const { text, key_events } = first.result;
  return {
    summary: {
      text,
      key_events,
      source: "local",
      at: MOMENT,
      stale: false,
    },
    suggestions: {
      items: [
        {
          id: 1,
          title: say("半封信的另一半", "The other half of the letter"),
          outline: say(
            "阿遥在老周的船舱里找到另一半信。信上的日子正是船沉的那天。",
            "Ayao finds the other half in the hold. Its date is the day the ferry sank.",
          ),
          threads: [{ id: 2, title: say("没有署名的信", "The letter without a name") }],
          why: "",
          source: { model: "yehang-7b" },
          accepted: false,
        },
        {
          id: 2,
          title: say("对岸的人", "Who lives across"),
          outline: say("老周渡的是谁？阿遥沿着岸找到一间点着灯的屋子。", "Whom did he take across?"),
          threads: [],
          why: "",
          source: "local",
          accepted: true,
        },
      ],
      at: MOMENT,
      stale: false,
    },
    run: null,
    ...change,
  };
}

type Interrupted = Answer<"workflow.interrupted">["runs"];

export function sampleInterrupted(say: Say): Interrupted {
  return [
    {
      summary: sampleRun(say, { id: 5, status: "interrupted", ended_at: null, done: 2 }),
      next: ["check_consistency", "suggest_next"],
      cost: { currency: "CNY", micros: 120_000 },
      may_cost: true,
      asks: null,
      upgrade: null,
    },
    {
      summary: sampleRun(say, {
        id: 6,
        workflow: "project_review",
        title: REVIEW.title,
        subject: "",
        chapter: null,
        status: "interrupted",
        ended_at: null,
      }),
      next: ["check", "report"],
      cost: null,
      may_cost: false,
      asks: null,
      upgrade: { cost: null, may_cost: false, asks: null },
    },
    {
      summary: sampleRun(say, { id: 4, status: "interrupted", ended_at: null, done: 3 }),
      next: ["suggest_next"],
      cost: { currency: "CNY", micros: 30_000 },
      may_cost: true,
      asks: null,
      upgrade: null,
    },
  ];
}

export const sampleEvents: Answer<"workflow.events"> = {
  events: [
    { seq: 1, at: MOMENT, node: null, item: null, kind: "resumed", data: {} },
    { seq: 2, at: MOMENT + 80, node: "summarize", item: null, kind: "began", data: {} },
    { seq: 3, at: MOMENT + 900, node: "extract_kg", item: 4, kind: "log", data: { message: "12 names" } },
  ],
  cursor: 3,
};

const SAMPLE_ASKS = { models: ["deepseek-chat"], requests: 6, prompt_tokens: 21_000, answer_tokens: 3_400 };

/** A host with runs; its answers can be overridden. */
export function fakeWorkflows(say: Say, more: FakeAnswers = {}): FakeAnswers {
  const runs = [
    sampleRun(say, { id: 9, status: "running", ended_at: null, done: 1, trigger: "chapter_completed" }),
    sampleRun(say, { id: 7 }),
    sampleRun(say, {
      id: 6,
      status: "partial",
      started_at: MOMENT - 86_400_000,
      cost: { currency: "CNY", micros: 48_000 },
    }),
    sampleRun(say, { id: 3, status: "cancelled", started_at: MOMENT - 86_400_000 }),
  ];
  return {
    "workflow.list": () => sampleList(),
    "workflow.runs": ({ active }) => ({
      runs: runs.filter(({ ended_at }) => active !== true || ended_at === null),
      more: false,
    }),
    "workflow.show": () => completedRun(say),
    "workflow.interrupted": () => ({ runs: [] }),
    "workflow.events": ({ after }) => ({
      events: sampleEvents.events.filter(({ seq }) => seq > after),
      cursor: sampleEvents.cursor,
    }),
    "workflow.preview_start": ({ workflow }) =>
      workflow === "bible_impact"
        ? { cost: { currency: "CNY", micros: 90_000 }, may_cost: true, asks: SAMPLE_ASKS }
        : { cost: null, may_cost: false, asks: null },
    "workflow.preview_again": ({ node: from }) => ({
      runs: from == null ? ["summarize", "extract_kg", "check_consistency", "suggest_next"] : [from],
      reused: from == null ? [] : ["summarize"],
      cost: { currency: "CNY", micros: 90_000 },
      may_cost: true,
      asks: SAMPLE_ASKS,
    }),
    "completion.chapter": () => sampleCompletion(say),
    ...more,
  };
}
