import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { desk, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import type { OpenScene } from "@/desk/open-scene";
import { acquireScene, forgetAll } from "@/desk/open-scenes";
import { proposedTexts } from "@/desk/proposed-texts";
import { readingAppearance } from "@/desk/reading-appearance";
import { setProfileOnce } from "@/desk/sending";
import { useShownStep } from "@/desk/shown-step";
import { createWriting, type Writing } from "@/editor/create";
import { failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { GenerationEvent, GenerationView, JsonValue, ProfileList, RunningTurn } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { canAsk, requestFor } from "./asks";
import { commands } from "./commands";
import { DraftingBar } from "./drafting-bar";
import {
  consentNeeded,
  type FakeDrafting,
  fakeDrafting,
  generateOf,
  requestsOf,
  SCENE,
  viewOf,
} from "./fake-drafting";
import { endAll } from "./live";
import { endsSentence, spaceBetween } from "./paragraph";
import { asking } from "./run";
import { begin } from "./session";
import { runIn, setRun } from "./store";

const TEXT = "雨下了一夜。\n船夫没有来。";

let host: FakeDrafting;
let open: OpenScene;
let writing: Writing;
let notices: ToastOptions[];

function editor(text: string, version: number): Writing {
  const parent = document.createElement("div");
  document.body.append(parent);
  const created = createWriting({
    parent,
    text,
    version,
    label: "正文",
    appearance: readingAppearance(desk().settings),
    modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => open.changed(), onSelection: () => undefined },
  });
  vi.spyOn(created, "focus");
  return created;
}

beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  forgetAll();
  endAll();
  notices = [];
  onNotice((notice) => void notices.push(notice));
  host = fakeDrafting(TEXT);
  useDesk.setState({
    project: sampleProject(),
    scene: SCENE,
    dialog: null,
    centre: { kind: "writing" },
    shown: NOTHING_SHOWN,
  });
  open = await acquireScene(SCENE);
  writing = editor(open.initial.text, open.initial.version);
  open.attach(writing);
});
afterEach(() => {
  cleanup();
  endAll();
  writing.destroy();
});

const bar = () =>
  show(
    <QueryClientProvider client={answers}>
      <DraftingBar />
    </QueryClientProvider>,
  );
const runCommand = async (id: string) => {
  await act(async () => commands.find((one) => one.id === id)?.run());
};
const select = (from: number, to = from) => writing.view.dispatch({ selection: { anchor: from, head: to } });
const requests = (name: string) => requestsOf(host, name);
const run = () => runIn(SCENE);
/** Starts an act, up to the request to the model. */
async function start(id: string, generations: number[] = [1], target = 500): Promise<void> {
  const command = commands.find((one) => one.id === id);
  void command?.run();
  await vi.waitFor(() => expect(host.running).toBe(1));
  const range = { start: 0, end: 0 };
  act(() => {
    for (const generation of generations)
      host.tell({ type: "began", generation, range, target, limit: target + target / 5 });
  });
}
const end = async (...views: GenerationView[]) => {
  await act(async () => host.end(views));
  await vi.waitFor(() => expect(run()?.decisions ?? run()?.failure ?? "none").not.toBeNull());
};
const button = (name: string) => screen.findByRole("button", { name });

