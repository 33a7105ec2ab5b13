// Workflows in the window: started once, watched, answered, stopped, gone on with, run again; what a chapter is left with.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { isEnabled, register, runCommand, useCommands } from "@/commands/registry";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { type Dialog, desk, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { takeWaitingPlace } from "@/desk/navigation";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers } from "@/ipc/fake-host";
import { answers, forget } from "@/ipc/queries";
import type { OutlineView } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { WorkflowsBehind } from "./behind";
import { ChapterSummary } from "./chapter-summary";
import { commands } from "./commands";
import { costOfAll } from "./interrupted";
import { RunAgainDialog } from "./run-again-dialog";
import { RunFigure } from "./run-figure";
import {
  type completedRun,
  fakeWorkflows,
  partialRun,
  runningRun,
  sampleCompletion,
  sampleInterrupted,
  sampleRun,
  waitingRun,
} from "./sample";
import { estimateWords, tookWords } from "./say";
import { WorkflowSwitchesDialog } from "./switches-dialog";
import { WorkflowsTab } from "./workflows-tab";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

const zh = (words: string) => words;
const scene = (id: number) => ({ id, title: "", version: 1 });
const outline = {
  volumes: [
    {
      id: 1,
      title: "",
      chapters: [
        { id: 1, title: "第一章", scenes: [scene(1)] },
        { id: 2, title: "第二章", scenes: [scene(2)] },
        { id: 3, title: "第三章", scenes: [scene(3)] },
      ],
    },
  ],
} as unknown as OutlineView;

let asked: Asked[];
let notices: ToastOptions[];

interface Given {
  more?: FakeAnswers;
  run?: number | null;
  dialog?: Dialog;
  writable?: boolean;
}

async function open(element: ReactElement, { more = {}, run = null, dialog, writable = true }: Given = {}) {
  useDesk.setState({
    project: sampleProject({ writable }),
    scene: 2,
    tab: "part",
    centre: { kind: "writing" },
    dialog: dialog ?? null,
    shown: { ...NOTHING_SHOWN, run },
  });
  const acts = {
    "manuscript.outline": () => outline,
    "workflow.start": () => ({ run: 9, already: false }),
    "workflow.cancel": () => null,
    "workflow.resume": () => null,
    "workflow.answer": () => null,
    "workflow.switch": () => null,
    "workflow.run_again": () => ({ run: 21 }),
    "completion.accept_suggestion": () => ({ chapter: 3 }),
    "scene.text": () => ({
      text: "老周说：“夜里不渡人，这是规矩。”",
      version: 3,
      branch: 1,
      draft: null,
      counts: {},
    }),
  } as unknown as FakeAnswers;
  asked = chooseFakeHost({ ...fakeWorkflows(zh, acts), ...more });
  await show(<QueryClientProvider client={answers}>{element}</QueryClientProvider>);
}

const asks = (name: string) => asked.filter((one) => one.name === name).map(({ request }) => request);
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const step = async (name: string) => within(await screen.findByRole("article", { name }));
const shows =
  (view: ReturnType<typeof completedRun>): (() => ReturnType<typeof completedRun>) =>
  () =>
    structuredClone(view);

beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  notices = [];
  onNotice((notice) => notices.push(notice));
  useDesk.setState({ project: null });
  if (!useCommands.getState().commands.has("workflow.complete_chapter")) register(commands);
});

