import { afterEach, describe, expect, it, vi } from "vitest";
import { createWriting, type Writing } from "./create";
import { changesBetween } from "./difference";
import type { Decision, Proposal, ProposalCallbacks, ProposalHunk } from "./proposal";
import { type Random, randomText, seeded } from "./testing";

const open: Writing[] = [];

function writing(text: string): Writing {
  const made = createWriting({
    parent: document.body,
    text,
    version: 1,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: (edit) => edits.push(edit.reason ?? "author"), onSelection: () => undefined },
  });
  open.push(made);
  return made;
}

const edits: string[] = [];
const phrases = { accept: "采纳", reject: "拒绝", proposal: "提案" };

function mockCallbacks() {
  return {
    onDecide: vi.fn<ProposalCallbacks["onDecide"]>(),
    onStale: vi.fn<ProposalCallbacks["onStale"]>(),
    onFocusHunk: vi.fn<(index: number | null) => void>(),
    onEnd: vi.fn<() => void>(),
  };
}

function begin(
  target: Writing,
  from: number,
  to: number,
  callbacks: ProposalCallbacks = mockCallbacks(),
): Proposal {
  const made = target.propose({ from, to }, callbacks, { phrases });
  if (!made) throw new Error("the range overlaps another proposal");
  return made;
}

/** Streams the whole text and sets its hunks. */
function complete(proposal: Proposal, text: string): readonly ProposalHunk[] {
  proposal.push(text.slice(proposal.text().length));
  const hunks = changesBetween(proposal.oldText(), proposal.text());
  proposal.showHunks(hunks);
  return hunks;
}

function type(target: Writing, at: number, text: string): void {
  target.view.dispatch({
    changes: { from: at, insert: text },
    selection: { anchor: at + text.length },
    userEvent: "input.type",
  });
}

const all = <E extends Element>(target: Writing, selector: string) => [
  ...target.view.contentDOM.querySelectorAll<HTMLElement & E>(selector),
];
const texts = (target: Writing, selector: string) => all(target, selector).map((one) => one.textContent);
const buttons = (target: Writing) => all<HTMLButtonElement>(target, ".cm-proposal-choice");
const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
const soon = () => Promise.resolve();
const press = (on: Element, key: string) =>
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const compose = (target: Writing, event: "compositionstart" | "compositionend") =>
  target.view.contentDOM.dispatchEvent(new CompositionEvent(event, { bubbles: true }));

afterEach(() => {
  for (const made of open.splice(0)) made.destroy();
  edits.length = 0;
});

describe("streamed text", () => {
  it("is shown in paragraphs below its range, not in the document", async () => {
    const target = writing("甲甲\n乙乙\n丙丙");
    const proposal = begin(target, 3, 4);
    proposal.push("一\n　　二");
    proposal.push("\r");
    proposal.push("\n三\ud842");
    proposal.push("\udfb7");
    await frame();
    expect(texts(target, ".cm-proposal-paragraph")).toEqual(["一", "　　二", "三𠮷"]);
    expect(texts(target, ".cm-proposal-paragraph.cm-own-indent")).toEqual(["　　二"]);
    expect(texts(target, ".cm-proposal-old")).toEqual(["乙"]);
    const block = all(target, ".cm-proposal-arriving")[0];
    expect(block?.previousElementSibling?.textContent).toBe("乙乙");
    expect(block?.getAttribute("aria-label")).toBe("提案");
    expect(proposal.text()).toBe("一\n　　二\n三𠮷");
    expect(proposal.oldText()).toBe("乙");
    expect(target.text()).toBe("甲甲\n乙乙\n丙丙");
    expect(target.canUndo()).toBe(false);
    proposal.remove();
    expect(all(target, ".cm-proposal-arriving, .cm-proposal-old")).toEqual([]);
    expect(target.proposal()).toBeNull();
    expect(edits).toEqual([]);
  });

  it("is appended without editor updates, in elements that stay", async () => {
    const target = writing(`${"山高水长。".repeat(20)}\n`.repeat(1000));
    const proposal = begin(target, 50, 50);
    proposal.push("始");
    await frame();
    const block = all(target, ".cm-proposal-arriving")[0];
    const first = block?.firstElementChild;
    const updates = vi.spyOn(target.view, "update");
    for (let piece = 0; piece < 300; piece += 1) proposal.push(piece % 30 === 29 ? "\n" : "雪落。");
    await frame();
    expect(updates).not.toHaveBeenCalled();
    expect(all(target, ".cm-proposal-arriving")[0]).toBe(block);
    expect(block?.firstElementChild).toBe(first);
    expect(block?.children).toHaveLength(11);
    type(target, 0, "字");
    expect(all(target, ".cm-proposal-arriving")[0]).toBe(block);
    expect(block?.textContent).toBe(proposal.text().replaceAll("\n", ""));
  });

  it("has no empty line before it when it starts with a line end", async () => {
    const target = writing("甲");
    const proposal = begin(target, 1, 1);
    proposal.push("\n乙\n\n丙");
    await frame();
    expect(texts(target, ".cm-proposal-paragraph")).toEqual(["乙", "", "丙"]);
    expect(proposal.text()).toBe("\n乙\n\n丙");
  });

  it("lets the author write elsewhere, and follows its range", async () => {
    const target = writing("甲乙丙丁");
    const callbacks = mockCallbacks();
    const proposal = begin(target, 1, 3, callbacks);
    type(target, 0, "头");
    type(target, 2, "前");
    type(target, 5, "后");
    expect(target.text()).toBe("头甲前乙丙后丁");
    expect(proposal.range()).toEqual({ from: 3, to: 5 });
    expect(proposal.oldText()).toBe("乙丙");
    type(target, 4, "中");
    expect(proposal.oldText()).toBe("乙中丙");
    await soon();
    expect(callbacks.onStale).not.toHaveBeenCalled();
  });

  it("is shown only after a composition has ended", async () => {
    const target = writing("甲乙");
    compose(target, "compositionstart");
    const proposal = begin(target, 1, 1);
    proposal.push("一");
    type(target, 0, "ni");
    expect(proposal.range()).toEqual({ from: 3, to: 3 });
    expect(all(target, ".cm-proposal-arriving")).toEqual([]);
    compose(target, "compositionend");
    await vi.waitFor(() => expect(texts(target, ".cm-proposal-arriving")).toEqual(["一"]));
  });
});