describe("a continuation", () => {
  it("is requested at the caret, streams beside the text, is accepted whole and undone", async () => {
    await bar();
    select(6);
    await start("drafting.continue");
    expect(requests("generation.run")).toEqual([
      { scene: SCENE, act: "continue", range: { start: 6, end: 6 }, agreed: 0 },
    ]);
    act(() => host.show(1, "风", "停了。\n他还在等。"));
    expect(writing.text()).toBe(TEXT);
    expect(writing.proposal()?.text()).toBe("\n风停了。\n他还在等。");
    await end(viewOf({ text: "风停了。\n他还在等。" }));
    expect(run()?.decisions).toEqual(["open", "open"]);
    expect(screen.getByText("2 处改动 · 采纳 0 · 拒绝 0")).toBeTruthy();
    fireEvent.click(await button("全部采纳"));
    await waitFor(() => expect(writing.text()).toBe("雨下了一夜。\n风停了。\n他还在等。\n船夫没有来。"));
    await waitFor(() => expect(requests("scene.save")).toHaveLength(1));
    expect(requests("scene.save")[0]).toMatchObject({ accepted: 1, text: writing.text() });
    expect(run()).toBeUndefined();
    expect(writing.focus).toHaveBeenCalled();
    const [notice] = notices;
    expect(notice?.text).toBe("已采纳");
    act(() => notice?.action?.onSelect());
    expect(writing.text()).toBe(TEXT);
    await waitFor(() =>
      expect(requests("generation.decide")).toContainEqual({ generation: 1, fate: "dismissed" }),
    );
  });

  it("continues the sentence at the caret", async () => {
    select(3);
    await start("drafting.continue");
    act(() => host.show(1, "大半夜，"));
    await end(viewOf({ text: "大半夜，" }));
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(writing.text()).toBe("雨下了大半夜，一夜。\n船夫没有来。"));
  });

  it("starts a paragraph after finished speech, and continues an unfinished sentence", () => {
    const over = ["天亮了。", "“走吧。”", "“走？！”　", "（完。）", "He left.", "等着……"];
    const open = ["", "他说：", "“走吧，”", "天亮了", "他——"];
    expect(over.filter((words) => !endsSentence(words))).toEqual([]);
    expect(open.filter(endsSentence)).toEqual([]);
  });

  it.each([
    ["let him.", "The house", " "],
    ["sun", "hats", " "],
    ["said:", "“No,”", " "],
    ["“No,”", "she said", " "],
    ["his ", "boat", ""],
    ["well", ", then", ""],
    ["灯灭了。", "The", ""],
    ["GPU", "坏了", ""],
    ["灯灭了", "他醒了", ""],
    ["", "The", ""],
  ] as const)("between %j and %j stands %j", (before, after, space) => {
    expect(spaceBetween(before, after)).toBe(space);
  });

  it("is marked dismissed when undone in the text, and accepted when redone", async () => {
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ text: "风停了。" }));
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(requests("scene.save")).toHaveLength(1));
    const last = (fate: string) =>
      waitFor(() => expect(requests("generation.decide").at(-1)).toEqual({ generation: 1, fate }));
    const accepted = writing.text();
    act(() => void writing.undo());
    expect(writing.text()).toBe(TEXT);
    await last("dismissed");
    act(() => void writing.redo());
    expect(writing.text()).toBe(accepted);
    await last("accepted");
    writing.view.dispatch({ changes: { from: 0, insert: "那年，" } });
    await waitFor(() => expect(host.kept()).toContain("那年"));
    expect(requests("generation.decide")).toHaveLength(2);
  });

  it("is not removed if the text was edited since", async () => {
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ text: "风停了。" }));
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(notices[0]?.text).toBe("已采纳"));
    writing.view.dispatch({ changes: { from: 0, insert: "那年，" } });
    notices[0]?.action?.onSelect();
    expect(writing.text()).toContain("那年，雨下了一夜。\n风停了。");
    expect(notices.at(-1)?.text).toContain("之后又改过文字");
  });

  it("is rejected whole: the text stays, and the notice restores the proposal", async () => {
    await bar();
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    const view = viewOf({ text: "风停了。", range: { start: 6, end: 6 } });
    await end(view);
    fireEvent.click(await button("全部拒绝"));
    await waitFor(() => expect(notices[0]?.text).toBe("已放弃这份提案"));
    expect(writing.text()).toBe(TEXT);
    expect(writing.proposal()).toBeNull();
    expect(requests("generation.decide")).toEqual([{ generation: 1, fate: "dismissed" }]);
    host.stored = [view];
    await act(async () => notices[0]?.action?.onSelect());
    await waitFor(() => expect(run()?.decisions).toEqual(["open"]));
    expect(writing.proposal()?.range()).toEqual({ from: 6, to: 6 });
    expect(requests("generation.decide").at(-1)).toEqual({ generation: 1, fate: "open" });
  });

  it("is accepted once when its report accepts it, and waits no more", async () => {
    await bar();
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ text: "风停了。" }));
    expect(await proposedTexts().accept(SCENE, 2)).toBe(false);
    await act(() => proposedTexts().accept(SCENE, 1));
    await waitFor(() => expect(writing.text()).toBe("雨下了一夜。\n风停了。\n船夫没有来。"));
    expect(run()).toBeUndefined();
    expect(writing.proposal()).toBeNull();
    expect(await proposedTexts().accept(SCENE, 1)).toBe(false);
    writing.undo();
    expect(writing.text()).toBe(TEXT);
  });

  it("goes when its report dismisses it", async () => {
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ text: "风停了。" }));
    expect(await proposedTexts().dismiss(SCENE, 1)).toBe(true);
    expect(writing.proposal()).toBeNull();
    expect(requests("generation.decide")).toEqual([{ generation: 1, fate: "dismissed" }]);
  });

  it("typing elsewhere continues, and the text goes to the original caret", async () => {
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    writing.view.dispatch({ changes: { from: 0, insert: "那年" } });
    await end(viewOf({ text: "风停了。" }));
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(writing.text()).toBe("那年雨下了一夜。\n风停了。\n船夫没有来。"));
  });

  it("reports that the server did not read everything", async () => {
    await bar();
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ text: "风停了。", prompt_cut: true }));
    expect(screen.getByText("服务没有读完发去的内容，这份稿子可能漏看了资料")).toBeTruthy();
  });

  it("stopping keeps what arrived", async () => {
    await bar();
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停"));
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(requests("job.stop")).toEqual([{ job: 7 }]);
    expect(await button("正在停止…")).toBeTruthy();
    await end(viewOf({ text: "风停", status: "stopped" }));
    expect(screen.getByText("已停止，写出的部分留着")).toBeTruthy();
    expect(run()?.decisions).toEqual(["open"]);
  });

  it("stopped before the request, sends nothing", async () => {
    select(6);
    void commands.find(({ id }) => id === "drafting.continue")?.run();
    await runCommand("drafting.stop");
    await waitFor(() => expect(run()).toBeUndefined());
    expect(requests("generation.run")).toEqual([]);
    expect(writing.proposal()).toBeNull();
  });

  it("reports when it exceeds the target, how it ended, and the overflow", async () => {
    await bar();
    select(6);
    await start("drafting.continue", [1], 10);
    act(() => host.show(1, "一二三四五六七八九十一"));
    const counter = () => screen.getByTestId("gate-counter");
    await waitFor(() => expect(counter().textContent).toContain("11"));
    expect(counter().className).not.toContain("text-warning");
    // Text after the last sentence is withheld: the count stays, but the warning appears.
    act(() => host.tell({ type: "soft_limit", generation: 1, counted: 11 }));
    expect(await screen.findByText("已超过目标，写到合适的句末就停")).toBeTruthy();
    expect(counter().className).toContain("text-warning");
    act(() => host.show(1, "二"));
    await waitFor(() => expect(counter().textContent).toContain("12"));
    expect(screen.getByRole("progressbar").getAttribute("aria-valuetext")).toBe(
      "已写 12 字，目标 10 字，上限 12 字",
    );
    act(() => host.tell({ type: "cut", generation: 1, reason: "hard_limit_sentence", overflow: 5 }));
    const gate = { target: 10, counted: 12, outcome: "cut", rounds: 1, closing: "" };
    await end(viewOf({ text: "一二三四五六七八九十一二", overflow: "还有五个字" as never, gate }));
    expect(screen.getByText("到达上限，在句末收束")).toBeTruthy();
    expect(screen.getByText(/余稿 5 字已收起/)).toBeTruthy();
  });
});

