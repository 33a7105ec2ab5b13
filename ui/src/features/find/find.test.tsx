import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import type { ToastOptions } from "@/components/toast";
import { UiProviders } from "@/components/ui-providers";
import { closeDialog, desk, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { forgetAll, openScene } from "@/desk/open-scenes";
import { marksOf } from "@/editor/marks";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { DEFAULT_SETTINGS } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { type FakeBook, FakeSheet, fakeBook } from "./fake";
import { openFind, useFind } from "./find";
import { FindBar } from "./find-bar";
import { FindResults } from "./find-results";
import { forgetQueries } from "./query-history";
import { goOn } from "./search";

let book: FakeBook;
let requests: Asked[];
let notices: ToastOptions[];

beforeAll(async () => {
  // There is no layout here: lists get this height.
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 400 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 600 });
  await startI18n("zh");
});
beforeEach(() => {
  forgetAll();
  forgetQueries();
  answers.clear();
  notices = [];
  onNotice((notice) => notices.push(notice));
  useFind.setState(useFind.getInitialState());
});
afterEach(cleanup);

async function show(change: FakeAnswers = {}, writable = true): Promise<void> {
  book = fakeBook([
    { title: "第一章", scenes: ["渡口在此。𠮷渡口。", "水"] },
    { title: "第二章", scenes: ["旧渡口"] },
  ]);
  requests = chooseFakeHost({ ...book.answers, ...change });
  useDesk.setState({
    project: sampleProject({ writable }),
    settings: DEFAULT_SETTINGS,
    scene: 1,
    dialog: null,
    centre: { kind: "writing" },
  });
  render(
    <QueryClientProvider client={answers}>
      <UiProviders>
        <FindBar />
        <FakeSheet />
        <FindResults />
      </UiProviders>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(writing()).not.toBeNull());
}

const writing = () => openScene(1)?.writing ?? null;
const marked = () => {
  const view = writing()?.view;
  if (view === undefined) return [];
  return marksOf(view.state, "find").map(
    ({ from, to, kind }) => `${from} ${view.state.sliceDoc(from, to)}${kind === "current-hit" ? "!" : ""}`,
  );
};
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "查找" });
const type = (query: string) => fireEvent.change(field(), { target: { value: query } });
const open = (scope: "scene" | "chapter" | "book", replace = false) => act(() => openFind(scope, replace));
const searches = () => requests.filter(({ name }) => name === "manuscript.find").length;
const shown = (text: string) => waitFor(() => expect(screen.getByText(text)).not.toBeNull());

