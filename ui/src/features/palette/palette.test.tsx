import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { register, useCommands } from "@/commands/registry";
import { UiProviders } from "@/components/ui-providers";
import { desk, openDialog, useDesk } from "@/desk/desk";
import { chooseFakeHost, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { DEFAULT_SETTINGS, type OutlineView } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { commands as own } from "./commands";
import { GoToChapterDialog } from "./go-to-chapter";
import { Palette } from "./palette";
import { forgetCommands } from "./recent";
import { ShortcutsDialog } from "./shortcuts-dialog";

const NONE = { standard: 0, word: 0, han: 0, all: 0 };
const run = vi.fn();

const outline: OutlineView = {
  volumes: [
    {
      id: 1,
      title: "上卷",
      counts: NONE,
      chapters: Array.from({ length: 300 }, (_, at) => ({
        id: at + 1,
        title: `第${at + 1}章　渡口`,
        status: "drafting",
        target: null,
        counts: NONE,
        scenes: [{ id: at + 1000, title: "", status: "drafting", version: 1, counts: NONE }],
      })),
    },
  ],
};

beforeAll(async () => {
  // There is no layout here: lists get this height.
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 400 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 600 });
  await startI18n("zh");
});
beforeEach(() => {
  answers.clear();
  forgetCommands();
  run.mockReset();
  useCommands.setState({ commands: new Map() });
  register([
    ...own,
    { id: "find.scene", title: "find:commands.scene", keys: "CmdOrCtrl+F", run },
    { id: "find.book", title: "find:commands.book", enabled: () => false, run },
    { id: "find.next", title: "find:commands.next", keys: "F3", enabled: () => false, run },
  ]);
  useDesk.setState({ project: sampleProject(), settings: DEFAULT_SETTINGS, scene: 1049, dialog: null });
  chooseFakeHost({ "manuscript.outline": () => outline });
});
afterEach(cleanup);

function show() {
  render(
    <QueryClientProvider client={answers}>
      <UiProviders>
        <Palette />
        <GoToChapterDialog />
        <ShortcutsDialog />
      </UiProviders>
    </QueryClientProvider>,
  );
}
const field = () => screen.getByRole<HTMLInputElement>("combobox");
const type = (query: string) => fireEvent.change(field(), { target: { value: query } });
const press = (key: string) => fireEvent.keyDown(field(), { key });
const options = () => screen.getAllByRole("option").map((row) => row.textContent);
const chosen = () => {
  const id = field().getAttribute("aria-activedescendant");
  return id === null ? null : document.getElementById(id)?.textContent;
};

describe("the palette", () => {
  it("lists commands, disabled ones last, and runs the chosen one after closing", async () => {
    show();
    act(() => openDialog({ name: "palette" }));
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(options()).toEqual([
      "跳到章节…稿件Ctrl+P",
      "快捷键帮助",
      "查找…编辑Ctrl+F",
      "全书查找…现在不能用",
      "查找下一处现在不能用F3",
    ]);
    type("查找");
    expect(chosen()).toMatch(/^查找/);
    press("ArrowDown");
    press("Enter");
    expect(desk().dialog).not.toBeNull();
    press("ArrowUp");
    press("Enter");
    expect(desk().dialog).toBeNull();
    expect(run).not.toHaveBeenCalled();
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    act(() => openDialog({ name: "palette" }));
    expect(options()[0]).toMatch(/^查找…最近用过/);
  });

  it("says why a command is disabled, if known", () => {
    register([
      { id: "drafting.continue", title: "drafting:commands.continue", run },
      {
        id: "drafting.rewrite",
        title: "drafting:commands.rewrite",
        whyNot: () => "drafting:why.selection",
        run,
      },
    ]);
    show();
    act(() => openDialog({ name: "palette" }));
    type("写");
    expect(options()).toContain("在光标处续写AI 写作");
    expect(options()).toContain("改写选中的文字现在不能用先选中文字");
  });

  it("returns the focus before the command runs, which may move it", async () => {
    render(
      <>
        <button type="button">before</button>
        <input aria-label="found" />
      </>,
    );
    show();
    const before = screen.getByRole("button", { name: "before" });
    before.focus();
    let had: Element | null = null;
    run.mockImplementation(() => {
      had = document.activeElement;
      screen.getByRole("textbox", { name: "found" }).focus();
    });
    act(() => openDialog({ name: "palette" }));
    type("查找");
    press("Enter");
    await waitFor(() => expect(run).toHaveBeenCalled());
    expect(had).toBe(before);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "found" }));
  });

  it("leaves Enter to a composing input method", () => {
    show();
    act(() => openDialog({ name: "palette" }));
    fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
    expect(desk().dialog).not.toBeNull();
  });

  it("finds chapters, and says when nothing matches", async () => {
    show();
    act(() => openDialog({ name: "palette" }));
    type("#256");
    await waitFor(() => expect(chosen()).toBe("256第256章　渡口上卷"));
    press("Enter");
    expect(desk()).toMatchObject({ dialog: null, scene: 1255 });
    act(() => openDialog({ name: "palette" }));
    type("没有这个命令");
    expect(screen.getByText("没有符合“没有这个命令”的命令或章节")).not.toBeNull();
    press("Enter");
    expect(field().getAttribute("aria-expanded")).toBe("false");
  });

  it("closes with Esc", async () => {
    show();
    act(() => openDialog({ name: "palette" }));
    press("Escape");
    await waitFor(() => expect(desk().dialog).toBeNull());
  });
});

describe("going to a chapter", () => {
  it("starts at the open one and finds by number", async () => {
    show();
    act(() => openDialog({ name: "go-to-chapter" }));
    await waitFor(() => expect(field().getAttribute("aria-activedescendant")).toMatch(/chapter:50$/));
    type("7");
    expect(chosen()).toBe("7第7章　渡口上卷");
    press("ArrowDown");
    press("ArrowUp");
    press("Enter");
    expect(desk().scene).toBe(1006);
  });

  it("reports a failure", async () => {
    chooseFakeHost({ "manuscript.outline": () => Promise.reject(failure("damaged")) });
    show();
    act(() => openDialog({ name: "go-to-chapter" }));
    await waitFor(() => expect(screen.getByText("作品文件有损坏")).not.toBeNull());
  });
});

it("lists every command with keys, by menu", () => {
  show();
  act(() => openDialog({ name: "shortcuts" }));
  const rows = screen.getAllByRole("term").map((term) => term.textContent);
  expect(rows).toEqual(["查找…", "查找下一处", "命令面板…", "跳到章节…"]);
});
