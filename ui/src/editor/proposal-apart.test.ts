// Hunks that are changes of their own, in a text that the author writes on.
import { afterEach, describe, expect, it, vi } from "vitest";
import { createWriting, type Writing } from "./create";
import type { ProposalHunk } from "./proposal";

let target: Writing;
const callbacks = () => ({ onDecide: vi.fn(), onStale: vi.fn(), onEnd: vi.fn() });
const phrases = { accept: "采纳", reject: "拒绝" };
const settled = () => new Promise((resolve) => setTimeout(resolve));

function open(text: string, hunks: ProposalHunk[], heard = callbacks()) {
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
  const range = { from: 0, to: target.length() };
  const proposal = target.propose(range, heard, { phrases, isApart: true });
  proposal?.showHunks(hunks);
  return { proposal, heard };
}

const drawn = (selector: string) =>
  [...target.view.contentDOM.querySelectorAll(selector)].map(({ textContent }) => textContent);
const removed = () => drawn(".cm-proposal-removed");
const type = (from: number, insert: string, to = from) =>
  target.view.dispatch({ changes: { from, to, insert }, userEvent: "input.type" });

afterEach(() => target.destroy());

const TEXT = "他站,着。\n灯灭了.\n夜深。";
const TWO = [
  { from: 2, to: 3, insert: "，" },
  { from: 9, to: 10, insert: "。" },
];

describe("hunks of their own", () => {
  it("are shown without arriving text, and leave what is selected", async () => {
    open(TEXT, []);
    target.selectAll();
    target.destroy();
    const { proposal } = open(TEXT, TWO);
    expect(drawn(".cm-proposal-arriving")).toEqual([]);
    await settled();
    expect(removed()).toEqual([",", "."]);
    expect(drawn(".cm-proposal-inserted")).toEqual(["，", "。"]);
    proposal?.remove();
    expect(removed()).toEqual([]);
  });

  it("move with what is written beside them, also at the start of the text", async () => {
    const { proposal, heard } = open(TEXT, TWO);
    await settled();
    type(7, "又");
    type(0, "昨夜");
    type(0, "啊");
    type(target.length(), "没有声音。");
    expect(proposal?.oldText()).toBe(target.text());
    proposal?.decide(1, "accepted");
    await settled();
    expect(target.text()).toBe("啊昨夜他站,着。\n灯又灭了.\n夜深。没有声音。");
    expect(removed()).toEqual([",", "."]);
    expect(drawn(".cm-proposal-accepted.cm-proposal-removed")).toEqual(["."]);
    await proposal?.apply(7);
    expect(target.text()).toBe("啊昨夜他站,着。\n灯又灭了。\n夜深。没有声音。");
    expect(heard.onStale).not.toHaveBeenCalled();
  });

  it("are hidden one by one where the author writes into them", async () => {
    const { proposal, heard } = open(TEXT, TWO);
    await settled();
    type(2, "；", 3);
    await settled();
    expect(removed()).toEqual(["."]);
    expect(proposal?.rect(0)).toBeNull();
    expect(heard.onStale).not.toHaveBeenCalled();
    // The next set of hunks shows it again, as one that cannot be decided.
    proposal?.oldText();
    proposal?.showHunks([{ from: 3, to: 3, insert: "", note: "你后来改过这里" }, ...TWO.slice(1)]);
    await settled();
    expect(drawn(".cm-proposal-note")).toEqual(["你后来改过这里"]);
    expect(drawn(".cm-proposal-choices")).toHaveLength(1);
  });

  it("yield to a proposal that begins, and do not come while there is one", async () => {
    const { heard } = open(TEXT, TWO);
    await settled();
    const drafted = target.propose({ from: 6, to: 9 }, callbacks(), { phrases });
    expect(drafted).not.toBeNull();
    await settled();
    expect(heard.onEnd).toHaveBeenCalledOnce();
    expect(removed()).toEqual([]);
    expect(target.propose({ from: 0, to: 10 }, callbacks(), { phrases, isApart: true })).toBeNull();
    expect(target.proposal()).toBe(drafted);
  });
});