describe("a selection", () => {
  it("is required for some acts", () => {
    select(2);
    expect(canAsk("rewrite")).toBe(false);
    expect(canAsk("continue")).toBe(true);
    select(0, 6);
    expect(canAsk("polish")).toBe(true);
    expect(requestFor("polish")).toEqual({ scene: SCENE, act: "polish", range: { start: 0, end: 6 } });
    useDesk.setState({ project: sampleProject({ writable: false }) });
    expect(canAsk("continue")).toBe(false);
  });

  it("excludes line breaks at its ends, so that paragraphs stay separate", async () => {
    select(0, 7);
    expect(requestFor("rewrite")?.range).toEqual({ start: 0, end: 6 });
    select(6, 13);
    expect(requestFor("rewrite")?.range).toEqual({ start: 7, end: 13 });
    select(0, 7);
    await start("drafting.rewrite");
    act(() => host.show(1, "雨停了。"));
    await end(viewOf({ act: "rewrite", text: "雨停了。" }));
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(writing.text()).toBe("雨停了。\n船夫没有来。"));
  });

  it("is decided change by change; the last decision applies it", async () => {
    select(0, 6);
    await start("drafting.rewrite");
    act(() => host.show(1, "雨停了。"));
    await end(viewOf({ act: "rewrite", text: "雨停了。" }));
    expect(requests("prose.edits")).toEqual([{ old: "雨下了一夜。", new: "雨停了。" }]);
    await runCommand("drafting.next_hunk");
    expect(run()?.focused).toBe(0);
    await runCommand("drafting.accept_hunk");
    await waitFor(() => expect(writing.text()).toBe("雨停了。\n船夫没有来。"));
  });

  it("is compared again when the author edits it meanwhile", async () => {
    select(0, 6);
    await start("drafting.rewrite");
    act(() => host.show(1, "雨停了。"));
    await end(viewOf({ act: "rewrite", text: "雨停了。" }));
    writing.view.dispatch({ changes: { from: 1, to: 2, insert: "落" } });
    await waitFor(() => expect(run()?.decisions).toBeNull());
    await waitFor(() => expect(requests("prose.edits")).toHaveLength(2));
    expect(requests("prose.edits")[1]).toEqual({ old: "雨落了一夜。", new: "雨停了。" });
    await waitFor(() => expect(run()?.decisions).toEqual(["open"]));
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(writing.text()).toBe("雨停了。\n船夫没有来。"));
  });

  it("a candidate without text is explained, and cannot be chosen", async () => {
    await bar();
    select(0, 6);
    void begin({ ...requestFor("rewrite"), scene: SCENE, act: "rewrite", candidates: 2 });
    await vi.waitFor(() => expect(host.running).toBe(1));
    await end(
      viewOf({ id: 1, text: "雨停了。" }),
      viewOf({ id: 2, text: "", status: "failed", trouble: { kind: "server", message: "500" } }),
    );
    expect((await screen.findByRole<HTMLButtonElement>("radio", { name: "B" })).disabled).toBe(true);
    expect(screen.getByText("候选稿 B 没有文字：服务器出错")).toBeTruthy();
  });

  it("candidates appear one at a time in the text; the accepted one stays", async () => {
    await bar();
    select(0, 6);
    void begin({ ...requestFor("rewrite"), scene: SCENE, act: "rewrite", candidates: 2 });
    await vi.waitFor(() => expect(host.running).toBe(1));
    const range = { start: 0, end: 6 };
    act(() => {
      for (const generation of [1, 2]) host.tell({ type: "began", generation, range, target: 10, limit: 12 });
      host.show(1, "雨停了。");
      host.show(2, "夜雨不止。");
    });
    expect(writing.proposal()?.text()).toBe("雨停了。");
    fireEvent.click(await screen.findByRole("radio", { name: "B" }));
    expect(writing.proposal()?.text()).toBe("夜雨不止。");
    act(() => host.show(2, "他没睡。"));
    expect(writing.proposal()?.text()).toBe("夜雨不止。他没睡。");
    await end(viewOf({ id: 1, text: "雨停了。" }), viewOf({ id: 2, text: "夜雨不止。他没睡。" }));
    fireEvent.click(await button("全部采纳"));
    await waitFor(() => expect(writing.text()).toBe("夜雨不止。他没睡。\n船夫没有来。"));
    await waitFor(() => expect(requests("scene.save")[0]).toMatchObject({ accepted: 2 }));
    await waitFor(() =>
      expect(requests("generation.decide")).toEqual([{ generation: 1, fate: "dismissed" }]),
    );
  });
});

