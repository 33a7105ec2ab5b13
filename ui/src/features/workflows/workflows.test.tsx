// Workflows in the window: started, watched, answered, stopped, resumed, repeated; and the results for a chapter.
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { isEnabled, register, runCommand, useCommands } from "@/commands/registry";
import { desk, useDesk } from "@/desk/desk";
import { takeWaitingPlace } from "@/desk/navigation";
import type { FakeAnswers } from "@/ipc/fake-host";
import { forget } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { WorkflowsBehind } from "./behind";
import { ChapterHeader } from "./chapter-header";
import { ChapterSummary } from "./chapter-summary";
import { commands } from "./commands";
import { costOfAll } from "./interrupted";
import { RunFigure } from "./run-figure";
import {
  completedRun,
  partialRun,
  runningRun,
  sampleCompletion,
  sampleInterrupted,
  sampleRun,
  waitingRun,
} from "./sample";
import { sampleList } from "./sample-workflows";
import { asksWords, durationWords, estimateWords } from "./say";
import { asks, button, clear, notices, open, press, shows, step, zh } from "./testing";
import { WorkflowsTab } from "./workflows-tab";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(async () => {
  await clear();
  if (!useCommands.getState().commands.has("workflow.complete_chapter")) register(commands);
});

describe("starting", () => {
  it("the open chapter is completed, and its run is shown", async () => {
    await open(<WorkflowsTab />);
    await runCommand("workflow.complete_chapter");
    expect(asks("workflow.start")).toEqual([{ workflow: "chapter_completion", chapter: 2, agreed: 0 }]);
    expect(desk()).toMatchObject({ tab: "workflows", shown: { run: 9 } });
    expect(notices).toEqual([]);
  });

  it("an empty chapter is not completed; a draft counts as text", async () => {
    let typed = "";
    const read = () => ({ text: "", draft: { text: typed } }) as never;
    await open(<WorkflowsTab />, { more: { "scene.text": read } });
    await runCommand("workflow.complete_chapter");
    expect(asks("workflow.start")).toEqual([]);
    expect(notices.map(({ text }) => text)).toEqual(["这一章还没有文字"]);
    typed = "雨停了。";
    await runCommand("workflow.complete_chapter");
    expect(asks("workflow.start")).toEqual([{ workflow: "chapter_completion", chapter: 2, agreed: 0 }]);
  });

  it("a workflow that is already running is shown, and reported", async () => {
    await open(<WorkflowsTab />, { more: { "workflow.start": () => ({ run: 7, already: true }) } });
    await runCommand("workflow.complete_chapter");
    expect(desk().shown.run).toBe(7);
    expect(notices.map(({ text }) => text)).toEqual(["这个流程已经在运行，没有再开一个"]);
  });

  it("asks before a model is used", async () => {
    const list = sampleList({ asking: ["chapter_completion"] });
    await open(<WorkflowsTab />, { more: { "workflow.list": () => list } });
    await runCommand("workflow.complete_chapter");
    expect(desk().dialog).toEqual({ name: "start-workflow", workflow: "chapter_completion", chapter: 2 });
    expect(asks("workflow.start")).toEqual([]);
  });

  it("does not list workflows that nothing starts here, such as a step of another", async () => {
    const list = sampleList();
    const [first] = list.workflows;
    if (first === undefined) throw new Error("the sample has no workflows");
    const step = {
      ...first,
      id: "mend_round",
      title: { zh: "修订一轮", en: "One Round of Mending" },
      triggers: [],
    };
    await open(<WorkflowsTab />, {
      more: { "workflow.list": () => ({ ...list, workflows: [first, step] }) },
    });
    await screen.findByText("完成本章");
    expect(screen.queryByText("修订一轮")).toBeNull();
  });

  it("needs a chapter and a writable project", async () => {
    await open(<WorkflowsTab />, { writable: false });
    const command = useCommands.getState().commands.get("workflow.complete_chapter");
    expect(command?.whyNot?.()).toBe("workflows:why.readOnly");
    useDesk.setState({ project: sampleProject(), scene: null });
    expect(command?.whyNot?.()).toBe("workflows:why.chapter");
  });

  it("every workflow of the project is a command under its own name, while the project is open", async () => {
    await open(<WorkflowsBehind />);
    const ids = () =>
      [...useCommands.getState().commands.keys()].filter((id) => id.startsWith("workflow.start."));
    await waitFor(() =>
      expect(ids()).toEqual([
        "workflow.start.project_review",
        "workflow.start.reindex",
        "workflow.start.bible_impact",
      ]),
    );
    const review = useCommands.getState().commands.get("workflow.start.project_review");
    expect(i18next.t(review?.title ?? "")).toBe("全书检查");
    expect(i18next.getFixedT("en")(review?.title ?? "")).toBe("Review the project");
    await runCommand("workflow.start.project_review");
    expect(asks("workflow.start")).toEqual([{ workflow: "project_review", agreed: 0 }]);
    await runCommand("workflow.start.bible_impact");
    expect(desk().dialog).toEqual({ name: "start-workflow", workflow: "bible_impact" });
  });
});

