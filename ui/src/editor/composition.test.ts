import { isolateHistory } from "@codemirror/commands";
import { afterEach, expect, it, vi } from "vitest";
import { createWriting, type Writing } from "./create";

let target: Writing;

function open(text: string): void {
  target = createWriting({
    parent: document.body,
    text,
    version: 1,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: true, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => undefined, onSelection: () => undefined },
  });
}

const compose = (event: "compositionstart" | "compositionupdate" | "compositionend") =>
  target.view.contentDOM.dispatchEvent(new CompositionEvent(event, { bubbles: true }));

afterEach(() => target.destroy());

it("program edits wait for the end of a composition and run in order", async () => {
  open("甲乙");
  const stream = target.stream(1);
  compose("compositionstart");
  expect(target.composing()).toBe(true);
  stream.push("一");
  stream.push("二");
  const edited = target.edit([{ from: 0, to: 0, insert: "零" }], "format");
  const became = target.become("零甲一二乙末", "replace");
  const ended = stream.end();
  const mark = { id: "m", from: 1, to: 2, kind: "hit" as const };
  expect(target.setMarks({ layer: "search", version: 1, unit: "utf16", marks: [] })).toBe(true);
  expect(target.setMarks({ layer: "search", version: 1, unit: "utf16", marks: [mark] })).toBe(true);
  expect(target.undo()).toBe(false);
  expect(target.text()).toBe("甲乙");
  compose("compositionend");
  expect(target.text()).toBe("甲乙");
  await Promise.all([edited, became, ended]);
  expect(target.text()).toBe("零甲一二乙末");
  await vi.waitFor(() =>
    expect(target.view.contentDOM.querySelector(".cm-mark-hit")?.textContent).toBe("乙"),
  );
});

it("a composition that restarts at once keeps the program waiting", async () => {
  open("甲");
  compose("compositionstart");
  const edited = target.edit([{ from: 0, to: 0, insert: "零" }], "format");
  compose("compositionend");
  compose("compositionstart");
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(target.text()).toBe("甲");
  compose("compositionend");
  await edited;
  expect(target.text()).toBe("零甲");
});

it("waiting edits are dropped with the view", async () => {
  open("甲");
  compose("compositionstart");
  const edited = target.edit([{ from: 0, to: 0, insert: "零" }], "format");
  target.destroy();
  await edited;
  expect(target.text()).toBe("甲");
});

const type = (text: string) =>
  target.view.dispatch({ changes: { from: target.length(), insert: text }, userEvent: "input.type.compose" });
const ended = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Another element takes focus, which ends the composition. */
function loseFocus(): Promise<unknown> {
  target.view.contentDOM.dispatchEvent(new FocusEvent("blur"));
  compose("compositionend");
  return ended();
}

it("composing letters are not text; words are reported once chosen", async () => {
  const edits: number[] = [];
  target = createWriting({
    parent: document.body,
    text: "甲",
    version: 1,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: true, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => edits.push(1), onSelection: () => undefined },
  });
  compose("compositionstart");
  type("wo men");
  expect(target.text()).toBe("甲");
  expect(edits).toEqual([]);
  target.view.dispatch({ changes: { from: 1, to: 7, insert: "我们" }, userEvent: "input.type.compose" });
  compose("compositionend");
  await ended();
  expect(target.text()).toBe("甲我们");
  expect(edits).toEqual([1]);
});

it.each([
  ["spelled letters are removed", "bei jing", "甲"],
  ["words stay", "きょうは", "甲きょうは"],
])("when focus loss ends a composition, %s", async (_, composed, left) => {
  open("甲");
  compose("compositionstart");
  type(composed);
  await loseFocus();
  expect(target.text()).toBe(left);
});

it.each([
  ["the first half of Alt+F4", "Alt", "甲"],
  ["Shift, which commits letters as they are", "Shift", "甲wo"],
])("letters whose composition ended before focus was lost, after %s", async (_, key, left) => {
  open("甲");
  compose("compositionstart");
  type("wo");
  compose("compositionupdate");
  target.view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  compose("compositionend");
  await ended();
  expect(target.text()).toBe("甲wo");
  target.view.contentDOM.dispatchEvent(new FocusEvent("blur"));
  expect(target.text()).toBe(left);
});

it("letters go when a shortcut ends the composition, however late focus moves", async () => {
  open("甲");
  compose("compositionstart");
  type("wo");
  compose("compositionupdate");
  const init = { key: "k", ctrlKey: true, bubbles: true };
  target.view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", init));
  compose("compositionend");
  await ended();
  expect(target.text()).toBe("甲");
});

it("a word chosen after a shortcut stays", async () => {
  open("甲");
  compose("compositionstart");
  type("wo");
  const shortcut = { key: "s", ctrlKey: true, bubbles: true };
  target.view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", shortcut));
  target.view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  compose("compositionend");
  await ended();
  expect(target.text()).toBe("甲wo");
});

it("letters right after a chosen word go, and the word stays", async () => {
  open("甲");
  compose("compositionstart");
  type("乙");
  compose("compositionend");
  compose("compositionstart");
  type("wo");
  await loseFocus();
  expect(target.text()).toBe("甲乙");
});