describe("commands that are disabled", () => {
  const why = (id: string) => commands.find((one) => one.id === `drafting.${id}`)?.whyNot?.();

  it("say why, and a missing model is no reason", async () => {
    select(6);
    expect(why("continue")).toBeNull();
    expect(why("rewrite")).toBe("drafting:why.selection");
    expect(why("accept_all")).toBe("drafting:why.noProposal");
    expect(why("stop")).toBe("drafting:why.noProposal");
    useDesk.setState({ dialog: { name: "settings" } });
    expect(why("continue")).toBe("drafting:why.dialog");
    useDesk.setState({ dialog: { name: "palette" } });
    expect(why("continue")).toBeNull();
    useDesk.setState({ dialog: null, project: sampleProject({ writable: false }) });
    expect(why("continue")).toBe("drafting:why.readOnly");
    useDesk.setState({ project: sampleProject(), scene: null });
    expect(why("continue")).toBe("drafting:why.scene");
  });

  it("reflect the state of the proposal", async () => {
    select(6);
    await start("drafting.continue");
    expect(why("continue")).toBe("drafting:why.proposal");
    expect(why("accept_all")).toBe("drafting:why.writing");
    expect(why("stop")).toBeNull();
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ text: "风停了。" }));
    expect(why("accept_all")).toBeNull();
    expect(why("apply")).toBe("drafting:why.noneAccepted");
    expect(why("stop")).toBe("drafting:why.notWriting");
    expect(why("regenerate")).toBeNull();
  });
});

