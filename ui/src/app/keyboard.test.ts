// Commands run by the author's own keys, and no longer by the default ones.

import i18next from "i18next";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { wantPress } from "@/commands/recording";
import { register, replaceBehind, useCommands } from "@/commands/registry";
import { useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { DEFAULT_SETTINGS } from "@/ipc/types";
import { listenToKeys, runFromMenu } from "./keyboard";

const save = vi.fn();
const find = vi.fn();
const copy = vi.fn();
const workflow = vi.fn();
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  for (const run of [save, find, copy, workflow]) run.mockReset();
  useCommands.setState({ commands: new Map() });
  register([
    { id: "save", title: "save", keys: "CmdOrCtrl+S", run: save },
    { id: "find", title: "find", keys: "F3", run: find },
    { id: "copy", title: "copy", keys: "CmdOrCtrl+C", keysOfText: true, run: copy },
  ]);
  give({});
  stop = listenToKeys();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const give = (shortcuts: Record<string, string>) =>
  useDesk.setState({ settings: { ...DEFAULT_SETTINGS, shortcuts } });

/** Presses a key. Returns whether the press was left unhandled. */
function press(key: string, code: string, more: KeyboardEventInit = {}): boolean {
  vi.advanceTimersByTime(1000);
  return window.dispatchEvent(new KeyboardEvent("keydown", { key, code, cancelable: true, ...more }));
}
const ctrl = { ctrlKey: true };

it("runs commands by their keys and leaves the text's keys alone", () => {
  expect(press("s", "KeyS", ctrl)).toBe(false);
  expect(save).toHaveBeenCalledTimes(1);
  expect(press("c", "KeyC", ctrl)).toBe(true);
  expect(copy).not.toHaveBeenCalled();
});

it("applies the author's keys at once instead of the defaults", () => {
  give({ save: "CmdOrCtrl+Alt+S", find: "" });
  expect(press("s", "KeyS", ctrl)).toBe(true);
  expect(press("F3", "F3")).toBe(true);
  expect(press("s", "KeyS", { ...ctrl, altKey: true })).toBe(false);
  expect(save).toHaveBeenCalledTimes(1);
  expect(find).not.toHaveBeenCalled();
  give({ save: "F3", find: "" });
  press("F3", "F3");
  expect(save).toHaveBeenCalledTimes(2);
});

it("follows commands that are added and removed", () => {
  give({ "workflow.start.x": "F4" });
  expect(press("F4", "F4")).toBe(true);
  replaceBehind("save", [{ id: "workflow.start.x", title: "x", run: workflow }]);
  press("F4", "F4");
  expect(workflow).toHaveBeenCalledTimes(1);
  replaceBehind("save", []);
  expect(press("F4", "F4")).toBe(true);
});

it("ignores menu keys during key recording, duplicates and repeats", () => {
  const wanted: string[] = [];
  const enough = wantPress((keys) => wanted.push(keys));
  runFromMenu("find");
  enough();
  expect(wanted).toEqual(["F3"]);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "F3", code: "F3" }));
  for (let held = 0; held < 5; held += 1) {
    vi.advanceTimersByTime(500);
    runFromMenu("find");
  }
  expect(find).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  runFromMenu("find");
  expect(find).toHaveBeenCalledTimes(1);
});

it("the keys of a disabled command tell why it is", () => {
  const notices: unknown[] = [];
  onNotice((notice) => notices.push(notice));
  void i18next.init({
    lng: "en",
    resources: { en: { app: { notices: { notNow: "{{command}}: {{why}}" } } } },
  });
  let why: string | null = "open a scene first";
  register([{ id: "draft", title: "Draft", keys: "F5", whyNot: () => why, run: save }]);
  expect(press("F5", "F5")).toBe(false);
  expect(save).not.toHaveBeenCalled();
  expect(notices).toEqual([{ id: "not-now", text: "Draft: open a scene first" }]);
  why = null;
  press("F5", "F5");
  expect(save).toHaveBeenCalledTimes(1);
  expect(notices).toHaveLength(1);
});

it("a press that the menu ran tells nothing when its keys arrive", () => {
  const notices: unknown[] = [];
  onNotice((notice) => notices.push(notice));
  const why = () => (save.mock.calls.length > 0 ? "it is still being written" : null);
  register([{ id: "continue", title: "Continue", keys: "F8", whyNot: why, run: save }]);
  // Earlier tests recorded keys at later times of their own clocks.
  vi.advanceTimersByTime(60_000);
  runFromMenu("continue");
  expect(save).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "F8", code: "F8", cancelable: true }));
  expect(save).toHaveBeenCalledTimes(1);
  expect(notices).toEqual([]);
});

it("runs no command of the text while something else is typed into", () => {
  const notices: string[] = [];
  onNotice(({ text }) => void notices.push(text));
  const ruby = vi.fn();
  register([{ id: "ruby", title: "ruby", keys: "CmdOrCtrl+Alt+R", ofText: true, run: ruby }]);
  const put = (html: string) => {
    document.body.innerHTML = html;
    document.querySelector<HTMLElement>("[tabindex], input")?.focus();
    press("r", "KeyR", { ...ctrl, altKey: true });
  };
  for (const field of ['<input aria-label="title">', '<div class="cm-content" tabindex="0">prompt</div>'])
    put(field);
  expect([ruby.mock.calls.length, notices]).toEqual([
    0,
    Array(2).fill(i18next.t("app:notices.notNow", { command: "ruby", why: "notices.notInText" })),
  ]);
  vi.advanceTimersByTime(1000);
  put('<div data-scene="1"><div class="cm-content" tabindex="0">text</div></div>');
  put('<button type="button" tabindex="0">row</button>');
  expect(ruby).toHaveBeenCalledTimes(2);
  document.body.replaceChildren();
  onNotice(() => undefined);
});