describe("a run", () => {
  it("shows each step with its state, source, cost and result", async () => {
    await open(<WorkflowsTab />, { run: 7 });
    const sum = await step("写本章摘要");
    sum.getByText("yehang-7b");
    sum.getByText(/¥0\.0032/);
    const extract = await step("提取设定");
    extract.getByText("采纳 5 条，待确认 3 条，拒绝 1 条");
    fireEvent.click(extract.getByRole("button", { name: "看待确认的 3 条" }));
    expect(desk().centre).toEqual({ kind: "review", batch: 3 });
    const check = await step("检查前后矛盾");
    check.getByText("沿用原有结果");
    check.getByText("严重 1");
    fireEvent.click(check.getByRole("button", { name: "查看问题" }));
    await waitFor(() => expect(desk()).toMatchObject({ tab: "findings", shown: { findingsOf: "chapter" } }));
  });

  it("main events link to their passages", async () => {
    await open(<WorkflowsTab />, { run: 7 });
    const sum = await step("写本章摘要");
    fireEvent.click(sum.getByRole("button", { name: /老周拒绝夜渡/ }));
    await waitFor(() => expect(takeWaitingPlace(2)).toEqual({ from: 4, to: 17, unit: "utf16" }));
    expect(desk().scene).toBe(2);
  });

  it("main events in the words of the text are shown once", async () => {
    const view = completedRun(zh);
    const [sum] = view.nodes;
    if (sum?.result?.kind !== "summary") throw new Error("a summary");
    sum.result.key_events = sum.result.key_events.map((event) => ({
      ...event,
      text: "夜里不渡人，这是规矩",
    }));
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(view) } });
    const [matches, other] = await (await step("写本章摘要")).findAllByText(/夜里不渡人，这是规矩|灯灭了/);
    expect([matches?.textContent, other?.textContent]).toEqual([
      "夜里不渡人，这是规矩",
      "夜里不渡人，这是规矩",
    ]);
  });

  it("shows its current stage, in chapters and parts", async () => {
    const view = runningRun(zh);
    view.nodes = view.nodes.map((node, at) => {
      if (at === 1) return { ...node, each: "chapters" };
      const progress = { done: 2, total: 9, message: "ask" };
      return at === 2 ? { ...node, status: "running", started_at: 1, progress } : node;
    });
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(view) } });
    (await step("提取设定")).getByText("已做完 3 章，共 12 章 · 2 章进行中 · 1 章失败");
    (await step("检查前后矛盾")).getByText("请模型读第 3 部分，共 9 部分");
  });

  it("shows the round of a repeated step, and how many there were", async () => {
    const view = runningRun(zh);
    view.nodes = view.nodes.map((node, at) => {
      if (at === 0) return { ...node, at_most: 3, items: { done: 2, failed: 0, running: 0, total: 2 } };
      if (at === 1) return { ...node, at_most: 10, items: { done: 1, failed: 0, running: 1, total: 2 } };
      return node;
    });
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(view) } });
    (await step("写本章摘要")).getByText("做了 2 轮，至多 3 轮");
    const running = await step("提取设定");
    running.getByText("第 2 轮，至多 10 轮");
    expect(running.getByRole("progressbar").getAttribute("aria-valuenow")).toBeNull();
  });

  it("says that a skipped step was skipped by choice", async () => {
    const view = completedRun(zh);
    view.nodes = view.nodes.map((node) => ({ ...node, status: "skipped", why_skipped: "declined" }));
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(view) } });
    expect(await screen.findAllByText("按你的意思没有做。")).toHaveLength(4);
  });

  it("with a question for an item is answered for that item", async () => {
    const view = waitingRun(zh);
    view.nodes = view.nodes.map((node) =>
      node.question === null ? node : { ...node, question: { ...node.question, item: 3 } },
    );
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(view) } });
    await press("已看过，继续");
    await waitFor(() =>
      expect(asks("workflow.answer")).toEqual([{ run: 7, node: "extract_kg", item: 3, accept: true }]),
    );
  });

  it("shows its progress, and can be stopped whole or by step", async () => {
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(runningRun(zh)) } });
    const extract = await step("提取设定");
    extract.getByText("3 / 12 项 · 2 项进行中 · 1 项失败");
    extract.getByText(/第 2 次尝试/);
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("正在运行：提取设定"));
    fireEvent.click(extract.getByRole("button", { name: "“提取设定”的操作" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "停止这一步" }));
    await press("停止");
    expect(asks("workflow.cancel")).toEqual([{ run: 7, node: "extract_kg" }, { run: 7 }]);
  });

  it("that waits shows its question, and confirms the answer", async () => {
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(waitingRun(zh)) } });
    const question = within(await screen.findByRole("region", { name: "“提取设定”在等你决定" }));
    question.getByText(/有 3 条设定等你确认/);
    fireEvent.click(question.getByRole("button", { name: "不继续" }));
    await waitFor(() =>
      expect(asks("workflow.answer")).toEqual([{ run: 7, node: "extract_kg", accept: false }]),
    );
    fireEvent.click(question.getByRole("button", { name: "已看过，继续" }));
    await waitFor(() => expect(asks("workflow.answer")).toHaveLength(2));
  });

  it("with a failed step says why, and offers to run it again", async () => {
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(partialRun(zh)) } });
    const extract = await step("提取设定");
    extract.getByText("模型的回答不合要求");
    extract.getByText(/换一个模型再试，或把这一步交给本机做/);
    expect(extract.queryByText(/expected an object/)).toBeNull();
    fireEvent.click(extract.getByRole("button", { name: "详细信息" }));
    extract.getByText(/expected an object/);
    (await step("下一章的方向")).getByText("前面的步骤没有做成，所以没有做。");
    fireEvent.click(extract.getByRole("button", { name: "从这里重做…" }));
    expect(desk().dialog).toEqual({ name: "run-again", run: 7, node: "extract_kg" });
  });

  it.each([false, true])(
    "runs a failed model step on this machine; if that has a cost (%s), it asks first",
    async (may_cost) => {
      const preview = () => ({ runs: ["extract_kg"], reused: [], cost: null, may_cost, asks: null }) as never;
      const more = { "workflow.show": shows(partialRun(zh)), "workflow.preview_again": preview };
      await open(<WorkflowsTab />, { run: 7, more });
      const again = { run: 7, node: "extract_kg", only: true, params: { by: "local" } };
      await press("本机做这一步");
      await waitFor(() =>
        expect([desk().dialog, asks("workflow.run_again")]).toEqual(
          may_cost ? [{ name: "run-again", ...again }, []] : [null, [{ ...again, agreed: 0 }]],
        ),
      );
    },
  );

  it("explains a known failure in the author's words, and keeps the program's message", async () => {
    const trouble = { class: "transient" as const, message: "the server hung up", code: "model_failed" };
    const view = partialRun(zh);
    const nodes = view.nodes.map((node) => (node.status === "failed" ? { ...node, trouble } : node));
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows({ ...view, nodes }) } });
    const extract = await step("提取设定");
    extract.getByText(/^模型或它的服务器出错 · 检查网络/);
    fireEvent.click(extract.getByRole("button", { name: "详细信息" }));
    extract.getByText("the server hung up");
  });

  it("loads its log incrementally", async () => {
    let view = runningRun(zh);
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": () => structuredClone(view) } });
    await press("运行日志");
    await screen.findByText("继续");
    expect(asks("workflow.events")).toEqual([{ run: 7, after: 0, limit: 200 }]);
    view = { ...view, cursor: 30 };
    act(() => forget(["workflows"]));
    await waitFor(() => expect(asks("workflow.events").at(-1)).toEqual({ run: 7, after: 3, limit: 200 }));
    expect(screen.getAllByText("继续")).toHaveLength(1);
  });

  it("offers no changes in a read-only project", async () => {
    await open(<WorkflowsTab />, {
      run: 7,
      writable: false,
      more: { "workflow.show": shows(waitingRun(zh)) },
    });
    await step("提取设定");
    expect(screen.queryByRole("button", { name: "停止" })).toBeNull();
    expect(screen.queryByRole("button", { name: "已看过，继续" })).toBeNull();
  });
});