/** What an input method inserts on its own when it loses focus; WebKitGTK starts no composition for it. */
function insertOnBlur(letters: string): void {
  const event = new InputEvent("beforeinput", {
    inputType: "insertFromComposition",
    data: letters,
    bubbles: true,
  });
  target.view.contentDOM.dispatchEvent(event);
  type(letters);
  compose("compositionend");
}

function chooseByKey(word: string): void {
  compose("compositionstart");
  target.view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  type(word);
  compose("compositionend");
}

it("letters inserted just before focus is lost go", async () => {
  open("甲");
  chooseByKey("乙");
  await ended();
  insertOnBlur("chuan");
  await ended();
  target.view.contentDOM.dispatchEvent(new FocusEvent("blur"));
  expect(target.text()).toBe("甲乙");
});

it("letters inserted just after focus was lost go, words stay", async () => {
  open("甲");
  target.view.contentDOM.dispatchEvent(new FocusEvent("blur"));
  chooseByKey("乙");
  insertOnBlur("chuan");
  await ended();
  expect(target.text()).toBe("甲乙");
});

it("abandoned letters over a selection restore the text and its history", async () => {
  open("甲乙丙");
  target.view.dispatch({ changes: { from: 0, to: 1 }, userEvent: "delete.backward" });
  target.view.dispatch({ selection: { anchor: 1, head: 0 } });
  const span = { generation: 7, from: 0, to: 1 };
  target.setSpans({ moment: target.moment(), spans: [span] });
  const anchor = { id: "1", from: 0, to: 1, role: "plant" as const, title: "剑" };
  target.setAnchors({ moment: target.moment(), anchors: [anchor] });
  await ended();
  compose("compositionstart");
  target.view.dispatch({ changes: { from: 0, to: 1, insert: "w" }, userEvent: "input.type.compose.start" });
  target.view.dispatch({ changes: { from: 1, insert: "o" }, userEvent: "input.type.compose" });
  await loseFocus();
  expect(target.text()).toBe("乙丙");
  expect(target.selection()).toMatchObject({ from: 0, to: 1 });
  expect(target.spansNow()).toEqual([span]);
  expect(target.anchorsNow()).toMatchObject([{ id: "1", from: 0, to: 1, gone: false }]);
  target.view.dispatch({ changes: { from: 0, to: 1, insert: "丁" }, userEvent: "input.type" });
  expect(target.text()).toBe("丁丙");
  target.undo();
  expect(target.text()).toBe("乙丙");
  target.undo();
  expect(target.text()).toBe("甲乙丙");
  target.redo();
  expect(target.text()).toBe("乙丙");
  target.redo();
  expect(target.text()).toBe("丁丙");
});

it("abandoned letters that replaced words without a selection restore the text", async () => {
  open("甲乙丙");
  target.view.dispatch({ selection: { anchor: 3 } });
  compose("compositionstart");
  target.view.dispatch({ changes: { from: 1, to: 3, insert: "w" }, userEvent: "input.type.compose.start" });
  await loseFocus();
  expect(target.text()).toBe("甲乙丙");
  expect(target.selection()).toMatchObject({ from: 3, to: 3 });
});

it("abandoned letters keep redo, AI spans and anchors", async () => {
  open("甲乙");
  const span = { generation: 7, from: 1, to: 2 };
  target.setSpans({ moment: target.moment(), spans: [span] });
  const anchor = { id: "1", from: 1, to: 2, role: "plant" as const, title: "剑" };
  target.setAnchors({ moment: target.moment(), anchors: [anchor] });
  target.view.dispatch({ changes: { from: 0, to: 2 }, userEvent: "delete.backward" });
  target.undo();
  await ended();
  compose("compositionstart");
  target.view.dispatch({ changes: { from: 1, insert: "wo" }, userEvent: "input.type.compose.start" });
  target.view.dispatch({ changes: { from: 1, to: 3 }, userEvent: "input.type.compose" });
  compose("compositionend");
  await ended();
  target.redo();
  expect(target.text()).toBe("");
  expect(target.anchorsNow()).toMatchObject([{ id: "1", gone: true }]);
  target.undo();
  expect(target.text()).toBe("甲乙");
  expect(target.spansNow()).toEqual([span]);
  expect(target.anchorsNow()).toMatchObject([{ id: "1", from: 1, to: 2, gone: false }]);
  expect(target.canUndo()).toBe(false);
});

it("undo has no step for abandoned letters", async () => {
  open("甲");
  target.view.dispatch({ changes: { from: 1, insert: "乙" }, userEvent: "input.type" });
  await ended();
  compose("compositionstart");
  target.view.dispatch({
    changes: { from: 2, insert: "wo" },
    userEvent: "input.type.compose.start",
    annotations: isolateHistory.of("before"),
  });
  target.view.dispatch({ changes: { from: 2, to: 4 }, userEvent: "input.type.compose" });
  compose("compositionend");
  await ended();
  target.view.dispatch({
    changes: { from: 2, insert: "我" },
    userEvent: "input.type",
    annotations: isolateHistory.of("before"),
  });
  target.undo();
  expect(target.text()).toBe("甲乙");
  target.undo();
  expect(target.text()).toBe("甲");
  target.redo();
  expect(target.text()).toBe("甲乙");
});
