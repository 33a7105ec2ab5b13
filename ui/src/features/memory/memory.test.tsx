// The memory of a scene: retrieved from the plan or with a model, reviewed, with exclusions.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { register, runCommand, useCommands } from "@/commands/registry";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { desk, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { takeWaitingPlace } from "@/desk/navigation";
import { onNotice } from "@/desk/notices";
import { agreeOnce } from "@/desk/sending";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import type { JobProgress } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { ContextPreview, MemoryOfScene, SceneMemory } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { commands } from "./commands";
import { useDrops } from "./drops";
import { MemoryView } from "./memory-view";
import { beginning, byChapter } from "./passages";
import { saidOf } from "./reasons";
import { useRetrieving } from "./retrieving";
import { fakeMemory, sampleMemory } from "./sample";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

const zh = (words: string) => words;
const NONE: MemoryOfScene = { memory: null, is_stale: false };
const found = (change: Partial<SceneMemory> = {}) => sampleMemory(zh, change);
const of = (change: Partial<SceneMemory> = {}): MemoryOfScene => ({ memory: found(change), is_stale: false });

let sentRequests: Asked[];
let notices: ToastOptions[];

interface Given {
  more?: FakeAnswers;
  progress?: JobProgress[];
  writable?: boolean;
}

async function open(begin: MemoryOfScene, { more = {}, progress = [], writable = true }: Given = {}) {
  useDesk.setState({ project: sampleProject({ writable }), scene: 1, dialog: null, shown: NOTHING_SHOWN });
  sentRequests = chooseFakeHost({ ...fakeMemory(begin, found()), ...more }, progress);
  await show(
    <QueryClientProvider client={answers}>
      <MemoryView scene={1} />
    </QueryClientProvider>,
  );
}

const asks = (name: string) => sentRequests.filter((one) => one.name === name).map(({ request }) => request);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const box = (name: string | RegExp) => screen.findByRole("checkbox", { name });
const target = (change: object) =>
  ({
    target: {
      provider: "deepseek",
      origin: "https://api.example.com",
      consented: true,
      unasked: 2_000,
      ...change,
    },
    takes: {
      cost: null,
      may_cost: true,
      asks: { models: [], requests: 1, prompt_tokens: 1_500, answer_tokens: 500 },
    },
  }) as unknown as ContextPreview;

beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  useDrops.setState({}, true);
  useRetrieving.setState({}, true);
  useCommands.setState({ commands: new Map() });
  notices = [];
  onNotice((notice) => notices.push(notice));
});