describe("a draft", () => {
  it("starts a paragraph at the end of the text", async () => {
    await start("drafting.draft");
    expect(requests("generation.run")).toEqual([
      { scene: SCENE, act: "draft", range: { start: 13, end: 13 }, agreed: 0 },
    ]);
    act(() => host.show(1, "天亮了。"));
    await end(viewOf({ act: "draft", text: "天亮了。" }));
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(writing.text()).toBe(`${TEXT}\n天亮了。`));
  });
});

describe("requests refused before anything is sent", () => {
  const refuse = async (code: Parameters<typeof failure>[0] | null) => {
    host.refused.set("generation.run", code === null ? consentNeeded() : failure(code));
    select(6);
    await runCommand("drafting.continue");
    await waitFor(() => expect(run()).toBeUndefined());
    expect(writing.proposal()).toBeNull();
  };

  it("no model: the setup opens", async () => {
    await refuse("no_model");
    expect(desk().dialog).toEqual({ name: "no-model" });
  });

  it("a new host: the author is asked, with a preview", async () => {
    await refuse(null);
    expect(desk().dialog).toEqual({
      name: "consent",
      provider: "local",
      origin: "https://api.example.com",
      request: { scene: SCENE, act: "continue", range: { start: 6, end: 6 }, agreed: 0 },
    });
  });

  it("more than agreed: the author is asked, with the size", async () => {
    await refuse("agreement_needed");
    expect(desk().dialog).toMatchObject({ name: "preview-sending", request: { act: "continue" } });
  });

  it("a ceiling: the notice links to it", async () => {
    await refuse("ceiling_reached");
    expect(notices[0]?.tone).toBe("danger");
    notices[0]?.action?.onSelect();
    expect(desk().dialog).toEqual({ name: "models", section: "ceilings" });
  });
});

describe("failures afterwards", () => {
  it("an empty answer says why, what is safe, and can be retried", async () => {
    await bar();
    select(6);
    await start("drafting.continue");
    await act(async () =>
      host.end([
        viewOf({ status: "failed", trouble: { kind: "key", message: "401 Unauthorized" }, gate: null }),
      ]),
    );
    expect(await screen.findByText("没有写成")).toBeTruthy();
    expect(screen.getByText("密钥缺失、不对，或没有权限")).toBeTruthy();
    expect(screen.getByText("401 Unauthorized")).toBeTruthy();
    expect(screen.getByText("作品没有改动。")).toBeTruthy();
    expect(await button("打开模型设置")).toBeTruthy();
    fireEvent.click(await button("再写一次"));
    await vi.waitFor(() => expect(requests("generation.run")).toHaveLength(2));
    expect(requests("generation.decide")).toEqual([{ generation: 1, fate: "dismissed" }]);
  });

  it("received text stays when the stream breaks", async () => {
    await bar();
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    await act(async () => host.fail(failure("internal")));
    await waitFor(() => expect(run()?.decisions).toEqual(["open"]));
    expect(screen.getByText("中断了，收到的部分留着")).toBeTruthy();
  });

  it("the proposal is restored where its passage was edited", async () => {
    await bar();
    writing.view.dispatch({ selection: { anchor: 0, head: 6 } });
    await start("drafting.rewrite");
    act(() => host.show(1, "雨停了。"));
    await act(async () => host.end([viewOf({ text: "雨停了。" })]));
    await waitFor(() => expect(run()?.decisions).not.toBeNull());
    act(() => writing.view.dispatch({ changes: { from: 3, insert: "整整" } }));
    await waitFor(() => expect(run()?.decisions).toBeNull());
    const now = writing.text();
    await act(async () => open.detach());
    writing.destroy();
    writing = editor(now, 1);
    await act(async () => open.attach(writing));
    await waitFor(() => expect(writing.proposal()?.range()).toEqual({ from: 0, to: 8 }));
  });

  it("the proposal is restored with its scene", async () => {
    await bar();
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    await act(async () => open.detach());
    writing.destroy();
    act(() => host.show(1, "他还在等。"));
    writing = editor(TEXT, 1);
    await act(async () => open.attach(writing));
    await waitFor(() => expect(writing.proposal()?.text()).toBe("\n风停了。他还在等。"));
    expect(writing.proposal()?.range()).toEqual({ from: 6, to: 6 });
    await end(viewOf({ text: "风停了。他还在等。" }));
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(writing.text()).toContain("雨下了一夜。\n风停了。他还在等。"));
  });
});

