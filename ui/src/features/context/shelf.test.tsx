import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import type { ToastOptions } from "@/components/toast";
import { UiProviders } from "@/components/ui-providers";
import { desk, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { acquireScene, forgetAll, openScene } from "@/desk/open-scenes";
import { createWriting, type Writing } from "@/editor/create";
import { type Asked, chooseFakeHost, type FakeAnswers } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { showOrigin } from "./acts";
import { ContextTab } from "./context-tab";
import { answersOf } from "./sample-host";
import { useContextView } from "./store";

beforeAll(() => startI18n("zh"));

const say = (zh: string) => zh;
const TEXTS: Record<number, string> = { 1: "雨下了一整夜。", 2: "第二天，雨停了。" };
const FIRST = "船到江心，她才看清摆渡人的手：虎口上有一道旧疤，和信里写的一样。";
const totals = { standard: 0, word: 0, han: 0, all: 0 };
let requests: Asked[] = [];
let notices: ToastOptions[] = [];
const writings: Writing[] = [];

beforeEach(() => {
  notices = [];
  onNotice((notice) => void notices.push(notice));
  forgetAll();
});
afterEach(() => {
  cleanup();
  for (const writing of writings.splice(0)) writing.destroy();
  forgetAll();
});

const host: FakeAnswers = {
  ...answersOf(say),
  "scene.text": ({ scene }) =>
    ({ version: 7, branch: 1, text: TEXTS[scene] ?? "", counts: totals, draft: null }) as never,
  "scene.save_draft": () => ({}) as never,
  "prose.count": () => ({ counts: totals }) as never,
};

/** Opens a scene with an editor, as the window does. */
async function write(id: number): Promise<Writing> {
  const scene = await acquireScene(id);
  const parent = document.body.appendChild(document.createElement("div"));
  const writing = createWriting({
    parent,
    ...scene.initial,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.9, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => scene.changed(), onSelection: () => undefined } as never,
  });
  scene.attach(writing);
  writings.push(writing);
  return writing;
}

async function open(more: FakeAnswers = {}, writable = true) {
  answers.clear();
  requests = chooseFakeHost({ ...host, ...more });
  useContextView.setState({ side: "shelf" });
  useDesk.setState({
    project: sampleProject({ writable }),
    scene: 1,
    centre: { kind: "writing" },
    shown: NOTHING_SHOWN,
  });
  render(
    <QueryClientProvider client={answers}>
      <ContextTab memory={() => null} steps={() => null} />
    </QueryClientProvider>,
    { wrapper: UiProviders },
  );
  return within(await screen.findByRole("article", { name: "“雨夜”的余稿" }));
}

const decided = () =>
  requests.filter(({ name }) => name === "generation.decide").map(({ request }) => request);
const undo = async () => {
  await waitFor(() => expect(notices).toHaveLength(1));
  notices[0]?.action?.onSelect();
};

describe("the shelf of overflow", () => {
  it("is inserted at the caret in one step, and can be undone", async () => {
    const card = await open();
    const writing = await write(1);
    writing.reveal({ from: 3, to: 3 }, "select");
    fireEvent.click(card.getByRole("button", { name: "插入光标处" }));
    await waitFor(() => expect(decided()).toEqual([{ generation: 6, overflow: "used" }]));
    expect(writing.text()).toBe(`雨下了${FIRST}一整夜。`);
    expect(writing.spansNow()).toMatchObject([{ generation: 6, from: 3, to: 3 + FIRST.length }]);
    await undo();
    await waitFor(() => expect(decided().at(-1)).toEqual({ generation: 6, overflow: "kept" }));
    expect(writing.text()).toBe(TEXTS[1]);
    expect(writing.spansNow()).toEqual([]);
  });

  it("text edited since stays when it is undone", async () => {
    const card = await open();
    const writing = await write(1);
    fireEvent.click(card.getByRole("button", { name: "插入光标处" }));
    await waitFor(() => expect(decided()).toHaveLength(1));
    await writing.edit([{ from: 0, to: 0, insert: "又及。" }], "replace");
    await undo();
    await waitFor(() => expect(decided()).toHaveLength(2));
    expect(writing.text()).toContain("又及。");
    expect(writing.text()).toContain(FIRST);
  });

  it("is put into the next scene, which is opened", async () => {
    const card = await open();
    const next = await write(2);
    const button = card.getByRole("button", { name: "作为下一场景开头" }) as HTMLButtonElement;
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    await waitFor(() => expect(decided()).toEqual([{ generation: 6, overflow: "used" }]));
    expect(desk().scene).toBe(2);
    expect(next.text()).toBe(`${FIRST}\n${TEXTS[2]}`);
  });

  it("can be discarded and restored", async () => {
    const card = await open();
    fireEvent.click(card.getByRole("button", { name: "丢弃这份余稿" }));
    await waitFor(() => expect(decided()).toEqual([{ generation: 6, overflow: "dismissed" }]));
    await undo();
    await waitFor(() => expect(decided().at(-1)).toEqual({ generation: 6, overflow: "kept" }));
  });

  it("offers no next scene after the last; long text expands; read-only does nothing", async () => {
    await open({}, false);
    const last = within(screen.getByRole("article", { name: "“过江”的余稿" }));
    expect((last.getByRole("button", { name: "作为下一场景开头" }) as HTMLButtonElement).disabled).toBe(true);
    expect((last.getByRole("button", { name: "丢弃这份余稿" }) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(last.getByRole("button", { name: "展开" }));
    expect(last.getByRole("button", { name: "收起" })).toBeTruthy();
  });

  it("links to its receipt", async () => {
    const card = await open();
    fireEvent.click(card.getByRole("button", { name: /续写$/ }));
    expect(desk().shown.generation).toBe(6);
  });
});

describe("the origin of the text at the caret", () => {
  it("shows its generation; the end of a span counts", async () => {
    await open({
      "generation.at": ({ offset }) => ({
        span: offset === 2 ? { generation: 4, range: { start: 0, end: 3 } } : null,
        receipt: null,
      }),
    });
    const writing = await write(1);
    writing.reveal({ from: 3, to: 3 }, "select");
    await showOrigin();
    expect([desk().tab, desk().shown.generation]).toEqual(["context", 4]);
  });

  it("the author's own text is reported as such", async () => {
    await open({ "generation.at": () => ({ span: null, receipt: null }) });
    await write(1);
    await showOrigin();
    expect(notices.at(-1)?.text).toBe("插入点处的文字不是模型写的");
    expect(openScene(1)).toBeDefined();
  });
});