it("two proposals never overlap", () => {
  const target = writing("一二三四五六");
  const first = begin(target, 1, 3);
  expect(target.propose({ from: 2, to: 5 }, mockCallbacks())).toBeNull();
  expect(target.propose({ from: 3, to: 3 }, mockCallbacks())).toBeNull();
  const second = begin(target, 99, 5);
  expect(target.proposal()).toBe(second);
  second.remove();
  expect(target.proposal()).toBe(first);
  first.remove();
  expect(target.propose({ from: 1, to: 3 }, mockCallbacks())).not.toBeNull();
});

describe("hunks", () => {
  it("are drawn in the text: words after words, paragraphs below theirs", async () => {
    const target = writing("雪下了一夜。\n他没有睡。\n天亮了。");
    const proposal = begin(target, 0, target.length());
    proposal.push("大雪下了一夜。\n他睁着眼。\n新的一段。\n天亮了。");
    proposal.showHunks([
      { from: 0, to: 0, insert: "大" },
      { from: 7, to: 12, insert: "他睁着眼。\n新的一段。" },
    ]);
    await soon();
    expect(all(target, ".cm-proposal-arriving")).toEqual([]);
    expect(texts(target, ".cm-proposal-inline .cm-proposal-inserted")).toEqual(["大"]);
    expect(texts(target, "del")).toEqual(["他没有睡。"]);
    expect(texts(target, ".cm-proposal-below .cm-proposal-paragraph")).toEqual(["他睁着眼。", "新的一段。"]);
    const [block] = all(target, ".cm-proposal-below");
    expect(block?.previousElementSibling?.textContent).toBe("他没有睡。");
    expect(buttons(target).map((one) => one.getAttribute("aria-label"))).toEqual([
      "采纳",
      "拒绝",
      "采纳",
      "拒绝",
    ]);
    const described = buttons(target)[2]?.getAttribute("aria-describedby");
    expect(document.getElementById(described ?? "")?.textContent).toBe("他睁着眼。新的一段。");
  });

  it.each([
    ["a paragraph after the last", "甲\n乙", { from: 3, to: 3, insert: "\n丙" }, "below", "乙"],
    ["a paragraph before the first", "甲\n乙", { from: 0, to: 0, insert: "丙\n" }, "above", null],
    ["a paragraph in place of one", "甲\n乙", { from: 0, to: 1, insert: "丙" }, "below", "甲"],
    ["a paragraph with its line end", "甲\n乙", { from: 0, to: 2, insert: "丙\n" }, "below", "甲"],
    ["a sentence at a line end", "甲\n乙", { from: 1, to: 1, insert: "丙" }, "inline", null],
    ["a deletion within a line", "甲甲\n乙", { from: 0, to: 1, insert: "" }, "inline", null],
  ] as const)("%s", async (_, text, hunk, where, above) => {
    const target = writing(text);
    const proposal = begin(target, 0, text.length);
    proposal.showHunks([hunk]);
    await soon();
    const [widget] = all(target, ".cm-proposal-hunk");
    expect(widget?.classList.contains(`cm-proposal-${where}`)).toBe(true);
    if (where !== "inline") {
      expect(widget?.previousElementSibling?.textContent ?? null).toBe(above);
      expect(texts(target, ".cm-proposal-words")).toEqual(["丙"]);
    }
  });

  it("stand between the words of a line with their line ends", async () => {
    const target = writing("甲乙");
    const proposal = begin(target, 1, 1);
    proposal.push("一。\n二。\n");
    await soon();
    const line = () => all(target, ".cm-line")[0]?.textContent;
    expect(all(target, ".cm-line > .cm-proposal-arriving")).toHaveLength(1);
    proposal.showHunks([
      { from: 0, to: 0, insert: "一。\n" },
      { from: 0, to: 0, insert: "二。\n" },
    ]);
    await soon();
    expect(line()).toBe("甲一。\n二。\n乙");
    proposal.decide(0, "accepted");
    proposal.decide(1, "accepted");
    await proposal.apply(1);
    expect(target.text()).toBe("甲一。\n二。\n乙");
  });

  it.each([
    ["an empty text", ""],
    ["the end of a line", "甲。"],
  ])("inserted at %s keep their order, each with its buttons after its last word", async (_, text) => {
    const target = writing(text);
    const proposal = begin(target, text.length, text.length);
    const at = { from: 0, to: 0 };
    proposal.showHunks([
      { ...at, insert: "乙。\n" },
      { ...at, insert: "丙。\n\n" },
      { ...at, insert: "丁。" },
    ]);
    await soon();
    expect(texts(target, ".cm-proposal-inline, .cm-proposal-below")).toEqual(["乙。", "丙。", "丁。"]);
    const before = all(target, ".cm-proposal-choices").map((one) => one.previousSibling?.textContent);
    expect(before).toEqual(["乙。", "丙。", "丁。"]);
    for (const index of proposal.decisions().keys()) proposal.decide(index, "accepted");
    await proposal.apply(1);
    expect(target.text()).toBe(`${text}乙。\n丙。\n\n丁。`);
  });

  it("keep their colours: a selection they cover is cleared, another stays", () => {
    const target = writing("甲乙丙丁");
    target.view.dispatch({ selection: { anchor: 0, head: 2 } });
    begin(target, 0, 2);
    expect(target.selection()).toMatchObject({ from: 2, to: 2 });
    target.view.dispatch({ selection: { anchor: 2, head: 3 } });
    begin(target, 3, 4);
    expect(target.selection()).toMatchObject({ from: 2, to: 3 });
  });

  it("are decided by clicks, repeatedly, and by the program", async () => {
    const target = writing("甲乙丙");
    const callbacks = mockCallbacks();
    const proposal = begin(target, 0, 3, callbacks);
    complete(proposal, "甲一乙二丙");
    await soon();
    expect(proposal.decisions()).toEqual(["open", "open"]);
    const [accept, reject] = buttons(target);
    accept?.click();
    expect(proposal.decisions()).toEqual(["accepted", "open"]);
    await soon();
    expect(texts(target, ".cm-proposal-hunk.cm-proposal-accepted ins")).toEqual(["一"]);
    expect(accept?.getAttribute("aria-pressed")).toBe("true");
    expect(buttons(target)[0]).toBe(accept);
    reject?.click();
    reject?.click();
    expect(callbacks.onDecide.mock.calls).toEqual([
      [0, "accepted"],
      [0, "rejected"],
      [0, "open"],
    ]);
    proposal.decide(1, "rejected");
    proposal.decide(7, "rejected");
    expect(proposal.decisions()).toEqual(["open", "rejected"]);
    expect(callbacks.onDecide).toHaveBeenCalledTimes(3);
    await soon();
    expect(texts(target, ".cm-proposal-hunk.cm-proposal-rejected ins")).toEqual(["二"]);
  });

  it("are decided by keys, and arrows move between them", async () => {
    const target = writing("甲乙丙");
    const callbacks = mockCallbacks();
    const proposal = begin(target, 0, 3, callbacks);
    complete(proposal, "甲一乙二丙三");
    await soon();
    expect(buttons(target).map((one) => one.tabIndex)).toEqual([0, 0, -1, -1, -1, -1]);
    buttons(target)[0]?.focus();
    press(document.activeElement as Element, "Enter");
    press(document.activeElement as Element, "ArrowRight");
    expect(document.activeElement).toBe(buttons(target)[2]);
    press(document.activeElement as Element, "Delete");
    press(document.activeElement as Element, "ArrowDown");
    press(document.activeElement as Element, "ArrowDown");
    press(document.activeElement as Element, "Backspace");
    press(document.activeElement as Element, "Enter");
    press(document.activeElement as Element, "Enter");
    press(document.activeElement as Element, "ArrowUp");
    await soon();
    expect(document.activeElement).toBe(buttons(target)[2]);
    expect(buttons(target).map((one) => one.tabIndex)).toEqual([-1, -1, 0, 0, -1, -1]);
    expect(proposal.decisions()).toEqual(["accepted", "rejected", "accepted"]);
    expect(callbacks.onDecide).toHaveBeenCalledTimes(4);
    expect(callbacks.onFocusHunk.mock.calls).toEqual([[0], [1], [2], [1]]);
    press(document.activeElement as Element, "Escape");
    expect(target.view.hasFocus).toBe(true);
    expect(target.text()).toBe("甲乙丙");
  });

  it("are highlighted when focused and when the caret enters them", async () => {
    const target = writing("甲乙丙丁");
    const callbacks = mockCallbacks();
    const proposal = begin(target, 0, 4, callbacks);
    complete(proposal, "甲一丙");
    const last = proposal.decisions().length - 1;
    await soon();
    const caret = (at: number) =>
      target.view.dispatch({ selection: { anchor: at }, userEvent: "select.pointer" });
    proposal.focusHunk(last);
    expect(callbacks.onFocusHunk).not.toHaveBeenCalled();
    expect(texts(target, "del.cm-proposal-current")).toEqual(["丁"]);
    caret(1);
    await soon();
    await soon();
    expect(texts(target, "del.cm-proposal-current")).toEqual(["乙"]);
    caret(0);
    await soon();
    expect(callbacks.onFocusHunk.mock.calls).toEqual([[0], [null]]);
  });

  it("stay in place while the author writes beside the range", async () => {
    const target = writing("甲乙丙丁");
    const proposal = begin(target, 1, 3);
    complete(proposal, "一乙二丙三");
    type(target, 0, "头");
    type(target, 2, "前");
    type(target, 5, "后");
    await soon();
    for (const at of [0, 1, 2]) proposal.decide(at, "accepted");
    await proposal.apply(4);
    expect(target.text()).toBe("头甲前一乙二丙三后丁");
  });

  it("are hidden and reported stale when their text changes", async () => {
    const target = writing("甲乙丙丁");
    const callbacks = mockCallbacks();
    const proposal = begin(target, 1, 3, callbacks);
    complete(proposal, "乙一丙");
    await soon();
    expect(all(target, ".cm-proposal-hunk")).toHaveLength(1);
    type(target, 2, "中");
    await soon();
    await soon();
    expect(callbacks.onStale.mock.calls).toEqual([["乙中丙"]]);
    expect(all(target, ".cm-proposal-hunk")).toEqual([]);
    await expect(proposal.apply(1)).rejects.toThrow("the hunks do not match");
    proposal.showHunks([{ from: 1, to: 2, insert: "一" }]);
    proposal.decide(0, "accepted");
    await soon();
    expect(texts(target, "del")).toEqual(["中"]);
    await proposal.apply(1);
    expect(target.text()).toBe("甲乙一丙丁");
    expect(callbacks.onEnd).not.toHaveBeenCalled();
  });

  it("of a text that changed meanwhile are not shown", async () => {
    const target = writing("甲乙丙丁");
    const callbacks = mockCallbacks();
    const proposal = begin(target, 1, 3, callbacks);
    proposal.push("乙一丙");
    const old = proposal.oldText();
    type(target, 2, "中");
    proposal.showHunks(changesBetween(old, proposal.text()));
    await soon();
    await soon();
    expect(callbacks.onStale.mock.calls).toEqual([["乙中丙"]]);
    expect(all(target, ".cm-proposal-hunk, .cm-proposal-arriving")).toEqual([]);
  });

  it("stay visible during a composition inside them, and are reported stale afterwards", async () => {
    const target = writing("甲乙丙丁");
    const callbacks = mockCallbacks();
    const proposal = begin(target, 0, 4, callbacks);
    complete(proposal, "甲一乙丙丁");
    await soon();
    compose(target, "compositionstart");
    type(target, 3, "zi");
    await soon();
    expect(callbacks.onStale).not.toHaveBeenCalled();
    expect(texts(target, ".cm-proposal-hunk ins")).toEqual(["一"]);
    const applied = proposal.apply(1);
    compose(target, "compositionend");
    await expect(applied).rejects.toThrow();
    expect(callbacks.onStale.mock.calls).toEqual([["甲乙丙zi丁"]]);
    expect(target.text()).toBe("甲乙丙zi丁");
  });
});

