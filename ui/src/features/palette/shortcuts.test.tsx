// The shortcuts dialog: its list, and changing the keys of a command.

import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { listenToKeys } from "@/app/keyboard";
import { register, useCommands } from "@/commands/registry";
import type { ToastOptions } from "@/components/toast";
import { UiProviders } from "@/components/ui-providers";
import { desk, openDialog, useDesk } from "@/desk/desk";
import { keepSettings, useKeeping } from "@/desk/keep-settings";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { DEFAULT_SETTINGS } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { commands as own } from "./commands";
import { ShortcutsDialog } from "./shortcuts-dialog";

// Queries by role are slow here, and slower on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const run = vi.fn();
let requests: Asked[] = [];
let notices: ToastOptions[] = [];
let stopKeys: () => void = () => undefined;

beforeAll(() => startI18n("zh"));
beforeEach(() => {
  answers.clear();
  run.mockReset();
  notices = [];
  onNotice((notice) => notices.push(notice));
  useKeeping.setState({ failure: null });
  useCommands.setState({ commands: new Map() });
  register([
    ...own,
    { id: "find.scene", title: "find:commands.scene", keys: "CmdOrCtrl+F", run },
    { id: "find.next", title: "find:commands.next", keys: "F3", run },
    { id: "edit.undo", title: "writing:commands.undo", keys: "CmdOrCtrl+Z", keysOfText: true, run },
    { id: "statistics.show", title: "statistics:commands.show", run },
  ]);
  useDesk.setState({ project: sampleProject(), settings: DEFAULT_SETTINGS, dialog: null });
  requests = chooseFakeHost({ "settings.change": ({ changes }) => ({ ...DEFAULT_SETTINGS, ...changes }) });
  stopKeys = listenToKeys();
});
afterEach(async () => {
  stopKeys();
  cleanup();
  chooseFakeHost({ "settings.change": ({ changes }) => ({ ...DEFAULT_SETTINGS, ...changes }) });
  await keepSettings();
});

function show(shortcuts: Record<string, string> = {}) {
  useDesk.setState({ settings: { ...DEFAULT_SETTINGS, shortcuts } });
  render(
    <QueryClientProvider client={answers}>
      <UiProviders>
        <ShortcutsDialog />
      </UiProviders>
    </QueryClientProvider>,
  );
  act(() => openDialog({ name: "shortcuts" }));
}
const storedKeys = () => desk().settings.shortcuts;
const names = () => screen.queryAllByRole("term").map((term) => term.textContent);
const row = (name: string) => {
  const term = screen.getAllByRole("term").find(({ textContent }) => textContent === name);
  return within(term?.parentElement as HTMLElement);
};
const keysButton = (name: string) => row(name).getByRole("button", { name: /，改快捷键$|新的快捷键…$/ });
const isRecording = (name: string) => row(name).queryByText("请按新的快捷键…") !== null;
const record = (name: string) => fireEvent.click(row(name).getByRole("button", { name: /，改快捷键$/ }));
/** Presses a key at the focus; returns whether the default was not prevented. */
const press = (key: string, more: KeyboardEventInit = {}) => {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key;
  return fireEvent.keyDown(document.activeElement ?? document.body, { key, code, ...more });
};
const filter = (query: string) =>
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: query } });
const ctrl = { ctrlKey: true };

describe("the list", () => {
  it("shows commands with keys by menu, and all of them on request", () => {
    show();
    expect(names()).toEqual(["查找…", "查找下一处", "撤销", "命令面板…", "跳到章节…"]);
    fireEvent.click(screen.getByRole("radio", { name: "全部命令" }));
    expect(names()).toContain("写作统计");
    row("写作统计").getByRole("button", { name: "写作统计：无快捷键，改快捷键" });
  });

  it("filters all commands by their names in both languages and by keys", () => {
    show();
    filter("统计");
    expect(names()).toEqual(["写作统计"]);
    filter("find next");
    expect(names()).toEqual(["查找下一处"]);
    filter("ctrl+f");
    expect(names()).toEqual(["查找…"]);
    filter("F3");
    expect(names()).toEqual(["查找下一处"]);
    filter("没有这个");
    expect(names()).toEqual([]);
    screen.getByText("没有符合“没有这个”的命令");
  });

  it("marks the keys of the text as fixed, without a button", () => {
    show();
    row("撤销").getByText("不能改");
    expect(row("撤销").queryByRole("button")).toBeNull();
  });
});