describe("starting", () => {
  it("the open chapter is completed, and its run is shown", async () => {
    await open(<WorkflowsTab />);
    await runCommand("workflow.complete_chapter");
    expect(asks("workflow.start")).toEqual([{ workflow: "chapter_completion", chapter: 2 }]);
    expect(desk()).toMatchObject({ tab: "workflows", shown: { run: 9 } });
    expect(notices).toEqual([]);
  });

  it("one that is at work already is shown, and said", async () => {
    await open(<WorkflowsTab />, { more: { "workflow.start": () => ({ run: 7, already: true }) } });
    await runCommand("workflow.complete_chapter");
    expect(desk().shown.run).toBe(7);
    expect(notices.map(({ text }) => text)).toEqual(["这个流程已经在运行，没有再开一个"]);
  });

  it("is not possible without a chapter, or for reading only", async () => {
    await open(<WorkflowsTab />, { writable: false });
    const command = useCommands.getState().commands.get("workflow.complete_chapter");
    expect(command?.whyNot?.()).toBe("workflows:why.readOnly");
    useDesk.setState({ project: sampleProject(), scene: null });
    expect(command?.whyNot?.()).toBe("workflows:why.chapter");
  });

  it("every workflow that the project has is a command under its own name, as long as the project is open", async () => {
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
    expect(asks("workflow.start")).toEqual([{ workflow: "project_review" }]);
    await runCommand("workflow.start.bible_impact");
    expect(desk().dialog).toEqual({ name: "start-workflow", workflow: "bible_impact" });
  });
});

describe("a run", () => {
  it("shows each step with its state, its source, its cost and what came of it", async () => {
    await open(<WorkflowsTab />, { run: 7 });
    const sum = await step("写本章摘要");
    sum.getByText("yehang-7b");
    sum.getByText(/¥0\.0032/);
    const extract = await step("提取设定");
    extract.getByText("已采用 5 条，待审 3 条，未采用 1 条");
    fireEvent.click(extract.getByRole("button", { name: "审阅 3 条" }));
    expect(desk().centre).toEqual({ kind: "review", batch: 3 });
    const check = await step("检查前后矛盾");
    check.getByText("沿用原有结果");
    check.getByText("严重 1");
    fireEvent.click(check.getByRole("button", { name: "查看问题" }));
    await waitFor(() => expect(desk()).toMatchObject({ tab: "findings", shown: { findingsOf: "chapter" } }));
  });

  it("main events lead to the words that tell them", async () => {
    await open(<WorkflowsTab />, { run: 7 });
    const sum = await step("写本章摘要");
    fireEvent.click(sum.getByRole("button", { name: /老周拒绝夜渡/ }));
    await waitFor(() => expect(takeWaitingPlace(2)).toEqual({ from: 4, to: 17, unit: "utf16" }));
    expect(desk().scene).toBe(2);
  });

  it("at work says how far it is, and is stopped as a whole or by a step", async () => {
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

  it("that waits asks its question, once answered it says so", async () => {
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(waitingRun(zh)) } });
    const question = within(await screen.findByRole("region", { name: "“提取设定”在等你决定" }));
    question.getByText(/有 3 条设定等你审阅/);
    fireEvent.click(question.getByRole("button", { name: "不继续" }));
    await waitFor(() =>
      expect(asks("workflow.answer")).toEqual([{ run: 7, node: "extract_kg", accept: false }]),
    );
    fireEvent.click(question.getByRole("button", { name: "已审阅，继续" }));
    await waitFor(() => expect(asks("workflow.answer")).toHaveLength(2));
  });

  it("of which a step failed tells why, and leads to doing it again", async () => {
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": shows(partialRun(zh)) } });
    const extract = await step("提取设定");
    extract.getByText("模型的回答不合要求");
    extract.getByText(/expected an object/);
    (await step("下一章的方向")).getByText("前面的步骤没有做成，所以没有做。");
    fireEvent.click(extract.getByRole("button", { name: "从这里重做…" }));
    expect(desk().dialog).toEqual({ name: "run-again", run: 7, node: "extract_kg" });
  });

  it("keeps a log that goes on where it ended", async () => {
    let view = runningRun(zh);
    await open(<WorkflowsTab />, { run: 7, more: { "workflow.show": () => structuredClone(view) } });
    await press("运行日志");
    await screen.findByText("run_started");
    expect(asks("workflow.events")).toEqual([{ run: 7, after: 0, limit: 200 }]);
    view = { ...view, cursor: 30 };
    act(() => forget(["workflows"]));
    await waitFor(() => expect(asks("workflow.events").at(-1)).toEqual({ run: 7, after: 3, limit: 200 }));
    expect(screen.getAllByText("run_started")).toHaveLength(1);
  });

  it("for reading only offers nothing that would change it", async () => {
    await open(<WorkflowsTab />, {
      run: 7,
      writable: false,
      more: { "workflow.show": shows(waitingRun(zh)) },
    });
    await step("提取设定");
    expect(screen.queryByRole("button", { name: "停止" })).toBeNull();
    expect(screen.queryByRole("button", { name: "已审阅，继续" })).toBeNull();
  });
});

