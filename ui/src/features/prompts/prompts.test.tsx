import { EditorView } from "@codemirror/view";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeWindow } from "@/app/closing";
import { startI18n } from "@/app/i18n";
import { register } from "@/commands/registry";
import type { ToastOptions } from "@/components/toast";
import { UiProviders } from "@/components/ui-providers";
import { desk, showTab, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { PromptsCentre } from "./prompts-centre";
import { backendOf, previewOf, templateOf } from "./sample";
import { forgetWorkshop, useWorkshop } from "./state";

// Longer timeouts for a busy machine.
beforeAll(async () => {
  await startI18n("zh");
  register([
    { id: "writing.save", title: "writing:commands.save", keys: "CmdOrCtrl+S", run: () => undefined },
  ]);
});

let requests: Asked[] = [];
let notices: ToastOptions[] = [];
const zh = (words: string) => words;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(30);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  notices = [];
  onNotice((notice) => void notices.push(notice));
});
afterEach(cleanup);

async function open(more: FakeAnswers = {}, writable = true) {
  answers.clear();
  requests = chooseFakeHost({ ...backendOf(zh), ...more });
  useDesk.setState({ project: sampleProject({ writable }), scene: 3, centre: { kind: "prompts" } });
  forgetWorkshop();
  const shown = render(
    <QueryClientProvider client={answers}>
      <PromptsCentre />
    </QueryClientProvider>,
    { wrapper: UiProviders },
  );
  await waitFor(() => expect(askedFor("prompts.list").length).toBeGreaterThan(0));
  return shown;
}
const askedFor = (name: string) => requests.filter((one) => one.name === name).map((one) => one.request);
const list = () => screen.findByRole("list", { name: "提示词" });
const choose = async (name: RegExp) => fireEvent.click(within(await list()).getByRole("button", { name }));
const editor = async (title: string) => {
  const content = await screen.findByRole("textbox", { name: `提示词“${title}”` });
  const view = EditorView.findFromDOM(content);
  if (view === null) throw new Error("no editor");
  return view;
};
const tab = (name: RegExp) => fireEvent.click(screen.getByRole("tab", { name }));
/** Types at the end. */
const type = (view: EditorView, insert: string) =>
  act(() => view.dispatch({ changes: { from: view.state.doc.length, insert }, userEvent: "input.type" }));
const DRAFT = { group: "scene_generation", key: "scene_draft", language: "zh" };
const saveButton = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("the list", () => {
  it("is grouped, marks the project's own prompts, and opens the version in use", async () => {
    await open();
    const rows = await list();
    within(rows).getByRole("heading", { name: "场景写作" });
    within(rows).getByRole("heading", { name: "标题" });
    within(rows).getByRole("button", { name: "起草场景 自定义 v2" });
    expect((await editor("场景卡")).state.doc.toString()).toBe(templateOf("场景卡", "zh"));
    await choose(/起草场景/);
    expect((await editor("起草场景")).state.doc.toString()).toContain("少写对话，多写动作");
  });

  it("switches to the other language at the same prompt", async () => {
    await open();
    await choose(/^续写/);
    await editor("续写");
    fireEvent.click(screen.getByRole("radio", { name: "英文" }));
    expect((await editor("Continue")).state.doc.toString()).toContain("language: en");
  });

  it("can fail and be retried", async () => {
    await open({ "prompts.list": () => Promise.reject(failure("io")) });
    await screen.findByRole("alert");
    fireEvent.click(screen.getByRole("button", { name: "重试" }));
    await waitFor(() => expect(askedFor("prompts.list")).toHaveLength(2));
  });
});

