import { EditorView } from "@codemirror/view";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createWriting, type Writing, type WritingOptions } from "./create";
import type { TextStream } from "./streams";
import { randomText, seeded } from "./testing";

const open: Writing[] = [];

function writing(text: string, more: Partial<WritingOptions> = {}): Writing {
  const made = createWriting({
    parent: document.body,
    text,
    version: 1,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: true, punctuation: true, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => undefined, onSelection: () => undefined },
    ...more,
  });
  open.push(made);
  return made;
}

function type(target: Writing, text: string, at = target.length()): void {
  target.view.dispatch({
    changes: { from: at, insert: text },
    selection: { anchor: at + text.length },
    userEvent: "input.type",
  });
}

afterEach(() => {
  for (const made of open.splice(0)) made.destroy();
});

it("is marked as empty only while it has no text, also after undo and redo", async () => {
  const target = writing("");
  const isEmpty = () => target.view.dom.classList.contains("cm-empty");
  expect(isEmpty()).toBe(true);
  await target.become("雨。", "restore");
  expect(isEmpty()).toBe(false);
  target.undo();
  expect(isEmpty()).toBe(true);
  target.redo();
  expect(isEmpty()).toBe(false);
});

describe("program edits", () => {
  it("become makes few changes, as one history step", async () => {
    const onEdit = vi.fn();
    const target = writing("一\n二\n三", { callbacks: { onEdit, onSelection: () => undefined } });
    type(target, "四");
    await target.become("零\n一\n二二\n三四", "restore");
    expect(target.text()).toBe("零\n一\n二二\n三四");
    expect(onEdit).toHaveBeenLastCalledWith({ byAuthor: false, reason: "restore" });
    expect(target.undo()).toBe(true);
    expect(target.text()).toBe("一\n二\n三四");
    target.undo();
    expect(target.text()).toBe("一\n二\n三");
    expect(target.canUndo()).toBe(false);
    target.redo();
    target.redo();
    expect(target.text()).toBe("零\n一\n二二\n三四");
  });

  it("edit clamps, orders and skips overlapping changes", async () => {
    const target = writing("一二三四五");
    await target.edit(
      [
        { from: 4, to: 99, insert: "末" },
        { from: Number.NaN, to: 1, insert: "初\r\n" },
        { from: 0, to: 3, insert: "重" },
      ],
      "replace",
    );
    expect(target.text()).toBe("初\n二三四末");
    target.undo();
    expect(target.text()).toBe("一二三四五");
  });

  it("a stream keeps its position, stays out of the history and ends as one step", async () => {
    const target = writing("甲乙");
    const stream = target.stream(1);
    stream.push("一");
    type(target, "头", 0);
    stream.push("二\r");
    stream.push("\n三");
    type(target, "尾");
    expect(target.text()).toBe("头甲一二\n三乙尾");
    target.setMarks({
      layer: "ai",
      version: 1,
      unit: "utf16",
      marks: [{ id: "1", from: 0, to: 2, kind: "ai" }],
    });
    await stream.end();
    expect(target.text()).toBe("头甲一二\n三乙尾");
    expect(target.selection().head).toBe(target.length());
    stream.push("晚");
    target.undo();
    expect(target.text()).toBe("头甲乙尾");
    target.redo();
    expect(target.text()).toBe("头甲一二\n三乙尾");
    target.undo();
    target.undo();
    expect(target.text()).toBe("头甲乙");
    target.undo();
    expect(target.text()).toBe("甲乙");
  });

  it("two streams and words typed at their position stay apart", async () => {
    const target = writing("甲乙");
    const one = target.stream(1);
    const two = target.stream(1);
    one.push("a");
    two.push("1");
    one.push("b");
    type(target, "字", 1);
    two.push("2");
    await Promise.all([one.end(), two.end()]);
    expect(target.text()).toMatch(/^甲字(?:ab12|12ab)乙$/);
  });
});

it("undo and redo restore text and anchors after any mix of edits and streams", async () => {
  const random = seeded(21);
  for (let round = 0; round < 6; round += 1) {
    const target = writing(randomText(random, 30));
    const anchors = Array.from({ length: 6 }, (_, id) => {
      const from = random.int(target.length() + 1);
      return { id: String(id), from, to: from + random.int(8), role: "plant" as const, title: "" };
    });
    target.setAnchors({ version: 1, anchors });
    const places: TextStream[] = [];
    for (let step = 0; step < 40; step += 1) {
      const at = random.int(target.length() + 1);
      const to = Math.min(target.length(), at + random.int(6));
      const act = random.int(6);
      if (act === 0) places.push(target.stream(at));
      else if (act === 1 && places.length > 0) random.pick(places).push(randomText(random, 4));
      else if (act === 2) await places.pop()?.end();
      else if (act === 3) await target.become(target.text().replace("山", "峰"), "replace");
      else if (act === 4) target.view.dispatch({ changes: { from: at, to }, userEvent: "delete" });
      else type(target, randomText(random, 3), at);
    }
    for (const place of places) await place.end();
    const final = target.text();
    const anchored = target.anchorsNow();
    while (target.undo());
    while (target.redo());
    expect(target.text()).toBe(final);
    expect(target.anchorsNow()).toEqual(anchored);
  }
});