describe("an applied proposal", () => {
  it("is one history step, with its AI spans", async () => {
    const target = writing("雪下了一夜。");
    target.setSpans({ version: 1, spans: [{ generation: 3, from: 1, to: 5 }] });
    type(target, 6, "天亮了。");
    const proposal = begin(target, 0, 6);
    complete(proposal, "大雪落了整夜。");
    for (const at of proposal.decisions().keys()) proposal.decide(at, "accepted");
    await proposal.apply(8);
    expect(target.text()).toBe("大雪落了整夜。天亮了。");
    expect(edits).toEqual(["author", "proposal"]);
    const words = () =>
      target
        .spansNow()
        .map(({ generation, from, to }) => `${generation}${[...target.text()].slice(from, to).join("")}`);
    expect(words()).toEqual(["8大", "8落", "3了", "8整", "3夜"]);
    expect(target.proposal()).toBeNull();
    expect(all(target, ".cm-proposal-hunk")).toEqual([]);
    target.undo();
    expect(target.text()).toBe("雪下了一夜。天亮了。");
    expect(words()).toEqual(["3下了一夜"]);
    target.redo();
    expect(words()[0]).toBe("8大");
    proposal.push("晚");
    proposal.showHunks([]);
    proposal.remove();
    await proposal.apply(8);
    expect(target.text()).toBe("大雪落了整夜。天亮了。");
  });

  it("leaves the caret after what was inserted at it", async () => {
    const target = writing("甲。");
    target.view.dispatch({ selection: { anchor: 2 } });
    const proposal = begin(target, 2, 2);
    complete(proposal, "乙。\n丙。");
    proposal.decide(0, "accepted");
    await proposal.apply(1);
    expect(target.text()).toBe("甲。乙。\n丙。");
    expect(target.selection().head).toBe(target.length());
    target.undo();
    expect(target.selection().head).toBe(2);
  });

  it.each([
    ["the last paragraph is rejected", "", 0, [1, 1, 0], "甲。\n乙。"],
    ["the last two are rejected", "", 0, [1, 0, 0], "甲。"],
    ["a middle one is rejected", "", 0, [1, 0, 1], "甲。\n丙。"],
    ["the last one before a line is rejected", "前。\n\n后。", 3, [1, 1, 0], "前。\n甲。\n乙。\n后。"],
    ["the words would join the next line", "后。", 0, [1, 1, 0], "甲。\n乙。\n后。"],
  ])("leaves no line without words where %s", async (_, old, at, taken, text) => {
    const target = writing(old);
    const proposal = begin(target, at, at);
    proposal.showHunks(["甲。\n", "乙。\n", "丙。"].map((insert) => ({ from: 0, to: 0, insert })));
    for (const [index, one] of taken.entries()) proposal.decide(index, one === 1 ? "accepted" : "rejected");
    await proposal.apply(1);
    expect(target.text()).toBe(text);
    target.undo();
    expect(target.text()).toBe(old);
  });

  it("changes nothing when nothing was accepted", async () => {
    const target = writing("甲乙");
    const proposal = begin(target, 0, 2);
    complete(proposal, "丙丁");
    proposal.decide(0, "rejected");
    await proposal.apply(1);
    expect(target.text()).toBe("甲乙");
    expect(target.canUndo()).toBe(false);
    expect(target.proposal()).toBeNull();
    expect(edits).toEqual([]);
  });

  it("waits for the end of a composition", async () => {
    const target = writing("甲乙");
    const proposal = begin(target, 1, 2);
    complete(proposal, "丙");
    proposal.decide(0, "accepted");
    compose(target, "compositionstart");
    const applied = proposal.apply(1);
    type(target, 0, "ni");
    expect(target.view.state.doc.toString()).toBe("ni甲乙");
    expect(target.text()).toBe("甲乙");
    compose(target, "compositionend");
    await applied;
    expect(target.text()).toBe("ni甲丙");
  });
});