describe("new keys", () => {
  it("are the next press, which runs nothing, and are saved at once", async () => {
    show();
    record("查找…");
    expect(isRecording("查找…")).toBe(true);
    expect(press("Control", ctrl)).toBe(false);
    expect(isRecording("查找…")).toBe(true);
    expect(press("g", { ...ctrl, shiftKey: true })).toBe(false);
    expect(storedKeys()).toEqual({ "find.scene": "CmdOrCtrl+Shift+G" });
    expect(document.activeElement).toBe(keysButton("查找…"));
    expect(keysButton("查找…").textContent).toBe("Ctrl+Shift+G");
    row("查找…").getByText("改过");
    await waitFor(() =>
      expect(requests.map(({ request }) => request)).toEqual([
        { changes: { shortcuts: { "find.scene": "CmdOrCtrl+Shift+G" } } },
      ]),
    );
    expect(run).not.toHaveBeenCalled();
    // A key held down belongs to the previous press.
    press("g", { ...ctrl, shiftKey: true, repeat: true });
    expect(run).not.toHaveBeenCalled();
    press("f", ctrl);
    expect(run).not.toHaveBeenCalled();
    press("g", { ...ctrl, shiftKey: true });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("reach no other listener, not even an earlier one", () => {
    const heard = vi.fn();
    document.addEventListener("keydown", heard, true);
    show();
    record("查找…");
    press("k", ctrl);
    press("Escape");
    document.removeEventListener("keydown", heard, true);
    expect(heard).not.toHaveBeenCalled();
    expect(desk().dialog).toEqual({ name: "shortcuts" });
  });

  it("are cancelled with Escape, and when the focus leaves", () => {
    show();
    record("查找…");
    press("Escape");
    expect(isRecording("查找…")).toBe(false);
    expect(document.activeElement).toBe(keysButton("查找…"));
    record("查找…");
    act(() => screen.getByRole("searchbox").focus());
    expect(isRecording("查找…")).toBe(false);
    press("F4");
    expect(storedKeys()).toEqual({});
  });

  it("are removed with Backspace, and the row stays", () => {
    show({ "statistics.show": "F4" });
    record("写作统计");
    press("Backspace");
    expect(storedKeys()).toEqual({});
    expect(document.activeElement).toBe(keysButton("写作统计"));
    record("查找…");
    press("Delete");
    expect(storedKeys()).toEqual({ "find.scene": "" });
    expect(keysButton("查找…").textContent).toBe("无快捷键");
  });

  it("are refused with a reason if they are a single letter or reserved", () => {
    show();
    record("查找…");
    for (const [key, more, why] of [
      ["a", {}, "A 要留给打字和移动光标：请加上 Ctrl 或 Alt，或者按 F1 到 F12。"],
      ["Enter", {}, "Enter 要留给打字和移动光标：请加上 Ctrl 或 Alt，或者按 F1 到 F12。"],
      ["F13", {}, "菜单里不能用 F13：请按 Ctrl 或 Alt 加字母或数字，或者按 F1 到 F12。"],
      ["z", ctrl, "Ctrl+Z 在正文或列表里另有用处：请按别的键。"],
      ["F4", { altKey: true }, "Alt+F4 归系统用：请按别的键。"],
      ["d", { altKey: true }, "Alt+D 用来打开菜单：请按别的键。"],
    ] as const) {
      expect(press(key, more)).toBe(false);
      expect(row("查找…").getByRole("alert").textContent).toBe(why);
      expect(isRecording("查找…")).toBe(true);
    }
    expect(storedKeys()).toEqual({});
    press("F4");
    expect(storedKeys()).toEqual({ "find.scene": "F4" });
  });

  it("are not taken from a composing input method", () => {
    show();
    record("查找…");
    expect(press("g", { ...ctrl, isComposing: true })).toBe(true);
    expect(press("Process", ctrl)).toBe(true);
    expect(isRecording("查找…")).toBe(true);
    expect(storedKeys()).toEqual({});
  });

  it("that cannot be stored still apply, and the window says so", async () => {
    chooseFakeHost({ "settings.change": () => Promise.reject(failure("disk_full")) });
    show();
    record("查找…");
    press("F4");
    await waitFor(() => screen.getByText("设置已在窗口里生效，但没有存下来"));
    expect(storedKeys()).toEqual({ "find.scene": "F4" });
  });
});

describe("keys that another command has", () => {
  const question = "F3 是“查找下一处”的快捷键；用在这里，它就没有快捷键了。";

  it("are reassigned once the author confirms", () => {
    show();
    record("查找…");
    press("F3");
    expect(row("查找…").getByRole("alert").textContent).toBe(question);
    expect(storedKeys()).toEqual({});
    expect(document.activeElement).toBe(keysButton("查找…"));
    const take = row("查找…").getByRole("button", { name: "用在这里" });
    take.focus();
    fireEvent.click(take);
    expect(storedKeys()).toEqual({ "find.scene": "F3", "find.next": "" });
    expect(document.activeElement).toBe(keysButton("查找…"));
    expect(keysButton("查找下一处").textContent).toBe("无快捷键");
  });

  it.each(["取消", "Escape"])("stay where they are after %s", (way) => {
    show();
    record("查找…");
    press("F3");
    if (way === "Escape") press("Escape");
    else fireEvent.click(row("查找…").getByRole("button", { name: way }));
    expect(row("查找…").queryByRole("alert")).toBeNull();
    expect(desk().dialog).not.toBeNull();
    expect(storedKeys()).toEqual({});
    expect(keysButton("查找…").textContent).toBe("Ctrl+F");
  });

  it("stay its own when assigned again", () => {
    show();
    record("查找…");
    press("f", ctrl);
    expect(row("查找…").queryByRole("alert")).toBeNull();
    expect(storedKeys()).toEqual({});
  });
});

describe("resetting", () => {
  const reset = (name: string) =>
    fireEvent.click(row(name).getByRole("button", { name: `${name}：还原快捷键` }));

  it("restores the default keys of a command", () => {
    show({ "find.scene": "F4", gone: "F5" });
    expect(row("查找下一处").queryByRole("button", { name: /还原/ })).toBeNull();
    reset("查找…");
    expect(storedKeys()).toEqual({ gone: "F5" });
    expect(row("查找…").queryByText("改过")).toBeNull();
    expect(document.activeElement).toBe(keysButton("查找…"));
  });

  it("asks if another command has them meanwhile", () => {
    show({ "find.scene": "F3", "find.next": "" });
    reset("查找下一处");
    expect(row("查找下一处").getByRole("alert").textContent).toBe(
      "F3 是“查找…”的快捷键；用在这里，它就没有快捷键了。",
    );
    expect(storedKeys()).toEqual({ "find.scene": "F3", "find.next": "" });
    fireEvent.click(row("查找下一处").getByRole("button", { name: "用在这里" }));
    expect(storedKeys()).toEqual({ "find.scene": "" });
  });

  it("resets all with an undoable notice", () => {
    const before = { "find.scene": "F4", "find.next": "" };
    show(before);
    fireEvent.click(screen.getByRole("button", { name: "全部还原" }));
    expect(storedKeys()).toEqual({});
    expect(notices).toMatchObject([{ text: "快捷键已全部还原", action: { label: "撤销" } }]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "全部还原" }).disabled).toBe(true);
    act(() => notices[0]?.action?.onSelect());
    expect(storedKeys()).toEqual(before);
  });
});

it("shows invalid stored keys as their effective keys", () => {
  show({ "find.scene": "Strg+X", "find.next": "F4", "palette.open": "F4", "no.such": "F9" });
  expect(keysButton("查找…").textContent).toBe("Ctrl+F");
  // The palette was registered first.
  expect(keysButton("命令面板…").textContent).toBe("F4");
  expect(keysButton("查找下一处").textContent).toBe("无快捷键");
});