it("reports the author's edits and selections", () => {
  const onEdit = vi.fn();
  const onSelection = vi.fn();
  const target = writing("甲", { callbacks: { onEdit, onSelection } });
  type(target, "乙");
  expect(onEdit).toHaveBeenCalledExactlyOnceWith({ byAuthor: true });
  expect(onSelection).toHaveBeenCalledExactlyOnceWith({ from: 2, to: 2, empty: true, head: 2 });
  target.selectAll();
  expect(target.selectedText()).toBe("甲乙");
});

it("changes options while open", () => {
  const target = writing("# 题\n　　甲\n> 引");
  target.setModes({ typewriter: true, focus: true, markdown: false, punctuation: false, language: "zh" });
  expect(target.view.dom.classList.contains("cm-typewriter")).toBe(true);
  expect(target.view.contentDOM.querySelectorAll(".cm-focused-paragraph")).toHaveLength(1);
  target.setReadOnly(true);
  expect(target.view.contentDOM.getAttribute("aria-readonly")).toBe("true");
  target.setAppearance({ fontFamily: "sans", fontSize: Number.NaN, lineHeight: 2, measure: 30, indent: 9 });
  expect(target.view.dom.style.getPropertyValue("--editor-indent")).toBe("4em");
  target.reveal({ from: 99, to: -3 }, "select");
  expect(target.selection()).toMatchObject({ from: 0, to: target.length() });
});

it("converts punctuation for the novel's language", () => {
  const target = writing("");
  const type = (key: string) => {
    const { view } = target;
    const { from, to } = view.state.selection.main;
    const insert = () => view.state.update(view.state.replaceSelection(key), { userEvent: "input.type" });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handler) => handler(view, from, to, key, insert))) view.dispatch(insert());
  };
  const modes = { typewriter: false, focus: false, markdown: false, punctuation: true };
  type('"');
  target.setModes({ ...modes, language: "en" });
  type(" ");
  type('"');
  target.setModes({ ...modes, punctuation: false, language: "en" });
  type('"');
  expect(target.text()).toBe('" “"');
});

it("words typed elsewhere get the punctuation of keys, unless an input method composed them", () => {
  const target = writing("");
  const modes = { typewriter: false, focus: false, markdown: false, punctuation: true };
  target.setModes({ ...modes, language: "en" });
  target.type('"Don\'t go," she said -- "it\'s late..."\n"', "keys");
  expect(target.text()).toBe("“Don’t go,” she said — “it’s late…”\n“");
  target.undo();
  expect(target.text()).toBe('“Don’t go,” she said — “it’s late…”\n"');
  target.setModes({ ...modes, language: "zh" });
  target.type("他说,", "input method");
  expect(target.text()).toMatch(/他说,$/);
});

it("is a labelled text box", () => {
  const { contentDOM } = writing("甲").view;
  const attributes = ["role", "aria-multiline", "aria-label", "lang", "spellcheck", "autocorrect"];
  expect(attributes.map((name) => contentDOM.getAttribute(name))).toEqual([
    "textbox",
    "true",
    "正文",
    "zh-Hans",
    "false",
    "off",
  ]);
});

describe("a passage that the author is led to", () => {
  const marked = (target: Writing) =>
    [...target.view.dom.querySelectorAll(".cm-pointed-out")].map(({ textContent }) => textContent).join();

  it("is marked but not selected, and the mark goes with the next change", () => {
    const target = writing("甲乙丙丁");
    target.reveal({ from: 1, to: 3 }, "point out");
    expect(marked(target)).toBe("乙丙");
    expect(target.selection()).toMatchObject({ from: 1, to: 1 });
    type(target, "字", 1);
    expect(target.text()).toBe("甲字乙丙丁");
    expect(marked(target)).toBe("");
  });

  it("loses its mark when the caret moves, and an empty one has none", () => {
    const target = writing("甲乙丙丁");
    target.reveal({ from: 1, to: 3 }, "point out");
    target.reveal({ from: 0, to: 0 }, "point out");
    expect(marked(target)).toBe("");
  });
});

it("a paste is undone on its own, whatever is typed right after it", () => {
  const target = writing("甲");
  target.view.dispatch({ changes: { from: 1, insert: "粘贴" }, userEvent: "input.paste" });
  type(target, "字", 3);
  target.undo();
  expect(target.text()).toBe("甲粘贴");
  target.undo();
  expect(target.text()).toBe("甲");
});