it("a proposal ends quietly with its document and with its editor", async () => {
  const target = writing("甲乙");
  const [one, two] = [mockCallbacks(), mockCallbacks()];
  const first = begin(target, 1, 1, one);
  first.push("一");
  await target.become("甲乙", "restore");
  expect(target.proposal()).toBe(first);
  await target.become("丙丁", "restore");
  expect(target.proposal()).toBeNull();
  first.push("二");
  complete(first, "一二");
  expect(one.onEnd).toHaveBeenCalledTimes(1);
  const second = begin(target, 0, 2, two);
  complete(second, "丙戊");
  target.destroy();
  await soon();
  expect(two.onEnd).toHaveBeenCalledTimes(1);
  second.decide(0, "accepted");
  await second.apply(1);
  expect(one.onStale).not.toHaveBeenCalled();
  expect(two.onStale).not.toHaveBeenCalled();
});

/** Random hunks that do not touch each other. */
function anyHunks(random: Random, length: number): ProposalHunk[] {
  const hunks: ProposalHunk[] = [];
  for (let at = random.int(3); at <= length; ) {
    const to = Math.min(length, at + random.int(4));
    hunks.push({ from: at, to, insert: randomText(random, 3) });
    at = to + 1 + random.int(4);
  }
  return hunks;
}