describe("again", () => {
  it("a preview tells what runs, what is reused and what it costs, before it is begun", async () => {
    await open(<RunAgainDialog />, { dialog: { name: "run-again", run: 7, node: "extract_kg" } });
    const runs = within(await screen.findByRole("region", { name: "会运行" }));
    await waitFor(() => runs.getByText("提取设定"));
    within(screen.getByRole("region", { name: "沿用结果" })).getByText("写本章摘要");
    screen.getByText("约花费 ¥0.09");
    fireEvent.click(screen.getByRole("checkbox", { name: "不沿用原有结果" }));
    fireEvent.click(screen.getByRole("radio", { name: "只这一步" }));
    await waitFor(() =>
      expect(asks("workflow.preview_again").at(-1)).toEqual({
        run: 7,
        node: "extract_kg",
        only: true,
        fresh: true,
      }),
    );
    await waitFor(async () => expect(((await button("运行")) as HTMLButtonElement).disabled).toBe(false));
    await press("运行");
    await waitFor(() => expect(desk().shown.run).toBe(21));
    expect(asks("workflow.run_again")).toEqual([{ run: 7, node: "extract_kg", only: true, fresh: true }]);
    expect(desk().dialog).toBeNull();
  });

  it("parameters are JSON or nothing", async () => {
    await open(<RunAgainDialog />, { dialog: { name: "run-again", run: 7, node: "extract_kg" } });
    await press("修改这一步的参数");
    const field = await screen.findByRole("textbox", { name: "修改这一步的参数" });
    fireEvent.change(field, { target: { value: "{oops" } });
    await screen.findByText("这不是有效的 JSON");
    expect(((await button("运行")) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.change(field, { target: { value: '{"most": 3}' } });
    fireEvent.blur(field);
    await waitFor(async () => expect(((await button("运行")) as HTMLButtonElement).disabled).toBe(false));
    await press("运行");
    await waitFor(() => expect(asks("workflow.run_again")).toHaveLength(1));
    expect(asks("workflow.run_again")[0]).toMatchObject({ params: { most: 3 } });
  });
});

describe("runs that were interrupted", () => {
  const more: FakeAnswers = { "workflow.interrupted": () => ({ runs: sampleInterrupted(zh) }) };

  it("are told once when the project is opened, with what going on costs", async () => {
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

  it("are gone on with as they were, by the new workflow, all together, or ended", async () => {
    await open(<WorkflowsTab />, { more });
    const list = within(await screen.findByRole("region", { name: "上次没有做完的流程" }));
    fireEvent.click(list.getByRole("button", { name: "改用新的：全书检查" }));
    await waitFor(() => expect(asks("workflow.resume")).toEqual([{ run: 6, upgrade: true }]));
    useDesk.setState(({ shown }) => ({ shown: { ...shown, run: null } }));
    const again = within(await screen.findByRole("region", { name: "上次没有做完的流程" }));
    fireEvent.click(again.getByRole("button", { name: "全部接着做（2 个）" }));
    await waitFor(() =>
      expect(asks("workflow.resume").slice(1)).toEqual([
        { run: 5, upgrade: false },
        { run: 4, upgrade: false },
      ]),
    );
    const [end] = again.getAllByRole("button", { name: /^不做了：完成本章/ });
    if (end === undefined) throw new Error("a button");
    fireEvent.click(end);
    await waitFor(() => expect(asks("workflow.cancel")).toEqual([{ run: 5 }]));
  });

  it("cost what is known of all of them, in one currency", () => {
    const [first, second, third] = sampleInterrupted(zh);
    if (!first || !second || !third) throw new Error("three runs");
    expect(costOfAll([first, third])).toEqual({ cost: { currency: "CNY", micros: 150_000 }, may_cost: true });
    expect(costOfAll([second])).toEqual({ cost: null, may_cost: false });
    const dollars = { ...third, cost: { currency: "USD", micros: 1 } };
    expect(costOfAll([first, dollars])).toEqual({ cost: null, may_cost: true });
    expect(costOfAll([first, { ...third, cost: null }])).toEqual({ cost: null, may_cost: true });
  });
});

describe("the status bar", () => {
  it("shows what runs and leads to it; how it ended is told where nobody looks", async () => {
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

  it("what runs can be stopped by a command", async () => {
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

describe("what runs by itself", () => {
  it("costs nothing, or has a ceiling before it is switched on", async () => {
    await open(<WorkflowSwitchesDialog />, { dialog: { name: "workflow-switches" } });
    const completion = within(await screen.findByRole("region", { name: "完成本章" }));
    fireEvent.click(completion.getByRole("switch"));
    const field = await completion.findByRole("textbox", { name: "三十天内最多花费" });
    expect(asks("workflow.switch")).toEqual([]);
    fireEvent.change(field, { target: { value: "0.3" } });
    fireEvent.blur(field);
    await waitFor(() =>
      expect(asks("workflow.switch")).toEqual([
        {
          workflow: "chapter_completion",
          trigger: "chapter_completed",
          on: true,
          ceiling: { currency: "CNY", micros: 300_000 },
        },
      ]),
    );
    const reindex = within(screen.getByRole("region", { name: "重建索引" }));
    fireEvent.click(reindex.getByRole("switch"));
    await waitFor(() => expect(asks("workflow.switch")).toHaveLength(2));
    expect(asks("workflow.switch")[1]).toMatchObject({ workflow: "reindex", on: false });
  });
});

describe("a chapter", () => {
  it("has its summary, its main events, and directions that become a plan", async () => {
    await open(<ChapterSummary chapter={2} />);
    await screen.findByText(/阿遥带着半封信回到渡口/);
    const card = within(await screen.findByRole("article", { name: "半封信的另一半" }));
    fireEvent.click(card.getByRole("button", { name: /^采用为下一章的计划/ }));
    await waitFor(() => expect(desk()).toMatchObject({ scene: 3, tab: "part" }));
    expect(asks("completion.accept_suggestion")).toEqual([{ chapter: 2, id: 1 }]);
    expect(within(screen.getByRole("article", { name: "对岸的人" })).queryByRole("button")).toBeNull();
  });

  it("says that its summary is old, and sums up again", async () => {
    const completion = sampleCompletion(zh);
    if (completion.summary !== null) completion.summary.stale = true;
    await open(<ChapterSummary chapter={2} />, { more: { "completion.chapter": () => completion } });
    await screen.findByText("写摘要之后本章改过，摘要可能与正文不符。");
    await press("重新完成本章");
    await waitFor(() =>
      expect(asks("workflow.start")).toEqual([{ workflow: "chapter_completion", chapter: 2 }]),
    );
  });
});

it("times and costs are told as people tell them", () => {
  const t = i18next.getFixedT("zh", "workflows");
  expect(tookWords(t, 0, 400)).toBe("不到 1 秒");
  expect(tookWords(t, 0, 12_300)).toBe("12 秒");
  expect(tookWords(t, 0, 65_000)).toBe("1 分 05 秒");
  expect(tookWords(t, 0, 59_800)).toBe("60 秒");
  expect(estimateWords(t, { cost: null, may_cost: false }, "zh")).toBe("不花钱");
  expect(estimateWords(t, { cost: null, may_cost: true }, "zh")).toBe("会用到模型，花费无法估计");
});