describe("editing", () => {
  it("saves the text as the next version with a note, and enables it", async () => {
    await open();
    await choose(/起草场景/);
    const view = await editor("起草场景");
    type(view, "\n多写声音。");
    fireEvent.change(await screen.findByRole("textbox", { name: "说明" }), { target: { value: " 声音 " } });
    fireEvent.click(saveButton("存为 v3 并启用"));
    await waitFor(() => expect(askedFor("prompts.save")).toHaveLength(1));
    // The pressed button is gone: focus moves to the template.
    await waitFor(() => expect(document.activeElement?.closest(".cm-editor")).not.toBeNull());
    expect(askedFor("prompts.save")[0]).toEqual({
      ...DRAFT,
      template: view.state.doc.toString(),
      note: "声音",
    });
    await screen.findByText("改动后可以存为新的一版；旧版都会留着");
    within(await list()).getByRole("button", { name: "起草场景 自定义 v3" });
    expect(notices[0]?.text).toBe("已存为 v3 并启用");
    expect((await editor("起草场景")).state.doc.toString()).toContain("多写声音。");

    await act(async () => notices[0]?.action?.onSelect());
    expect(askedFor("prompts.enable")).toEqual([{ ...DRAFT, id: 12 }]);
    await waitFor(async () =>
      expect((await editor("起草场景")).state.doc.toString()).toContain("少写对话，多写动作"),
    );
  });

  it("saves with Ctrl+S too", async () => {
    await open();
    const view = await editor("场景卡");
    type(view, "\n短一些。");
    await screen.findByRole("button", { name: "存为 v1 并启用" });
    fireEvent.keyDown(view.contentDOM, { key: "s", code: "KeyS", ctrlKey: true });
    await waitFor(() => expect(askedFor("prompts.save")).toHaveLength(1));
  });

  it("shows errors by line while typing, and does not save them", async () => {
    await open();
    const view = await editor("场景卡");
    type(view, "\n{{ nobody }}");
    const faults = await screen.findByRole("list", { name: "提示词里的问题" });
    const line = view.state.doc.lines;
    const go = within(faults).getByRole("button", { name: `第 ${line} 行 没有 nobody 这个变量` });
    expect(view.dom.querySelector(".cm-fault-line")?.textContent).toBe("{{ nobody }}");
    expect(saveButton("存为 v1 并启用").disabled).toBe(true);
    fireEvent.click(go);
    expect(view.state.doc.lineAt(view.state.selection.main.head).number).toBe(line);
    screen.getByText("改好问题后就能预览");

    // Here a focused editor is notified of its own selection while it renders.
    view.contentDOM.blur();
    act(() => view.dispatch({ changes: { from: view.state.doc.length - 12, to: view.state.doc.length } }));
    await waitFor(() => expect(screen.queryByRole("list", { name: "提示词里的问题" })).toBe(null));
  });

  it("reports a heading with the wrong language", async () => {
    await open();
    const view = await editor("场景卡");
    const at = view.state.doc.toString().indexOf("language: zh") + "language: ".length;
    act(() => view.dispatch({ changes: { from: at, to: at + 2, insert: "en" } }));
    await screen.findByRole("button", { name: "第 3 行 这里放的是 zh 提示词，language 要写 zh" });
    expect(saveButton("存为 v1 并启用").disabled).toBe(true);
  });

  it("reverts to the saved text", async () => {
    await open();
    const view = await editor("场景卡");
    type(view, "不要了");
    fireEvent.click(await screen.findByRole("button", { name: "放弃改动，回到自带" }));
    expect(view.state.doc.toString()).toBe(templateOf("场景卡", "zh"));
    expect(screen.queryByRole("button", { name: /存为/ })).toBe(null);
  });

  it("keeps the text in the editor if it cannot be saved", async () => {
    await open({ "prompts.save": () => Promise.reject(failure("disk_full")) });
    const view = await editor("场景卡");
    type(view, "要紧的话");
    fireEvent.click(await screen.findByRole("button", { name: "存为 v1 并启用" }));
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]?.tone).toBe("danger");
    expect(view.state.doc.toString()).toContain("要紧的话");
    expect(useWorkshop.getState().draft).toContain("要紧的话");
  });

  it("changes nothing in a read-only project", async () => {
    await open({}, false);
    const view = await editor("场景卡");
    expect(view.state.readOnly).toBe(true);
    screen.getByText("作品是只读打开的，提示词不能修改");
    tab(/变量/);
    expect(
      (await screen.findAllByRole<HTMLButtonElement>("button", { name: /^target/ })).every(
        (one) => one.disabled,
      ),
    ).toBe(true);
  });
});