describe("texts waiting for a decision", () => {
  const left = viewOf({
    id: 5,
    text: "风停了。",
    status: "incomplete",
    interrupted: true,
    range: { start: 6, end: 6 },
    gate: null,
  });

  it("are reported quietly, and shown at their place", async () => {
    host.stored = [left];
    await bar();
    expect((await screen.findByRole("status")).textContent).toContain("有一份未处理的续写稿（4 字，中断");
    fireEvent.click(await button("查看"));
    await waitFor(() => expect(run()?.decisions).toEqual(["open"]));
    // It was interrupted before its length was stored: it is counted again.
    expect(screen.getByTestId("gate-counter").textContent).toBe("4 字");
    expect(requests("generation.run")).toEqual([]);
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(writing.text()).toBe("雨下了一夜。\n风停了。\n船夫没有来。"));
    expect(screen.queryByRole("button", { name: "查看" })).toBeNull();
  });

  it("find a passage that the author edited since", async () => {
    const range = { start: 0, end: 6 };
    host.stored = [viewOf({ ...left, act: "rewrite", range, text: "雨停了。" })];
    writing.view.dispatch({ changes: { from: 3, insert: "整整" } });
    host.located = { start: 0, end: 8 };
    await bar();
    fireEvent.click(await button("查看"));
    await waitFor(() => expect(run()?.decisions).toContain("open"));
    expect(writing.proposal()?.range()).toEqual({ from: 0, to: 8 });
    await runCommand("drafting.accept_all");
    await waitFor(() => expect(writing.text()).toBe("雨停了。\n船夫没有来。"));
  });

  it("can be dismissed", async () => {
    host.stored = [left];
    await bar();
    fireEvent.click(await button("放弃"));
    await waitFor(() =>
      expect(requests("generation.decide")).toEqual([{ generation: 5, fate: "dismissed" }]),
    );
    await waitFor(() => expect(screen.queryByRole("button", { name: "查看" })).toBeNull());
  });
});