describe("interrupted runs", () => {
  const more: FakeAnswers = { "workflow.interrupted": () => ({ runs: sampleInterrupted(zh) }) };

  it("are reported once after opening the project, with the cost of resuming", async () => {
    await open(<WorkflowsBehind />, { more });
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]).toMatchObject({
      text: "有 3 个流程上次没有做完",
      detail: "做完的步骤不会重做。接着做约花费 ¥0.15。",
      duration: 0,
    });
    act(() => forget(["workflows"]));
    await waitFor(() => expect(asks("workflow.interrupted").length).toBeGreaterThan(1));
    expect(notices).toHaveLength(1);
    notices[0]?.action?.onSelect();
    expect(desk()).toMatchObject({ tab: "workflows", shown: { run: null } });
  });

  it("are resumed as they were, with the new workflow, all together, or ended", async () => {
    await open(<WorkflowsTab />, { more });
    const list = within(await screen.findByRole("region", { name: "上次没有做完的流程" }));
    fireEvent.click(list.getByRole("button", { name: "改用新的：全书检查" }));
    await waitFor(() => expect(asks("workflow.resume")).toEqual([{ run: 6, upgrade: true, agreed: 0 }]));
    useDesk.setState(({ shown }) => ({ shown: { ...shown, run: null } }));
    const again = within(await screen.findByRole("region", { name: "上次没有做完的流程" }));
    fireEvent.click(again.getByRole("button", { name: "全部接着做（2 个）" }));
    await waitFor(() =>
      expect(asks("workflow.resume").slice(1)).toEqual([
        { run: 5, upgrade: false, agreed: 1 },
        { run: 4, upgrade: false, agreed: 1 },
      ]),
    );
    const [end] = again.getAllByRole("button", { name: /^不做了：完成本章/ });
    if (end === undefined) throw new Error("a button");
    fireEvent.click(end);
    await waitFor(() => expect(asks("workflow.cancel")).toEqual([{ run: 5 }]));
  });

  it("show what failed, and one that cannot resume does not hold up the others", async () => {
    const trouble = { class: "rate_limit" as const, message: "slow down" };
    const runs = sampleInterrupted(zh).map((one) => ({ ...one, summary: { ...one.summary, trouble } }));
    const refuses: FakeAnswers = {
      "workflow.interrupted": () => ({ runs }),
      "workflow.resume": ({ run }) => {
        if (run === 5) throw { code: "busy", message: "another goes on", hint: "", details: null };
        return { run };
      },
    };
    await open(<WorkflowsTab />, { more: refuses });
    const list = within(await screen.findByRole("region", { name: "上次没有做完的流程" }));
    expect(list.getAllByText("请求太频繁，服务器要求等一等")).toHaveLength(3);
    fireEvent.click(list.getByRole("button", { name: "全部接着做（2 个）" }));
    await waitFor(() => expect(asks("workflow.resume")).toHaveLength(2));
    await waitFor(() => expect(notices.some(({ tone }) => tone === "danger")).toBe(true));
  });

  it("show the total cost if all are known and in one currency", () => {
    const [first, second, third] = sampleInterrupted(zh);
    if (!first || !second || !third) throw new Error("three runs");
    expect(costOfAll([first, third])).toEqual({ cost: { currency: "CNY", micros: 150_000 }, may_cost: true });
    expect(costOfAll([second])).toEqual({ cost: null, may_cost: false });
    const dollars = { ...third, cost: { currency: "USD", micros: 1 } };
    expect(costOfAll([first, dollars])).toEqual({ cost: null, may_cost: true });
    expect(costOfAll([first, { ...third, cost: null }])).toEqual({ cost: null, may_cost: true });
    const repeated = { ...first, least: { cost: { currency: "CNY", micros: 10_000 }, asks: null } };
    const micros = (of: typeof first.cost) => of?.micros;
    const whole = costOfAll([repeated, third]);
    const saved = (micros(first.cost) ?? 0) - 10_000;
    expect([micros(whole.cost), micros(whole.least?.cost ?? null)]).toEqual([150_000, 150_000 - saved]);
  });
});