describe("leaving with unsaved changes", () => {
  const leave = async () => {
    await open();
    type(await editor("场景卡"), "还没存");
    await screen.findByRole("button", { name: "存为 v1 并启用" });
  };
  const dialog = () => screen.findByRole("dialog", { name: "“场景卡”有未保存的改动" });

  it("asks, whatever replaces the workshop; the author may stay", async () => {
    await leave();
    act(() => showTab("lore"));
    expect(desk().centre).toEqual({ kind: "prompts" });
    fireEvent.click(within(await dialog()).getByRole("button", { name: "继续编辑" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
    expect(desk().centre).toEqual({ kind: "prompts" });
    expect((await editor("场景卡")).state.doc.toString()).toContain("还没存");
  });

  it("saves and leaves", async () => {
    await leave();
    fireEvent.keyDown(screen.getByRole("region", { name: "提示词工坊" }), { key: "Escape" });
    fireEvent.click(within(await dialog()).getByRole("button", { name: "保存并离开" }));
    await waitFor(() => expect(desk().centre).toEqual({ kind: "writing" }));
    expect(askedFor("prompts.save")).toHaveLength(1);
  });

  it("discards and goes to another prompt", async () => {
    await leave();
    await choose(/^续写/);
    fireEvent.click(within(await dialog()).getByRole("button", { name: "放弃改动" }));
    await editor("续写");
    expect(askedFor("prompts.save")).toEqual([]);
    expect(useWorkshop.getState().draft).toBe(null);
  });

  it("does not save a text with errors", async () => {
    await open();
    type(await editor("场景卡"), "\n{{ nobody }}");
    await screen.findByRole("list", { name: "提示词里的问题" });
    await choose(/^续写/);
    const asks = await dialog();
    expect(within(asks).getByRole<HTMLButtonElement>("button", { name: "保存并离开" }).disabled).toBe(true);
  });

  it("does not ask without changes", async () => {
    await open();
    await editor("场景卡");
    act(() => showTab("lore"));
    expect(desk().centre).toEqual({ kind: "writing" });
  });

  it("asks before the window is closed, and closes it afterwards", async () => {
    await open({ "window.keep_open": () => null, "window.close": () => null });
    type(await editor("场景卡"), "还没存");
    await screen.findByRole("button", { name: "存为 v1 并启用" });
    await act(closeWindow);
    expect(askedFor("window.keep_open")).toHaveLength(1);
    fireEvent.click(within(await dialog()).getByRole("button", { name: "继续编辑" }));
    expect(askedFor("window.close")).toEqual([]);
    await act(closeWindow);
    fireEvent.click(within(await dialog()).getByRole("button", { name: "保存并离开" }));
    await waitFor(() => expect(askedFor("window.close")).toHaveLength(1));
    expect(askedFor("prompts.save")).toHaveLength(1);
  });

  it("closes the window at once without changes", async () => {
    await open({ "window.close": () => null });
    await editor("场景卡");
    await act(closeWindow);
    expect(askedFor("window.close")).toHaveLength(1);
  });

  it("drops the unsaved text of another project", async () => {
    await leave();
    act(() => useDesk.setState({ project: sampleProject({ name: "别的.wenfang" }) }));
    expect(useWorkshop.getState().draft).toBe(null);
  });
});

describe("versions", () => {
  const row = async (name: RegExp) =>
    within(await screen.findByRole("list", { name: "这个提示词的版本" })).getByRole("button", { name });

  it("are shown and enabled, and that is undone", async () => {
    await open();
    await choose(/起草场景/);
    await editor("起草场景");
    tab(/版本/);
    await row(/v2.*正在使用.*对话少一点/);
    fireEvent.click(await row(/^v1$/));
    await waitFor(async () => expect((await editor("起草场景")).state.doc.toString()).toContain("不写标题"));
    fireEvent.click(screen.getByRole("button", { name: "启用这一版" }));
    await waitFor(() => expect(askedFor("prompts.enable")).toHaveLength(1));
    await row(/^v1.*正在使用/);
    expect(askedFor("prompts.enable")).toEqual([{ ...DRAFT, id: 11 }]);
    await act(async () => notices[0]?.action?.onSelect());
    await row(/^v2.*正在使用/);
  });

  it("the shipped one is restored", async () => {
    await open();
    await choose(/起草场景/);
    await editor("起草场景");
    fireEvent.click(screen.getByRole("button", { name: "更多" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "恢复自带的提示词" }));
    await waitFor(() => expect(askedFor("prompts.enable")).toEqual([{ ...DRAFT, id: null }]));
    await waitFor(async () =>
      expect((await editor("起草场景")).state.doc.toString()).toBe(templateOf("起草场景", "zh")),
    );
  });

  it("are compared, the older one first; Escape returns", async () => {
    await open();
    await choose(/起草场景/);
    await editor("起草场景");
    tab(/版本/);
    fireEvent.click(await screen.findByRole("button", { name: "自带 的操作" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "与正在使用的比较" }));
    const comparison = await screen.findByRole("region", { name: "比较提示词的两个版本" });
    await waitFor(() => expect(askedFor("prompts.compare")).toEqual([{ ...DRAFT, from: null, to: 12 }]));
    await within(comparison).findByText(/少写对话/);
    fireEvent.keyDown(comparison, { key: "Escape" });
    await editor("起草场景");
  });
});

describe("files", () => {
  it("are imported as a version", async () => {
    await open();
    await editor("场景卡");
    fireEvent.click(screen.getByRole("button", { name: "更多" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "从文件导入…" }));
    await waitFor(() =>
      expect(askedFor("prompts.import")).toEqual([{ ...DRAFT, key: "scene_card", source: "path-1" }]),
    );
    await waitFor(() => expect(notices[0]?.text).toBe("已存为 v1 并启用"));
  });

  it("that are unusable show their errors by line", async () => {
    const faults = [{ line: 7, what: { fault: "malformed" }, message: "this tag cannot be read" }];
    await open({ "prompts.import": () => Promise.reject(failure("prompt_faulty", { details: { faults } })) });
    await editor("场景卡");
    fireEvent.click(screen.getByRole("button", { name: "更多" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "从文件导入…" }));
    const alert = await screen.findByRole("alert");
    within(alert).getByText("“scene_draft.zh.md”不能用");
    within(alert).getByText("这个标签读不懂");
    fireEvent.click(within(alert).getByRole("button", { name: "知道了" }));
    expect(screen.queryByRole("alert")).toBe(null);
    expect(notices).toEqual([]);
  });

  it("are written, under the shipped file name", async () => {
    await open();
    await choose(/起草场景/);
    await editor("起草场景");
    fireEvent.click(screen.getByRole("button", { name: "更多" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "导出“v2”到文件…" }));
    await waitFor(() => expect(askedFor("prompts.export")).toEqual([{ ...DRAFT, id: 12, out: "path-1" }]));
    expect(askedFor("window.choose")).toMatchObject([{ kind: "export_prompt", name: "scene_draft.zh.md" }]);
    await waitFor(() => expect(notices[0]?.text).toBe("已把“v2”写入 scene_draft.zh.md"));
  });
});

it("inserts a variable at the caret and declares it", async () => {
  await open();
  const view = await editor("场景卡");
  act(() => view.dispatch({ selection: { anchor: view.state.doc.length } }));
  tab(/变量/);
  fireEvent.click(await screen.findByRole("button", { name: /^instruction/ }));
  await waitFor(() => expect(view.state.doc.toString().endsWith("{{ instruction }}")).toBe(true));
  expect(view.state.doc.toString()).toContain("\n  instruction: 作者的要求\n---\n");
  await screen.findByRole("button", { name: /^instruction.*已声明/ });
});

describe("the preview", () => {
  const messages = () => screen.findByRole("list", { name: "会发送的消息" });
  const ofScene = async () => fireEvent.click(await screen.findByRole("radio", { name: "场景" }));

  it("shows an example", async () => {
    await open();
    within(await messages()).getByText(/渡口的灯还亮着/);
  });

  it("renders the text in the editor with the open scene", async () => {
    await open({ "context.preview": () => previewOf(zh, { suspicions: ["hidden_text", "strange"] }) });
    await choose(/起草场景/);
    const view = await editor("起草场景");
    await ofScene();
    await messages();
    expect(askedFor("context.preview")).toEqual([
      { scene: 3, act: "draft", template: view.state.doc.toString() },
    ]);
    screen.getByText("约 13,532 / 32,768");
    screen.getByText("Ollama · qwen3:8b");
    screen.getByText("带有看不见的字符、strange");
    type(view, "\n短一些。");
    await waitFor(() =>
      expect(askedFor("context.preview").at(-1)).toEqual({
        scene: 3,
        act: "draft",
        template: view.state.doc.toString(),
      }),
    );
  });

  it("uses the first paragraph for rewriting acts", async () => {
    await open();
    await choose(/^改写/);
    await editor("改写");
    await ofScene();
    await messages();
    expect(askedFor("context.preview")).toMatchObject([
      { scene: 3, act: "rewrite", range: { start: 1, end: 8 } },
    ]);
  });

  it("reports a missing paragraph", async () => {
    const empty = { scene: 3, version: 1, branch: 0, text: "\n", draft: null };
    await open({
      "scene.text": () => ({ ...empty, counts: { standard: 0, word: 0, han: 0, all: 1 } }),
    });
    await choose(/^改写/);
    await editor("改写");
    await ofScene();
    await screen.findByText("这个场景还没有正文");
    expect(askedFor("context.preview")).toEqual([]);
  });

  it("can fail while the editor stays", async () => {
    await open({ "context.preview": () => Promise.reject(failure("prompt_faulty")) });
    const view = await editor("场景卡");
    await ofScene();
    await screen.findByRole("alert");
    expect(view.dom.isConnected).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "重试" }));
    await waitFor(() => expect(askedFor("context.preview")).toHaveLength(2));
  });

  it("renders with another scene; Escape closes the choice before the workshop", async () => {
    await open();
    await editor("场景卡");
    await ofScene();
    await messages();
    const field = await screen.findByRole("combobox", { name: "场景" });
    act(() => field.focus());
    fireEvent.keyDown(field, { key: "ArrowDown" });
    await waitFor(() => expect(field.getAttribute("aria-expanded")).toBe("true"));
    fireEvent.keyDown(field, { key: "Escape" });
    expect(desk().centre).toEqual({ kind: "prompts" });
    act(() => useWorkshop.setState({ scene: 5 }));
    await waitFor(() => expect(askedFor("context.preview").at(-1)).toMatchObject({ scene: 5, act: "card" }));
  });

  it("shows a loading state", async () => {
    await open({ "context.preview": never });
    await editor("场景卡");
    await ofScene();
    await waitFor(() => expect(askedFor("context.preview")).toHaveLength(1));
    expect(screen.queryByRole("list", { name: "会发送的消息" })).toBe(null);
  });
});