describe("the panel", () => {
  it("is absent until it is opened, and takes the focus", async () => {
    await show();
    expect(screen.queryByRole("search")).toBeNull();
    open("scene");
    expect(document.activeElement).toBe(field());
  });

  it("takes the selection as the query", async () => {
    await show();
    writing()?.reveal({ from: 0, to: 2 }, "select");
    open("scene");
    expect(field().value).toBe("渡口");
    await shown("1 / 2");
  });

  it("marks matches in place, also after surrogate pairs, and steps through them", async () => {
    await show();
    open("scene");
    type("渡口");
    await waitFor(() => expect(marked()).toEqual(["0 渡口!", "7 渡口"]));
    fireEvent.keyDown(field(), { key: "Enter" });
    await waitFor(() => expect(marked()).toEqual(["0 渡口", "7 渡口!"]));
    expect(writing()?.selection()).toMatchObject({ from: 7, to: 9 });
    expect(document.activeElement).toBe(field());
    fireEvent.keyDown(field(), { key: "Enter" });
    await shown("1 / 2");
    fireEvent.keyDown(field(), { key: "Enter", shiftKey: true });
    await shown("2 / 2");
  });

  it("closes with Esc, focuses the text at the match and removes the marks", async () => {
    await show();
    open("scene");
    type("渡口");
    await waitFor(() => expect(marked()).toHaveLength(2));
    fireEvent.keyDown(field(), { key: "Escape" });
    expect(desk().dialog).toBeNull();
    await waitFor(() => expect(marked()).toEqual([]));
    expect(writing()?.view.hasFocus).toBe(true);
    expect(writing()?.selection()).toMatchObject({ from: 0, to: 2 });
  });

  it("continues from the caret", async () => {
    await show();
    open("scene");
    type("渡口");
    await waitFor(() => expect(marked()).toHaveLength(2));
    writing()?.reveal({ from: 3, to: 3 }, "select");
    await act(() => goOn(1));
    await shown("2 / 2");
  });

  it("repeats the last query with F3 while closed", async () => {
    await show();
    open("scene");
    type("渡口");
    await waitFor(() => expect(marked()).toHaveLength(2));
    act(closeDialog);
    await act(() => goOn(1));
    await shown("2 / 2");
  });

  it("waits for the input method, and drops late answers", async () => {
    let answer: (() => void) | null = null;
    await show({
      "manuscript.find": (request) => {
        const found = book.answers["manuscript.find"]?.(request);
        if (request.pattern !== "渡") return found as never;
        return new Promise((resolve) => {
          answer = () => resolve(found as never);
        });
      },
    });
    open("scene");
    fireEvent.compositionStart(field());
    type("du");
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(searches()).toBe(0);
    type("渡");
    fireEvent.compositionEnd(field());
    await waitFor(() => expect(answer).not.toBeNull());
    type("渡口");
    await waitFor(() => expect(marked()).toEqual(["0 渡口!", "7 渡口"]));
    (answer as unknown as () => void)();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(marked()).toEqual(["0 渡口!", "7 渡口"]);
  });

  it("searches again after an edit; marks move meanwhile", async () => {
    await show();
    open("scene");
    type("渡口");
    await waitFor(() => expect(marked()).toHaveLength(2));
    await act(async () => writing()?.edit([{ from: 0, to: 0, insert: "看，渡口！" }], "replace"));
    expect(marked()).toEqual(["5 渡口!", "12 渡口"]);
    await waitFor(() => expect(marked()).toHaveLength(3), { timeout: 3000 });
    expect(marked()[0]).toMatch(/^2 渡口/);
  });

  it("recalls recent queries with the arrow keys", async () => {
    await show();
    open("scene");
    type("渡口");
    await waitFor(() => expect(marked()).toHaveLength(2));
    fireEvent.keyDown(field(), { key: "Enter" });
    await shown("2 / 2");
    type("");
    fireEvent.keyDown(field(), { key: "ArrowUp" });
    expect(field().value).toBe("渡口");
  });

  it("explains what is wrong with an expression", async () => {
    const details = { at: { start: 0, end: 1 }, problem: "unclosed group" };
    await show({ "manuscript.find": () => Promise.reject(failure("bad_request", { details })) });
    open("scene");
    fireEvent.click(screen.getByRole("button", { name: "正则表达式" }));
    type("(渡");
    await shown("第 1 个字符：左括号没有对应的右括号");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(requests.at(-1)?.request).toMatchObject({
      matching: "regex",
      case: "ignore",
      scope: { scene: 1 },
    });
  });
});

describe("whole words", () => {
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "整词（用空格分词的文字）" });

  it("can be required, and are left to a regular expression itself", async () => {
    await show();
    open("scene");
    fireEvent.click(button());
    type("the");
    await waitFor(() =>
      expect(requests.at(-1)?.request).toMatchObject({ pattern: "the", whole_words: true }),
    );
    expect(button().getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "正则表达式" }));
    expect(button().disabled || button().getAttribute("aria-disabled") === "true").toBe(true);
    expect(button().getAttribute("aria-pressed")).toBe("false");
  });
});