describe("the status bar", () => {
  it("shows the running workflow and links to it; its end is reported if it is not visible", async () => {
    let runs = [sampleRun(zh, { id: 7, status: "running", ended_at: null, done: 1 })];
    await open(<RunFigure />, {
      more: {
        "workflow.runs": () => ({ runs, more: false }),
        "workflow.show": shows(partialRun(zh)),
      },
    });
    const figure = await screen.findByTestId("run");
    expect(figure.textContent).toBe("完成本章 1/4");
    runs = [sampleRun(zh, { id: 7, status: "waiting", ended_at: null, done: 1 })];
    act(() => forget(["workflows"]));
    await waitFor(() => expect(screen.getByTestId("run").textContent).toBe("完成本章：等你决定"));
    fireEvent.click(screen.getByTestId("run"));
    expect(desk().shown.run).toBe(7);
    useDesk.setState({ tab: "part" });
    runs = [];
    act(() => forget(["workflows"]));
    await waitFor(() =>
      expect(notices.map(({ text }) => text)).toEqual(["完成本章 · 第二章　对岸的灯：部分步骤没有做成"]),
    );
    expect(screen.queryByTestId("run")).toBeNull();
  });

  it("a running workflow can be stopped by a command", async () => {
    await open(
      <>
        <RunFigure />
        <WorkflowsBehind />
      </>,
    );
    const stop = useCommands.getState().commands.get("workflow.stop");
    if (stop === undefined) throw new Error("a command");
    await waitFor(() => expect(isEnabled(stop)).toBe(true));
    await runCommand("workflow.stop");
    expect(asks("workflow.cancel")).toEqual([{ run: 9 }]);
  });
});