describe("a profile with steps", () => {
  const step = (change: Partial<Extract<GenerationEvent, { type: "step_began" }>> = {}) =>
    host.tell({
      type: "step_began",
      run: 5,
      step: "notes",
      title: { zh: "写前笔记", en: "Working notes" },
      phase: "pre",
      ...change,
    });

  it("shows which step works before the text, and a sign for each", async () => {
    await bar();
    void commands.find(({ id }) => id === "drafting.draft")?.run();
    await vi.waitFor(() => expect(host.running).toBe(1));
    act(() => step());
    expect(screen.getByTestId("state").textContent).toBe("写前笔记…");
    expect(await screen.findByText("写前笔记：正在做")).toBeTruthy();
    act(() => host.tell({ type: "step_ended", run: 5, step: "notes", how: "done", millis: 1240 }));
    expect(await screen.findByText("写前笔记：做完了，1.2 秒")).toBeTruthy();
    expect(screen.getByTestId("state").textContent).toBe("正在准备上下文…");
  });

  it("offers the mended copy beside the text, with what was found", async () => {
    await bar();
    select(6);
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    const turn = {
      hash: "t",
      run: 5,
      profile: "careful",
      profile_version: 1,
      profile_hash: "p",
      level: "novel",
    };
    const title = { zh: "改掉查出的问题", en: "Mend what was found" };
    const noted = { phase: "post", status: "completed", millis: 3, effects: [], detail: null };
    host.report = {
      steps: [
        { ...noted, step: "check", title, notes: { candidates: [{ generation: 1, found: 2 }] } },
        { ...noted, step: "mend", title, notes: { candidates: [{ generation: 1, mended: 2 }] } },
      ],
    };
    await end(
      viewOf({ id: 1, text: "风停了。", turn }),
      viewOf({ id: 2, text: "风歇了。", turn, candidate_of: 1, derived: { of: 1, step: "mend" } }),
    );
    expect(await screen.findByText(/查出 2 处/)).toBeTruthy();
    expect(requests("generation.report")).toEqual([{ generation: 1 }]);
    fireEvent.click(screen.getByRole("radio", { name: "A′" }));
    expect(await screen.findByText("改自 A · 改掉查出的问题")).toBeTruthy();
    expect(await button("改了 2 处")).toBeTruthy();
    await waitFor(() => expect(writing.proposal()?.text()).toContain("风歇了。"));
  });

  const turn = {
    hash: "t",
    run: 5,
    profile: "careful",
    profile_version: 1,
    profile_hash: "p",
    level: "novel",
  };
  const noted = (step: string, change: Record<string, JsonValue>) => ({
    step,
    handler: step === "mend" ? "mend_text" : step,
    title: { zh: step === "mend" ? "改掉查出的问题" : "写前笔记", en: step },
    phase: "post",
    status: "completed",
    millis: 3,
    effects: [],
    notes: {},
    detail: null,
    ...change,
  });

  it("keeps a sign of a step that failed, which leads to it in the report", async () => {
    await bar();
    await start("drafting.continue");
    host.report = { steps: [noted("notes", { phase: "pre", status: "failed" })] };
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ id: 1, text: "风停了。", turn }));
    const sign = await button("1 步没做成：写前笔记");
    expect(screen.getByText(/写前笔记：没有做成/)).toBeTruthy();
    fireEvent.click(sign);
    expect(desk().shown.generation).toBe(1);
    expect(useShownStep.getState().at).toEqual({ generation: 1, step: "notes" });
  });

  it("says why there is no mended copy, and leads from what was found to the check", async () => {
    await bar();
    await start("drafting.continue");
    host.report = {
      steps: [
        noted("check", { notes: { candidates: [{ generation: 1, found: 6, rules: {} }] } }),
        noted("mend", { notes: { candidates: [] } }),
      ],
    };
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ id: 1, text: "风停了。", turn }));
    expect(await button("没有一处改得成，所以没有另成一稿")).toBeTruthy();
    fireEvent.click(await button("查出 6 处"));
    expect(useShownStep.getState().at).toEqual({ generation: 1, step: "check" });
  });

  it("shows the own length of a mended copy, what differs, and an open report follows", async () => {
    await bar();
    await start("drafting.continue");
    host.report = { steps: [noted("mend", { notes: { candidates: [{ generation: 1, mended: 1 }] } })] };
    act(() => host.show(1, "风停了，船来。"));
    const gate = { target: 500, counted: 7, outcome: "within_target", rounds: 1, closing: "" };
    const derived = { of: 1, step: "mend" };
    await end(
      viewOf({ id: 1, text: "风停了，船来。", turn, gate }),
      viewOf({ id: 2, text: "风歇，船来。", turn, gate, candidate_of: 1, derived }),
    );
    fireEvent.click(screen.getByRole("button", { name: "查看回执" }));
    expect(desk().shown.generation).toBe(1);
    fireEvent.click(await screen.findByRole("radio", { name: "A′" }));
    expect(desk().shown.generation).toBe(2);
    expect(await screen.findByText(/^6 \/ 500 字$/)).toBeTruthy();
    fireEvent.click(await button("与 A 比较"));
    const list = await screen.findByRole("list", { name: "与 A 不同的地方" });
    expect(list.querySelector("del")?.textContent).toBe("停了");
    expect(list.querySelector("ins")?.textContent).toBe("歇");
  });

  const careful: ProfileList = {
    profiles: [
      {
        profile: "careful",
        title: { zh: "细写", en: "Careful" },
        description: { zh: "", en: "" },
        origin: "shipped",
        version: 1,
        acts: [],
        steps: [],
        untrusted: false,
        notes_unread: [],
      },
    ],
    uses: [],
    resolved: { profile: "careful", level: "novel", gone: [{ level: "scene", profile: "lost" }] },
  };

  it("is named in the bar with the level that set it, and with one that is gone", async () => {
    host.profiles = careful;
    await bar();
    await start("drafting.continue");
    const chip = await screen.findByRole("button", { name: /^细写 · 整部作品/ });
    expect(chip.textContent).toContain("方案“lost”已经不在了（本场），跳过了它");
    fireEvent.click(chip);
    expect(desk().dialog).toEqual({ name: "choose-profile", act: "continue" });
  });

  it("chosen for this time is sent with the next request alone", async () => {
    host.profiles = careful;
    setProfileOnce(SCENE, "careful");
    await bar();
    await start("drafting.continue");
    expect(requests("generation.run").at(-1)).toMatchObject({ profile: "careful" });
    expect(await screen.findByRole("button", { name: "细写 · 这一次" })).toBeTruthy();
    expect(requestFor("continue")).not.toHaveProperty("profile");
  });

  it("that refuses offers to write anyway without that step, or to complete the plan", async () => {
    host.refused.set("generation.run", failure("step_refused", { details: { step: "plan" } }));
    await runCommand("drafting.draft");
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]?.action?.label).toBe("照写");
    expect(notices[0]?.also?.label).toBe("补上计划");
    await act(async () => notices[0]?.also?.onSelect());
    expect(desk().tab).toBe("part");
    host.refused.clear();
    await act(async () => notices[0]?.action?.onSelect());
    await vi.waitFor(() => expect(host.running).toBe(1));
    expect(requests("generation.run").at(-1)).toMatchObject({ act: "draft", skip: ["plan"] });
  });
});

