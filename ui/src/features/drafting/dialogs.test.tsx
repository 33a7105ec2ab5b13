import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { useAskedSynopsis } from "@/desk/asked-synopsis";
import { type Dialog, desk, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import type { OpenScene } from "@/desk/open-scene";
import { acquireScene, forgetAll } from "@/desk/open-scenes";
import { readingAppearance } from "@/desk/reading-appearance";
import { createWriting, type Writing } from "@/editor/create";
import { failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { DraftingDialogs } from "./drafting-dialogs";
import {
  type FakeDrafting,
  fakeDrafting,
  generateOf,
  plannedNotes,
  requestsOf,
  SCENE,
  viewOf,
} from "./fake-drafting";
import { endAll } from "./live";
import { cardOf, previewOf, titlesOf } from "./sample";

const zh = (words: string) => words;
const TEXT = "雨下了一夜。\n船夫没有来。";

let host: FakeDrafting;
let open: OpenScene;
let writing: Writing;
let notices: ToastOptions[];

beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  forgetAll();
  endAll();
  notices = [];
  onNotice((notice) => void notices.push(notice));
  host = fakeDrafting(TEXT);
  host.preview = previewOf(zh);
  useDesk.setState({ project: sampleProject(), scene: SCENE, dialog: null, shown: NOTHING_SHOWN });
  open = await acquireScene(SCENE);
  const parent = document.createElement("div");
  document.body.append(parent);
  writing = createWriting({
    parent,
    text: open.initial.text,
    version: 1,
    label: "正文",
    appearance: readingAppearance(desk().settings),
    modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => open.changed(), onSelection: () => undefined },
  });
  open.attach(writing);
});
afterEach(() => {
  cleanup();
  endAll();
  writing.destroy();
});