describe("a chapter", () => {
  it("has its summary, its main events, and directions that become a plan", async () => {
    await open(<ChapterSummary chapter={2} />);
    await screen.findByText(/阿遥带着半封信回到渡口/);
    const card = within(await screen.findByRole("article", { name: "半封信的另一半" }));
    fireEvent.click(card.getByRole("button", { name: /^采纳为下一章的计划/ }));
    await waitFor(() => expect(desk()).toMatchObject({ scene: 3, tab: "part" }));
    expect(asks("completion.accept_suggestion")).toEqual([{ chapter: 2, id: 1 }]);
    expect(within(screen.getByRole("article", { name: "对岸的人" })).queryByRole("button")).toBeNull();
  });

  it("with an interrupted completion says so, and can be completed again", async () => {
    const run = sampleRun(zh, { id: 5, status: "interrupted", ended_at: null });
    const more: FakeAnswers = { "completion.chapter": () => sampleCompletion(zh, { run }) };
    await open(<ChapterHeader chapter={2} />, { more });
    expect((await button("摘要")).dataset.standing).toBe("fresh");
    await press("摘要");
    await button("重新完成本章");
    await press("完成本章时停在了半路");
    expect(desk()).toMatchObject({ tab: "workflows", shown: { run: 5 } });
  });

  it.each([
    ["none", "未摘要", true],
    ["fresh", "摘要", false],
  ] as const)(
    "with the summary %s is told by its icon, and by words only where there is one",
    async (standing, words, hidden) => {
      const completion = sampleCompletion(zh, standing === "none" ? { summary: null } : {});
      await open(<ChapterHeader chapter={2} />, { more: { "completion.chapter": () => completion } });
      const sign = await button(words);
      expect(sign.title).toBe(words);
      expect(sign.querySelector("span")?.classList.contains("sr-only")).toBe(hidden);
    },
  );

  it("reports an outdated summary, and completes again", async () => {
    const completion = sampleCompletion(zh);
    if (completion.summary !== null) completion.summary.stale = true;
    await open(<ChapterSummary chapter={2} />, { more: { "completion.chapter": () => completion } });
    await screen.findByText("写摘要之后本章改过，摘要可能与正文不符。");
    await press("重新完成本章");
    await waitFor(() =>
      expect(asks("workflow.start")).toEqual([{ workflow: "chapter_completion", chapter: 2, agreed: 0 }]),
    );
  });
});