it("a request that is out waits for the answer", async () => {
  await bar();
  await start("drafting.continue");
  act(() => host.tell({ type: "trying", generation: 1, provider: "local", model: "qwen3:14b", attempt: 1 }));
  expect(screen.getByTestId("state").textContent).toBe("正在等应答…");
});

describe("a double click on accepting", () => {
  it("does not press the bar that comes instead", async () => {
    await bar();
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ id: 1, text: "风停了。" }));
    act(() => setRun(41, { ...asking({ scene: 41, act: "draft" }), phase: "ready" }));
    fireEvent.click(await button("全部采纳"), { detail: 1 });
    await waitFor(() => expect(run()).toBeUndefined());
    const goThere = await button("过去看看");
    fireEvent.click(goThere, { detail: 2 });
    expect(desk().scene).toBe(SCENE);
    await new Promise((done) => setTimeout(done, 750));
    fireEvent.click(goThere, { detail: 1 });
    await waitFor(() => expect(desk().scene).toBe(41));
  });

  it("leaves the buttons of the next proposal alone", async () => {
    await bar();
    await start("drafting.continue");
    act(() => host.fail(failure("no_model")));
    await waitFor(() => expect(run()).toBeUndefined());
    useDesk.setState({ dialog: null });
    await start("drafting.continue");
    act(() => host.show(1, "风停了。"));
    await end(viewOf({ id: 1, text: "风停了。" }));
    fireEvent.click(await button("全部拒绝"), { detail: 1 });
    await waitFor(() => expect(run()).toBeUndefined());
  });
});

describe("a turn that was running when the window was reloaded", () => {
  const range = { start: 6, end: 6 };
  const turnOf = (turn: string): RunningTurn => ({
    turn,
    request: generateOf({ range }),
    text: writing.text(),
  });
  const attached = () => requests("generation.attach");

  it("goes on in the text, from its beginning and without repeating a character", async () => {
    host.turns = [turnOf("t1")];
    host.stored = [viewOf({ id: 71, text: "风", status: "running", range, gate: null })];
    await bar();
    await vi.waitFor(() => expect(attached()).toEqual([{ turn: "t1" }]));
    act(() => {
      host.tell({ type: "began", generation: 71, range, target: 500, limit: 600 });
      host.show(71, "风", "停了。");
    });
    expect(writing.proposal()?.text()).toBe("\n风停了。");
    await end(viewOf({ id: 71, text: "风停了。", range }));
    expect(run()?.decisions).toEqual(["open"]);
    expect(attached()).toHaveLength(1);
  });

  it("shows the steps before it has a text", async () => {
    host.turns = [turnOf("t2")];
    await bar();
    await vi.waitFor(() => expect(attached()).toHaveLength(1));
    const title = { zh: "写前笔记", en: "Working Notes" };
    act(() => host.tell({ type: "step_began", run: 3, step: "notes", title, phase: "pre" }));
    expect(run()?.steps).toMatchObject([{ step: "notes", state: "running" }]);
    expect(run()?.phase).toBe("asking");
  });

  it("leaves nothing behind if it ended meanwhile", async () => {
    host.turns = [turnOf("t3")];
    await bar();
    await vi.waitFor(() => expect(attached()).toHaveLength(1));
    await act(async () => host.end([]));
    expect(run()).toBeUndefined();
    expect(writing.proposal()).toBeNull();
    expect(attached()).toHaveLength(1);
  });

  it("is not followed if the program ended meanwhile", async () => {
    const arriving = viewOf({ id: 72, text: "风", range, gate: null });
    host.stored = [{ ...arriving, status: "incomplete", interrupted: true }];
    await bar();
    await screen.findByText(/未处理的续写稿/);
    expect(attached()).toEqual([]);
  });
});
