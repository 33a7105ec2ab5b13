import { afterEach, describe, expect, it } from "vitest";
import { createWriting, type Writing } from "./create";
import type { EmphasisMark } from "./emphasis";
import type { SettableMark } from "./prose-edits";

let target: Writing;

function open(text: string, caret: number): void {
  target = createWriting({
    parent: document.body,
    text,
    version: 1,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => undefined, onSelection: () => undefined },
  });
  go(caret);
}

const go = (caret: number) => target.view.dispatch({ selection: { anchor: caret } });
const settled = () => new Promise((resolve) => setTimeout(resolve));

async function set(mark: EmphasisMark | SettableMark): Promise<void> {
  if (mark === "*" || mark === "**") target.emphasize(mark);
  else target.mark(mark);
  await settled();
}

afterEach(() => target.destroy());

describe("a mark around nothing", () => {
  const ALL = ["*", "**", "ruby", "dots", "note", "centre", "right", "quotation"] as const;

  it.each(ALL)("of %s goes when the caret leaves it", async (mark) => {
    open("甲乙\n\n丙", 3);
    await set(mark);
    expect(target.text()).not.toBe("甲乙\n\n丙");
    go(1);
    await settled();
    expect(target.text()).toBe("甲乙\n\n丙");
    expect(target.selection().head).toBe(1);
    target.undo();
    expect(target.text()).toBe("甲乙\n\n丙");
  });

  it.each(ALL)("of %s goes when it is set again", async (mark) => {
    open("甲乙\n\n丙", 0);
    target.type("丁", "input method");
    go(4);
    await set(mark);
    await set(mark);
    expect(target.text()).toBe("丁甲乙\n\n丙");
    expect(target.selection().head).toBe(4);
    // Undo goes over what was set and taken back.
    target.undo();
    expect(target.text()).toBe("甲乙\n\n丙");
    target.redo();
    expect(target.text()).toBe("丁甲乙\n\n丙");
  });

  it("of two kinds goes one by one, and undo goes over both", async () => {
    open("甲乙", 1);
    await set("**");
    await set("*");
    expect(target.text()).toBe("甲******乙");
    await set("*");
    expect(target.text()).toBe("甲****乙");
    await set("**");
    expect(target.text()).toBe("甲乙");
    expect(target.undo()).toBe(false);
    expect(target.text()).toBe("甲乙");
  });

  it("that is left of two kinds goes when the caret leaves it", async () => {
    open("甲乙", 1);
    await set("**");
    await set("*");
    await set("**");
    expect(target.text()).toBe("甲**乙");
    go(0);
    await settled();
    expect(target.text()).toBe("甲乙");
  });

  it.each(ALL)("of %s stays once words are in it", async (mark) => {
    open("甲乙\n\n丙", 3);
    await set(mark);
    const marks = target.text();
    target.type("字", "input method");
    go(0);
    await settled();
    expect(target.text().replace("字", "")).toBe(marks);
    target.undo();
    target.undo();
    expect(target.text()).toBe("甲乙\n\n丙");
  });

  it("goes after its words were undone", async () => {
    open("甲乙", 1);
    await set("**");
    target.type("字", "input method");
    target.undo();
    expect(target.text()).toBe("甲****乙");
    go(0);
    await settled();
    expect(target.text()).toBe("甲乙");
  });

  it("goes with another one inside it", async () => {
    open("甲乙", 1);
    await set("**");
    await set("*");
    go(0);
    await settled();
    expect(target.text()).toBe("甲乙");
  });

  it("goes when the editor closes", async () => {
    open("甲乙", 1);
    await set("*");
    target.leave();
    expect(target.text()).toBe("甲乙");
  });

  it("stays while an input method composes in it", async () => {
    open("甲乙", 1);
    await set("*");
    const compose = (event: string) =>
      target.view.contentDOM.dispatchEvent(new CompositionEvent(event, { bubbles: true }));
    compose("compositionstart");
    go(0);
    await settled();
    expect(target.view.state.doc.toString()).toBe("甲**乙");
    compose("compositionend");
  });
});

it("asterisks that the author typed stay", async () => {
  open("甲乙", 1);
  for (const _ of "****") target.type("*", "keys");
  go(0);
  await settled();
  expect(target.text()).toBe("甲****乙");
});