describe("retrieving", () => {
  it("from the plan starts when there is none, and shows the results", async () => {
    await open(NONE);
    expect(await screen.findByText("本场还没有记忆")).toBeTruthy();
    await press("按计划检索");
    expect(await screen.findByRole("status")).toBeTruthy();
    expect(await screen.findByText("送出 7 / 7 项")).toBeTruthy();
    expect(asks("memory.retrieve")).toEqual([{ scene: 1, queries_from: "plan", excluded: [], agreed: 0 }]);
    expect(screen.getByText(/^按计划检索 · /)).toBeTruthy();
  });

  it("shows its progress and can be stopped with nothing changed", async () => {
    let end: (thrown: unknown) => void = () => undefined;
    await open(of(), {
      progress: [{ stage: "index", done: 16, total: 48 }],
      more: {
        "memory.retrieve": () => new Promise((_, reject) => (end = reject)),
        "job.stop": () => {
          end(failure("stopped"));
          return { running: true };
        },
      },
    });
    await press("重新检索");
    fireEvent.click(await screen.findByRole("menuitem", { name: "按计划检索" }));
    expect(await screen.findByText("正在编入改过的文字…")).toBeTruthy();
    expect(screen.getByText("16 / 48")).toBeTruthy();
    expect(screen.getByText("送出 7 / 7 项")).toBeTruthy();
    await press("停止");
    expect(await screen.findByText("已停止，记忆没有变。")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("with a model uses one the author agreed to", async () => {
    await open(NONE, { more: { "context.preview": () => target({}) } });
    await press("请模型列出要查的");
    expect(await screen.findByText("送出 7 / 7 项")).toBeTruthy();
    expect(asks("context.preview")).toEqual([{ scene: 1, act: "memory" }]);
    expect(asks("memory.retrieve")).toEqual([
      { scene: 1, queries_from: "model", excluded: [], agreed: 2_000 },
    ]);
  });

  it("with a model leads to setup or consent before anything is sent", async () => {
    await open(NONE, { more: { "context.preview": () => ({ ...target({}), target: null }) } });
    await press("请模型列出要查的");
    await waitFor(() => expect(desk().dialog).toEqual({ name: "no-model" }));
    act(() => useDesk.setState({ dialog: null }));
    chooseFakeHost({ ...fakeMemory(NONE), "context.preview": () => target({ consented: false }) });
    await press("请模型列出要查的");
    await waitFor(() =>
      expect(desk().dialog).toEqual({
        name: "consent",
        provider: "deepseek",
        origin: "https://api.example.com",
        request: { scene: 1, act: "memory" },
      }),
    );
    expect(asks("memory.retrieve")).toEqual([]);
    expect(screen.getByText("本场还没有记忆")).toBeTruthy();
  });

  it("with a model starts once its size is accepted", async () => {
    await open(NONE, { more: { "context.preview": () => target({ unasked: 1_999 }) } });
    await press("请模型列出要查的");
    await waitFor(() =>
      expect(desk().dialog).toEqual({ name: "preview-sending", request: { scene: 1, act: "memory" } }),
    );
    expect(asks("memory.retrieve")).toEqual([]);
    // The consent covered a single request.
    act(() => useDesk.setState({ dialog: null }));
    agreeOnce(1, 2_000);
    await press("请模型列出要查的");
    expect(await screen.findByText("送出 7 / 7 项")).toBeTruthy();
  });

  it("refused for missing consent leads there as well", async () => {
    const details = { provider: "kimi", origin: "https://kimi.example.com" };
    await open(NONE, {
      more: {
        "memory.retrieve": () => {
          throw failure("consent_needed", { details });
        },
      },
    });
    await press("按计划检索");
    await waitFor(() => expect(desk().dialog).toMatchObject({ name: "consent", provider: "kimi" }));
  });

  it("that fails is reported and can be retried", async () => {
    await open(NONE, {
      more: {
        "memory.retrieve": () => {
          throw failure("not_found");
        },
      },
    });
    await press("按计划检索");
    await screen.findByRole("alert");
    await press("重试");
    await waitFor(() => expect(asks("memory.retrieve")).toHaveLength(2));
  });

  it("is unavailable in a read-only project", async () => {
    await open(NONE, { writable: false });
    expect(await screen.findByText("作品是只读打开的，不能检索新的记忆。")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("a memory", () => {
  it("shows passages by chapter with their reasons, states, and events", async () => {
    await open(of());
    const passages = within(await screen.findByRole("region", { name: "前文段落" }));
    expect(passages.getByText("第一章 渡口")).toBeTruthy();
    expect(passages.getByText("字面第 1 · 语义第 2（0.83） · 查“阿遥带着半封信回到渡口”")).toBeTruthy();
    expect(passages.getByText("字面第 3 · 查“老周 摆渡的 周伯”")).toBeTruthy();
    const people = within(screen.getByRole("region", { name: "人物与事物的近况" }));
    expect(people.getByText("老周，左手：缺一截小指")).toBeTruthy();
    expect(people.getByText("图谱里没有登记，没有近况可送。")).toBeTruthy();
    expect(people.getAllByRole("checkbox")).toHaveLength(2);
    const events = within(screen.getByRole("region", { name: "先前的事" }));
    expect(events.getByText("渡船沉没：老周独自上岸")).toBeTruthy();
    await press("查了什么");
    expect(screen.getByText("老周为什么夜里不渡人")).toBeTruthy();
    await press("展开");
    expect(await screen.findByRole("button", { name: "收起" })).toBeTruthy();
  });

  it("items are excluded one by one, saved at once, and included by checking again", async () => {
    await open(of());
    fireEvent.click(await box(/^送出：老周把船拴在/));
    expect(await screen.findByText("送出 6 / 7 项")).toBeTruthy();
    fireEvent.click(await box("送出“老周”的近况"));
    await waitFor(() =>
      expect(asks("memory.drop")).toEqual([
        { scene: 1, dropped: ["text/0/abc0"] },
        { scene: 1, dropped: ["text/0/abc0", "entity/4"] },
      ]),
    );
    expect(screen.getAllByText("不送出")).toHaveLength(2);
    fireEvent.click(await box(/^送出：老周把船拴在/));
    await waitFor(() => expect(asks("memory.drop").at(-1)).toEqual({ scene: 1, dropped: ["entity/4"] }));
    await press("全部送出");
    expect(await screen.findByText("送出 7 / 7 项")).toBeTruthy();
    await waitFor(() => expect(useDrops.getState()).toEqual({}));
  });

  it("keeps every one of several quick choices, though the first is slow", async () => {
    const host = fakeMemory(of());
    let go: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (go = resolve));
    await open(of(), {
      more: {
        ...host,
        "memory.drop": async (request) => {
          await slow;
          return (host["memory.drop"] as (one: typeof request) => SceneMemory)(request);
        },
      },
    });
    fireEvent.click(await box(/^送出：老周把船拴在/));
    fireEvent.click(await box(/^送出：渡船沉没/));
    fireEvent.click(await box(/^送出：阿遥离开渡口/));
    expect(await screen.findByText("送出 4 / 7 项")).toBeTruthy();
    await act(async () => go());
    await waitFor(() => expect(useDrops.getState()).toEqual({}));
    expect(asks("memory.drop").at(-1)).toEqual({ scene: 1, dropped: ["text/0/abc0", "event/7", "event/8"] });
    expect(screen.getByText("送出 4 / 7 项")).toBeTruthy();
  });

  it("reverts to the saved state when a choice cannot be saved", async () => {
    await open(of(), {
      more: {
        "memory.drop": () => {
          throw failure("busy");
        },
      },
    });
    fireEvent.click(await box(/^送出：老周把船拴在/));
    await waitFor(() => expect(notices.map(({ text }) => text)).toEqual(["没能记下你的选择"]));
    expect(await screen.findByText("送出 7 / 7 项")).toBeTruthy();
  });

  it("of an earlier plan says that it is ignored", async () => {
    await open({ memory: found(), is_stale: true });
    const note = within(await screen.findByRole("note"));
    expect(note.getByText("本场的计划已改")).toBeTruthy();
    fireEvent.click(note.getByRole("button", { name: "按计划检索" }));
    await waitFor(() => expect(screen.queryByRole("note")).toBeNull());
  });

  it("lists what could not be done", async () => {
    await open(
      of({
        degraded: [
          { part: "queries", why: "nothing_named" },
          { part: "vectors", why: "failed", message: "out of memory" },
          { part: "search", why: "not_indexed", texts: 42 },
        ],
      }),
    );
    const list = within(await screen.findByRole("list", { name: "没能全做到的" }));
    expect(list.getByText("没有请到模型，改按计划检索")).toBeTruthy();
    expect(list.getByText("模型没有列出要查的")).toBeTruthy();
    expect(list.getByText("语义检索不可用，以字面代替")).toBeTruthy();
    expect(list.getByText("out of memory")).toBeTruthy();
    expect(list.getByText("还有 42 篇文字没有编入，可能没找全")).toBeTruthy();
  });

  it("links to the current place of passages, to entities and to events", async () => {
    const text = `改过的开头。\n老周把船拴在第三根木桩上，说：“夜里不渡人，这是规矩。”灯在他身后晃了晃，灭了。`;
    await open(of(), {
      more: {
        "scene.text": ({ scene }) =>
          ({ scene, text: scene === 10 ? text : "全改了。", draft: null, version: 4 }) as never,
      },
    });
    await press(/^到原文：老周把船拴在/);
    await waitFor(() => expect(desk().scene).toBe(10));
    expect(takeWaitingPlace(10)).toEqual({ from: 7, to: text.length, unit: "utf16" });
    await press(/^到原文：“你爹上船/);
    await waitFor(() => expect(notices.map(({ text: said }) => said)).toEqual(["原文已经改了"]));
    expect(desk().scene).toBe(12);
    await press("打开“老周”");
    expect([desk().tab, desk().shown.entity]).toEqual(["graph", 4]);
    await press(/^打开事件：渡船沉没/);
    expect([desk().tab, desk().shown.event]).toEqual(["timeline", 7]);
  });

  it("reports a failed load", async () => {
    await open(NONE, {
      more: {
        "memory.get": () => {
          throw failure("damaged");
        },
      },
    });
    expect(await screen.findByText("作品文件有损坏")).toBeTruthy();
  });
});

describe("commands", () => {
  it("show the memory and retrieve it, and say why they cannot", async () => {
    await open(NONE, { more: { "context.preview": () => target({}) } });
    const shown = vi.fn();
    register([...commands, { id: "context.memory", title: "x", run: shown }]);
    await act(() => runCommand("memory.ask"));
    expect(shown).toHaveBeenCalledOnce();
    expect(await screen.findByText("送出 7 / 7 项")).toBeTruthy();
    const [byPlan] = commands;
    expect(byPlan?.whyNot?.()).toBeNull();
    useDesk.setState({ dialog: { name: "about" } });
    expect(byPlan?.whyNot?.()).toBe("memory:why.dialog");
    useDesk.setState({ dialog: null, project: sampleProject({ writable: false }) });
    expect(byPlan?.whyNot?.()).toBe("memory:why.readOnly");
    useDesk.setState({ scene: null });
    expect(byPlan?.whyNot?.()).toBe("memory:why.scene");
  });
});

describe("values", () => {
  it("chapters keep telling order", () => {
    const [one, two, three] = found().relevant_memories;
    if (one === undefined || two === undefined || three === undefined) throw new Error("three passages");
    expect(byChapter([one, two, three, one]).map(({ passages }) => passages.length)).toEqual([2, 1, 1]);
    expect(byChapter([])).toEqual([]);
  });

  it("names are short in both scripts", () => {
    expect(beginning("字".repeat(30))).toBe(`${"字".repeat(24)}…`);
    expect(beginning(" a short one ")).toBe("a short one");
    expect([...beginning("word ".repeat(30))].length).toBeLessThan(50);
  });

  it("unknown reasons use the backend's words", () => {
    expect(saidOf({ part: "facts", why: "failed", message: "odd" })).toEqual({
      key: "facts",
      n: 0,
      reason: { words: "odd" },
    });
    expect(saidOf({ part: "timeline", why: "failed", message: "" }).reason).toBeNull();
  });
});