/** The generation of each UTF-16 unit; null for the author's. */
function origins(target: Writing): (number | null)[] {
  const chars = [...target.text()].map((): number | null => null);
  for (const { generation, from, to } of target.spansNow()) chars.fill(generation, from, to);
  return [...target.text()].flatMap((char, at) => Array.from(char, () => chars[at] ?? null));
}

describe("applying makes the old text plus the accepted hunks, and undo restores all", () => {
  it.each([1, 2, 3])("seed %i", async (seed) => {
    const random = seeded(seed);
    for (let round = 0; round < 40; round += 1) {
      // Pairs that a hunk would split are tested elsewhere: no diff of the backend splits one.
      const text = randomText(random, 25).replaceAll(/[\ud800-\udfff]/g, "双");
      const target = writing(text);
      const spans = Array.from({ length: random.int(4) }, (_, generation) => {
        const from = random.int(text.length + 1);
        return { generation, from, to: from + random.int(6) };
      });
      target.setSpans({ version: 1, spans });
      const [one, two] = [random.int(text.length + 1), random.int(text.length + 1)];
      const [from, to] = [Math.min(one, two), Math.max(one, two)];
      const proposal = begin(target, from, to);
      const old = proposal.oldText();
      const hunks = anyHunks(random, old.length).map((hunk) => ({
        ...hunk,
        insert: hunk.insert.replaceAll(/[\ud800-\udfff]/g, "新"),
      }));
      proposal.showHunks(hunks);
      // Typed outside the range, at its borders too.
      const [head, tail] = [randomText(random, 2).replaceAll(/[\ud800-\udfff]/g, ""), "尾"];
      type(target, random.pick([0, from]), head);
      type(target, random.pick([target.length(), proposal.range().to]), tail);
      await soon();
      const fates = hunks.map((): Decision => random.pick(["open", "accepted", "accepted", "rejected"]));
      for (const [at, fate] of fates.entries()) proposal.decide(at, fate);
      const range = proposal.range();
      const [before, was] = [target.text(), origins(target)];
      expect(before.slice(range.from, range.to)).toBe(old);
      await proposal.apply(9);

      let [expected, expectedOrigins] = [before, was];
      for (const [at, hunk] of [...hunks.entries()].reverse()) {
        if (fates[at] !== "accepted") continue;
        const [start, end] = [range.from + hunk.from, range.from + hunk.to];
        expected = expected.slice(0, start) + hunk.insert + expected.slice(end);
        const written = Array.from({ length: hunk.insert.length }, () => 9);
        expectedOrigins = [...expectedOrigins.slice(0, start), ...written, ...expectedOrigins.slice(end)];
      }
      expect(target.text()).toBe(expected);
      expect(origins(target)).toEqual(expectedOrigins);
      if (expected !== before) target.undo();
      expect(target.text()).toBe(before);
      expect(origins(target)).toEqual(was);
      target.destroy();
      open.length = 0;
    }
  });
});