describe("replacing", () => {
  const replacement = () => screen.getByRole<HTMLInputElement>("textbox", { name: "替换为" });

  it("is one Tab from the query", async () => {
    await show();
    open("scene", true);
    const query = screen.getByRole<HTMLInputElement>("textbox", { name: "查找" });
    query.focus();
    fireEvent.keyDown(query, { key: "Tab", shiftKey: true });
    expect(document.activeElement).toBe(query);
    fireEvent.keyDown(query, { key: "Tab" });
    expect(document.activeElement).toBe(replacement());
  });

  it("replaces the current match in the editor, in one step, and moves on", async () => {
    await show();
    open("scene", true);
    type("渡口");
    await waitFor(() => expect(marked()).toHaveLength(2));
    fireEvent.change(replacement(), { target: { value: "渡口渡口" } });
    fireEvent.keyDown(replacement(), { key: "Enter" });
    await waitFor(() => expect(writing()?.text()).toBe("渡口渡口在此。𠮷渡口。"));
    await waitFor(() => expect(marked()).toEqual(["0 渡口", "2 渡口", "9 渡口!"]));
    writing()?.undo();
    expect(writing()?.text()).toBe("渡口在此。𠮷渡口。");
  });

  it("replaces all but the excluded, as one undoable act", async () => {
    await show();
    open("book", true);
    type("渡口");
    await waitFor(() => expect(screen.getAllByRole("treeitem")).toHaveLength(5));
    fireEvent.change(replacement(), { target: { value: "码头" } });
    const tree = screen.getByRole("tree");
    fireEvent.keyDown(tree, { key: "Home" });
    fireEvent.keyDown(tree, { key: "ArrowDown" });
    fireEvent.keyDown(tree, { key: " " });
    expect(screen.getAllByRole("treeitem").map((row) => row.getAttribute("aria-checked"))).toEqual([
      "mixed",
      "false",
      "true",
      "true",
      "true",
    ]);
    fireEvent.click(screen.getByRole("button", { name: "替换 2 处" }));
    const question = await screen.findByRole("alertdialog", { name: "在全书替换 2 处，共 2 个场景？" });
    fireEvent.click(within(question).getByRole("button", { name: "取消" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(requests.some(({ name }) => name === "manuscript.replace")).toBe(false);
    fireEvent.keyDown(replacement(), { key: "Enter", ctrlKey: true });
    fireEvent.click(await screen.findByRole("button", { name: "全部替换" }));
    await waitFor(() => expect(notices[0]?.text).toBe("已替换 2 处，共 2 个场景"));
    await waitFor(() => expect(document.activeElement).toBe(replacement()));
    expect(requests.find(({ name }) => name === "manuscript.replace")?.request).toEqual({
      pattern: "渡口",
      matching: "plain",
      case: "ignore",
      whole_words: false,
      scope: "book",
      replacement: "码头",
      except: [{ scene: 1, range: { start: 0, end: 2 } }],
      expected: "渡口 3",
    });
    expect([...book.texts.values()]).toEqual(["渡口在此。𠮷码头。", "水", "旧码头"]);
    await act(async () => notices[0]?.action?.onSelect());
    await waitFor(() => expect(notices.at(-1)?.text).toBe("已撤销替换，2 个场景恢复原样"));
    expect(requests.find(({ name }) => name === "manuscript.undo_replace")?.request).toEqual({
      scenes: [
        { scene: 1, before: 1, after: 2 },
        { scene: 3, before: 1, after: 2 },
      ],
    });
  });

  it("searches again if the texts changed meanwhile, and says so", async () => {
    await show({
      "manuscript.replace": () => Promise.reject(failure("bad_request", { details: { stale: true } })),
    });
    open("book", true);
    type("渡口");
    await waitFor(() => expect(screen.getAllByRole("treeitem")).toHaveLength(5));
    const before = searches();
    fireEvent.click(screen.getByRole("button", { name: "全部替换" }));
    fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "全部替换" }));
    await shown("文字在查找之后有了改动，没有替换。已重新查找，请看过结果再替换。");
    expect(searches()).toBe(before + 1);
    expect(notices).toEqual([]);
  });

  it("replaces nothing that another query found", async () => {
    await show();
    open("scene", true);
    type("渡口");
    await waitFor(() => expect(marked()).toHaveLength(2));
    fireEvent.change(replacement(), { target: { value: "码头" } });
    type("在此");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "全部替换" }).disabled).toBe(true);
    fireEvent.keyDown(replacement(), { key: "Enter" });
    fireEvent.keyDown(replacement(), { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(marked()).toEqual(["2 在此!"]));
    expect(writing()?.text()).toBe("渡口在此。𠮷渡口。");
    fireEvent.keyDown(replacement(), { key: "Enter" });
    await waitFor(() => expect(writing()?.text()).toBe("渡口码头。𠮷渡口。"));
  });

  it("asks the backend for a single match whose replacement uses groups, and leaves the others", async () => {
    await show();
    open("scene", true);
    fireEvent.click(screen.getByRole("button", { name: "正则表达式" }));
    type("渡口");
    await waitFor(() => expect(marked()).toHaveLength(2));
    fireEvent.change(replacement(), { target: { value: "$1" } });
    fireEvent.click(screen.getByRole("button", { name: "替换" }));
    await waitFor(() => expect(requests.some(({ name }) => name === "manuscript.replace")).toBe(true));
    expect(requests.find(({ name }) => name === "manuscript.replace")?.request).toMatchObject({
      scope: { scene: 1 },
      except: [{ scene: 1, range: { start: 6, end: 8 } }],
      expected: "渡口 2",
    });
  });

  it("is unavailable in a read-only project", async () => {
    await show({}, false);
    open("scene", true);
    type("渡口");
    await waitFor(() => expect(marked()).toHaveLength(2));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "全部替换" }).disabled).toBe(true);
    expect(replacement().disabled).toBe(true);
  });
});

describe("the results", () => {
  it("open another scene, and report when nothing was found", async () => {
    await show();
    open("book");
    type("渡口");
    await waitFor(() => expect(screen.getAllByRole("treeitem")).toHaveLength(5));
    await shown("3 处 · 2 个场景 · 2 章");
    const last = screen.getAllByRole("treeitem").at(-1);
    if (last === undefined) throw new Error("no row");
    fireEvent.click(last);
    await waitFor(() => expect(desk().scene).toBe(3));
    await waitFor(() => expect(openScene(3)?.writing?.selection()).toMatchObject({ from: 1, to: 3 }));
    type("灯塔");
    await shown("没有找到“灯塔”");
  });
});