const requests = (name: string) => requestsOf(host, name);
const button = (name: string) => screen.findByRole("button", { name });
async function withDialog(dialog: Dialog): Promise<void> {
  useDesk.setState({ dialog });
  await show(
    <QueryClientProvider client={answers}>
      <DraftingDialogs />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
}

describe("an act with the author's own instruction", () => {
  it("continues at the caret without a selection, and says why other acts are unavailable", async () => {
    writing.view.dispatch({ selection: { anchor: 6 } });
    await withDialog({ name: "instruct", act: "rewrite" });
    expect(screen.getByText("改写、扩写、缩写和润色要先在正文里选中文字。")).toBeTruthy();
    fireEvent.change(screen.getByRole("textbox", { name: /要求/ }), { target: { value: " 多写雨声 " } });
    fireEvent.click(screen.getByRole("radio", { name: "3" }));
    fireEvent.click(await button("开始"));
    await waitFor(() => expect(host.running).toBe(1));
    expect(requests("generation.run")).toEqual([
      {
        scene: SCENE,
        act: "continue",
        range: { start: 6, end: 6 },
        instruction: "多写雨声",
        candidates: 3,
        allow_secrets: false,
        agreed: 0,
      },
    ]);
    expect(desk().dialog).toBeNull();
  });

  it("is previewed before it is sent", async () => {
    writing.view.dispatch({ selection: { anchor: 0, head: 6 } });
    await withDialog({ name: "instruct", act: "rewrite" });
    fireEvent.click(await button("发送前预览"));
    expect(await screen.findByRole("dialog", { name: "将要发送的内容" })).toBeTruthy();
    expect(await screen.findByText(/你是一位长篇小说的合作者/)).toBeTruthy();
    expect(screen.getByText("要求忽略前面的指令")).toBeTruthy();
    expect(host.running).toBe(0);
    fireEvent.click(await button("发送"));
    await waitFor(() => expect(host.running).toBe(1));
    const [shown] = requests("context.preview");
    expect(requests("generation.run")).toEqual([{ ...shown, agreed: 2640 }]);
  });
});

describe("the size of a request", () => {
  const request = generateOf({ range: { start: 6, end: 6 } });

  it("is shown before it is sent, and later requests of that size start without asking", async () => {
    await withDialog({ name: "preview-sending", request });
    expect(await screen.findByText(/^至多请求 1 次、约 2,640 token/)).toBeTruthy();
    expect(host.running).toBe(0);
    const tick = screen.getByRole("checkbox", { name: /^这个模型不超过 6,000 token/ });
    expect(tick.getAttribute("aria-checked")).toBe("false");
    fireEvent.click(tick);
    fireEvent.click(await button("发送"));
    await waitFor(() => expect(host.running).toBe(1));
    expect(requests("providers.set_unasked")).toEqual([{ id: "local", model: "qwen3:14b", tokens: 6000 }]);
    expect(requests("generation.run")).toEqual([{ ...request, agreed: 2640 }]);
  });

  it("has the steps around it, of which each can be left out this time", async () => {
    host.planned = plannedNotes();
    await withDialog({ name: "preview-sending", request });
    const notes = await screen.findByRole("switch", { name: "写前笔记" });
    expect(screen.getByText("写之前 · 至多约 2,000 token，没填单价")).toBeTruthy();
    // The list of the steps and the list of facts tell the same.
    expect(screen.getAllByText(/^至多请求 .* 次、约 4,640 token/)).toHaveLength(2);
    fireEvent.click(notes);
    await waitFor(() =>
      expect(requests("pipeline.preview").at(-1)).toMatchObject({ request: { skip: ["notes"] } }),
    );
    fireEvent.click(await button("发送"));
    await waitFor(() => expect(host.running).toBe(1));
    expect(requests("generation.run")).toEqual([{ ...request, skip: ["notes"], agreed: 2640 }]);
  });

  it("shows what each step sends, and which results are not in the request for the text yet", async () => {
    host.planned = plannedNotes();
    await withDialog({ name: "preview-sending", request });
    const folded = await button("“写前笔记”送出的请求，约 1,600 token");
    expect(screen.queryByText(/你替一部长篇小说的作者做动笔前的准备/)).toBeNull();
    fireEvent.click(folded);
    expect(screen.getByText(/你替一部长篇小说的作者做动笔前的准备/)).toBeTruthy();
    expect(screen.getByText("发往 http://localhost:11434（qwen3:14b）")).toBeTruthy();
    expect(screen.getByText(/^送出时还会加上这几步的结果：写前笔记。/)).toBeTruthy();
    fireEvent.click(screen.getByRole("switch", { name: "写前笔记" }));
    await screen.findByRole("switch", { name: "写前笔记", checked: false });
    expect(screen.queryByRole("button", { name: /送出的请求/ })).toBeNull();
    expect(screen.queryByText(/^送出时还会加上/)).toBeNull();
  });

  it("says that a step after acceptance needs a spending limit", async () => {
    const planned = plannedNotes();
    planned.steps = planned.steps.map((step) => ({ ...step, phase: "settled" as const }));
    host.planned = planned;
    await withDialog({ name: "preview-sending", request });
    expect(await screen.findByText(/^它要问模型，定了花费上限才会做/)).toBeTruthy();
  });

  it("agrees to the tokens of the text and of the steps around it", async () => {
    host.planned = plannedNotes();
    await withDialog({ name: "preview-sending", request });
    await screen.findByRole("switch", { name: "写前笔记" });
    fireEvent.click(await button("发送"));
    await waitFor(() => expect(host.running).toBe(1));
    expect(requests("generation.run")).toEqual([{ ...request, agreed: 2640 + 2000 }]);
  });

  it("says what a required plan lacks before anything is sent, and leads to the synopsis", async () => {
    const planned = plannedNotes();
    const [notes] = planned.steps;
    const plan = { step: "plan", handler: "require", title: { zh: "先要有计划", en: "Require a Plan" } };
    if (notes !== undefined)
      planned.steps.unshift({ ...notes, ...plan, asks: false, missing: ["synopsis"], requests: [] });
    host.planned = planned;
    await withDialog({ name: "preview-sending", request });
    const warning = await screen.findByRole("alert");
    expect(warning.textContent).toContain("这一场还没有梗概：步骤“先要有计划”会拦下这次请求。");
    fireEvent.click(screen.getByRole("switch", { name: "先要有计划" }));
    await screen.findByRole("switch", { name: "先要有计划", checked: false });
    expect(screen.queryByRole("alert")).toBeNull();
    fireEvent.click(screen.getByRole("switch", { name: "先要有计划" }));
    fireEvent.click(await button("补上计划"));
    expect(desk().dialog).toBeNull();
    expect(desk().tab).toBe("part");
    expect(useAskedSynopsis.getState().scene).toBe(SCENE);
    expect(host.running).toBe(0);
  });

  it("is confirmed every time unless the author wants otherwise", async () => {
    await withDialog({ name: "preview-sending", request });
    await screen.findByRole("checkbox", { name: /^这个模型不超过 6,000 token 的请求/ });
    fireEvent.click(await button("发送"));
    await waitFor(() => expect(host.running).toBe(1));
    expect(requests("providers.set_unasked")).toEqual([]);
  });
});

it("an instruction shows the profile that is set as the chosen one", async () => {
  host.profiles = {
    profiles: [],
    uses: [],
    resolved: { profile: "careful", level: "novel", gone: [] },
  };
  await withDialog({ name: "instruct", act: "continue" });
  expect(await screen.findByText(/^照已设的：careful/)).toBeTruthy();
});

describe("the first request to a host", () => {
  const request = generateOf({ range: { start: 6, end: 6 } });
  const dialog: Dialog = { name: "consent", provider: "local", origin: "https://api.example.com", request };

  it("shows everything, and sends once the author agrees", async () => {
    await withDialog(dialog);
    expect(screen.getByRole("dialog", { name: "第一次把文字发给 api.example.com" })).toBeTruthy();
    expect(await screen.findByText("Ollama")).toBeTruthy();
    expect(await screen.findByText(/请接着写/)).toBeTruthy();
    fireEvent.click(await button("同意并发送"));
    await waitFor(() => expect(host.running).toBe(1));
    expect(requests("providers.consent")).toEqual([{ id: "local", agreed: true }]);
    expect(desk().dialog).toBeNull();
  });

  it("sends nothing otherwise, nor before the preview is visible", async () => {
    host.refused.set("context.preview", failure("prompt_faulty"));
    await withDialog(dialog);
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect((await screen.findByRole<HTMLButtonElement>("button", { name: "同意并发送" })).disabled).toBe(
      true,
    );
    fireEvent.click(await button("取消"));
    expect(requests("providers.consent")).toEqual([]);
    expect(host.running).toBe(0);
  });
});

describe("values", () => {
  const ask = async (which: "card" | "titles") => {
    await withDialog({ name: "model-values", request: { scene: SCENE, act: which } });
    await vi.waitFor(() => expect(host.running).toBe(1));
  };
  const answer = (text: string, change = {}) =>
    act(async () => host.end([viewOf({ text, gate: null, ...change })]));

  it("the selected card lines are appended to the synopsis, and undone", async () => {
    await ask("card");
    expect(requests("generation.run")).toEqual([{ scene: SCENE, act: "card", agreed: 0, reuse: true }]);
    await answer(JSON.stringify(cardOf(zh)));
    fireEvent.click(await screen.findByRole("checkbox", { name: "冲突" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "节拍" }));
    fireEvent.click(await button("写入场景梗概"));
    await waitFor(() => expect(desk().dialog).toBeNull());
    const card = cardOf(zh);
    const lines = [`目标：${card.goal}`, `转折：${card.turning_point}`, `结尾的钩子：${card.ending_hook}`];
    expect(requests("manuscript.describe")).toEqual([
      { part: { scene: SCENE }, synopsis: ["渡口，雨夜。", ...lines].join("\n") },
    ]);
    notices[0]?.action?.onSelect();
    await waitFor(() =>
      expect(requests("manuscript.describe").at(-1)).toEqual({
        part: { scene: SCENE },
        synopsis: "渡口，雨夜。",
      }),
    );
  });

  it("a title follows the chapter's number", async () => {
    await ask("titles");
    await answer(JSON.stringify(titlesOf(zh)));
    fireEvent.click(await screen.findByRole("radio", { name: "夜渡无人" }));
    expect(await screen.findByText("第三章 夜渡无人")).toBeTruthy();
    fireEvent.click(await button("用这个名字"));
    await waitFor(() =>
      expect(requests("manuscript.rename")).toEqual([{ part: { chapter: 9 }, title: "第三章 夜渡无人" }]),
    );
    notices[0]?.action?.onSelect();
    await waitFor(() =>
      expect(requests("manuscript.rename").at(-1)).toEqual({ part: { chapter: 9 }, title: "第三章 渡口" }),
    );
  });

  it("an unreadable answer is reported, and can be requested again", async () => {
    await ask("titles");
    await answer("这里有几个名字");
    expect(await screen.findByText("模型的回答不成样子，用不上。")).toBeTruthy();
    fireEvent.click(await button("再来一次"));
    await vi.waitFor(() => expect(requests("generation.run")).toHaveLength(2));
    expect(requests("generation.run")[1]).toMatchObject({ reuse: false });
  });

  const close = async () =>
    fireEvent.click((await screen.findAllByRole("button", { name: "关闭" }))[0] as HTMLElement);

  it("values left unused are dismissed; used ones are accepted", async () => {
    await ask("card");
    await answer(JSON.stringify(cardOf(zh)));
    await screen.findByRole("checkbox", { name: "冲突" });
    await close();
    await waitFor(() =>
      expect(requests("generation.decide")).toEqual([{ generation: 1, fate: "dismissed" }]),
    );
    cleanup();
    await ask("titles");
    await answer(JSON.stringify(titlesOf(zh)), { id: 2 });
    fireEvent.click(await button("用这个名字"));
    await waitFor(() => expect(desk().dialog).toBeNull());
    expect(requests("generation.decide").slice(1)).toEqual([{ generation: 2, fate: "accepted" }]);
  });

  it("requesting again dismisses the previous answer; so does an answer after the dialog closed", async () => {
    await ask("titles");
    await answer(JSON.stringify(titlesOf(zh)));
    fireEvent.click(await button("再来一次"));
    await waitFor(() =>
      expect(requests("generation.decide")).toEqual([{ generation: 1, fate: "dismissed" }]),
    );
    await vi.waitFor(() => expect(host.running).toBe(1));
    await close();
    await answer("", { id: 2, status: "stopped" });
    expect(requests("generation.decide").at(-1)).toEqual({ generation: 2, fate: "dismissed" });
  });

  it("nothing is recorded in another project", async () => {
    await ask("titles");
    await answer(JSON.stringify(titlesOf(zh)));
    await screen.findByRole("radio", { name: "夜渡无人" });
    act(() => useDesk.setState({ project: sampleProject({ name: "别的.wenfang" }), dialog: null }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(requests("generation.decide")).toEqual([]);
  });

  it("closing stops the run; no model leads to setting one up", async () => {
    await ask("card");
    await close();
    await waitFor(() => expect(requests("job.stop")).toEqual([{ job: 7 }]));
    host.refused.set("generation.run", failure("no_model"));
    act(() =>
      useDesk.setState({ dialog: { name: "model-values", request: { scene: SCENE, act: "titles" } } }),
    );
    await waitFor(() => expect(desk().dialog).toEqual({ name: "no-model" }));
  });
});