it("times and costs are readable", () => {
  const t = i18next.getFixedT("zh", "workflows");
  expect(durationWords(t, 0, 400)).toBe("不到 1 秒");
  expect(durationWords(t, 0, 12_300)).toBe("12 秒");
  expect(durationWords(t, 0, 65_000)).toBe("1 分 05 秒");
  expect(durationWords(t, 0, 59_800)).toBe("60 秒");
  expect(estimateWords(t, { cost: null, may_cost: false }, "zh")).toBe("不花钱");
  expect(estimateWords(t, { cost: null, may_cost: true }, "zh")).toBe("会用到模型，花费无法估计");
  const asks = { models: ["a", "b"], requests: 1, prompt_tokens: 21_000, answer_tokens: 3_400 };
  expect(asksWords(t, asks, "zh")).toContain("请 a、b 回答约 1 次，约 2.4万 token");
  const cny = (micros: number) => ({ currency: "CNY", micros });
  const range = { cost: cny(90_000), may_cost: true, least: { cost: cny(30_000) } };
  expect(estimateWords(t, range, "zh")).toBe("约花费 ¥0.03–¥0.09");
  expect(estimateWords(t, { ...range, least: { cost: cny(90_000) } }, "zh")).toBe("约花费 ¥0.09");
  const once = { ...asks, prompt_tokens: 5_000, answer_tokens: 1_000 };
  expect(asksWords(t, { ...asks, requests: 3 }, "zh", once)).toContain("回答约 1–3 次，约 6,000–2.4万 token");
  const en = i18next.getFixedT("en", "workflows");
  expect(asksWords(en, asks, "en")).toContain("Requests to a, b: about 1 (24");
});
