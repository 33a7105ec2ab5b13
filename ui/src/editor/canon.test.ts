import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWriting, type Writing, type WritingCallbacks } from "./create";
import type { PlaceRect } from "./place-rect";

let target: Writing;
const nameCallbacks = {
  onNameHover: vi.fn(),
  onNameLeave: vi.fn(),
  onNameOpen: vi.fn(),
};
const onContextMenu = vi.fn();

const TEXT = "贾宝玉看着林黛玉。\n𠮷Alice笑了";

function open(text = TEXT, callbacks: Partial<WritingCallbacks> = { ...nameCallbacks, onContextMenu }): void {
  target = createWriting({
    parent: document.body,
    text,
    version: 1,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: true, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => undefined, onSelection: () => undefined, ...callbacks },
  });
  target.setNames([
    { name: "宝玉", owner: "1" },
    { name: "贾宝玉", owner: "1" },
    { name: "林黛玉", owner: "2" },
    { name: "Alice", owner: "3" },
  ]);
  // Ten pixels per character, twenty per line.
  const { doc } = target.view.state;
  vi.spyOn(target.view, "coordsAtPos").mockImplementation((position) => {
    const line = doc.lineAt(position);
    const [left, top] = [(position - line.from) * 10, line.number * 20];
    return { left, right: left, top, bottom: top + 20 };
  });
  target.view.posAtCoords = ((point: { x: number; y: number }) => {
    const line = doc.line(Math.min(doc.lines, Math.max(1, Math.trunc(point.y / 20))));
    return Math.min(line.to, line.from + Math.round(point.x / 10));
  }) as typeof target.view.posAtCoords;
}

const names = () =>
  [...target.view.contentDOM.querySelectorAll(".cm-name")].map((element) => element.textContent);

function mouse(type: string, x: number, y: number, more: MouseEventInit = {}): MouseEvent {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, ...more });
  target.view.contentDOM.dispatchEvent(event);
  return event;
}

const compose = (event: "compositionstart" | "compositionend") =>
  target.view.contentDOM.dispatchEvent(new CompositionEvent(event, { bubbles: true }));

function type(text: string, at: number): void {
  target.view.dispatch({ changes: { from: at, insert: text }, userEvent: "input.type" });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => {
  target.destroy();
  vi.useRealTimers();
});

describe("names", () => {
  it("are drawn when switched on, and follow the text and the lexicon", () => {
    open();
    expect(names()).toEqual([]);
    target.showNames("quiet");
    expect(names()).toEqual(["贾宝玉", "林黛玉", "Alice"]);
    type("x", TEXT.indexOf("笑"));
    expect(names()).toEqual(["贾宝玉", "林黛玉"]);
    target.setNames([{ name: "宝玉", owner: "1" }]);
    expect(names()).toEqual(["宝玉"]);
    target.showNames("off");
    expect(names()).toEqual([]);
  });

  it("keep their drawing during a composition", () => {
    open();
    target.showNames("quiet");
    compose("compositionstart");
    type("l", 0);
    type("贾宝玉", 1);
    target.setNames([]);
    expect(names()).toEqual(["贾宝玉", "林黛玉", "Alice"]);
    compose("compositionend");
    vi.runAllTimers();
    expect(names()).toEqual([]);
  });

  it("are found by position", () => {
    open();
    expect(target.nameAt(1)).toEqual({
      name: "贾宝玉",
      owners: ["1"],
      from: 0,
      to: 3,
      rect: { left: 0, top: 20, right: 30, bottom: 40 } satisfies PlaceRect,
    });
    expect([3, 4, 5, 8, 9].map((position) => target.nameAt(position)?.name)).toEqual([
      "贾宝玉",
      undefined,
      "林黛玉",
      "林黛玉",
      undefined,
    ]);
  });

  it("in a very long line are found near the position only", () => {
    open("雪".repeat(50_000));
    type("林黛玉", 25_000);
    expect(target.nameAt(25_001)).toMatchObject({ from: 25_000, to: 25_003 });
    target.showNames("quiet");
    expect(target.nameAt(1)).toBeNull();
  });
});

describe("the pointer on a name", () => {
  it("reports a hover after a rest, and a leave shortly after it moves away", () => {
    open();
    mouse("mousemove", 15, 30);
    vi.advanceTimersByTime(300);
    mouse("mousemove", 16, 30);
    vi.advanceTimersByTime(340);
    expect(nameCallbacks.onNameHover).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20);
    const rect = { left: 0, top: 20, right: 30, bottom: 40 };
    expect(nameCallbacks.onNameHover).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ owners: ["1"], from: 0, to: 3, rect }),
    );
    mouse("mousemove", 40, 30);
    vi.advanceTimersByTime(200);
    expect(nameCallbacks.onNameLeave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(nameCallbacks.onNameLeave).toHaveBeenCalledOnce();
    vi.runAllTimers();
    expect(nameCallbacks.onNameHover).toHaveBeenCalledOnce();
  });

  it("can move into the card and back", () => {
    open();
    mouse("mousemove", 15, 30);
    vi.advanceTimersByTime(400);
    target.view.contentDOM.dispatchEvent(new MouseEvent("mouseleave"));
    target.holdName(true);
    vi.advanceTimersByTime(5000);
    mouse("mousemove", 15, 30);
    target.holdName(false);
    vi.advanceTimersByTime(100);
    mouse("mousemove", 20, 30);
    vi.advanceTimersByTime(5000);
    expect(nameCallbacks.onNameLeave).not.toHaveBeenCalled();
    type("看", 0);
    expect(nameCallbacks.onNameLeave).toHaveBeenCalledOnce();
  });

  it("leaves when the page scrolls or the editor is destroyed", () => {
    open();
    mouse("mousemove", 15, 30);
    vi.advanceTimersByTime(400);
    document.dispatchEvent(new Event("scroll"));
    expect(nameCallbacks.onNameLeave).toHaveBeenCalledOnce();
    mouse("mousemove", 15, 30);
    vi.advanceTimersByTime(400);
    target.destroy();
    expect(nameCallbacks.onNameLeave).toHaveBeenCalledTimes(2);
  });

  it("opens the name on Ctrl-click; so does F12 at the caret", () => {
    open();
    expect(mouse("mousedown", 65, 30, { ctrlKey: true }).defaultPrevented).toBe(true);
    expect(nameCallbacks.onNameOpen).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ owners: ["2"] }),
    );
    mouse("mousedown", 65, 30, { ctrlKey: true, button: 1 });
    expect(nameCallbacks.onNameOpen).toHaveBeenCalledOnce();
    target.view.dispatch({ selection: { anchor: TEXT.indexOf("笑") } });
    const key = new KeyboardEvent("keydown", { key: "F12", bubbles: true, cancelable: true });
    target.view.contentDOM.dispatchEvent(key);
    expect(nameCallbacks.onNameOpen).toHaveBeenLastCalledWith(expect.objectContaining({ name: "Alice" }));
    expect(key.defaultPrevented).toBe(true);
  });
});

describe("anchors", () => {
  const passage = { id: "a", from: 10, to: 12, role: "plant" as const, title: "信" };

  it("are drawn by role and move with the text", () => {
    open();
    expect(target.setAnchors({ version: 1, anchors: [passage] })).toBe(true);
    const drawn = () => target.view.contentDOM.querySelector<HTMLElement>(".cm-anchor-plant");
    expect(drawn()?.textContent).toBe("𠮷A");
    expect(drawn()?.title).toBe("信");
    expect(drawn()?.closest(".cm-line")?.className).toContain("cm-anchored-plant");
    type("看", 0);
    expect(target.anchorsNow()).toEqual([{ id: "a", from: 11, to: 13, gone: false }]);
    expect(target.anchorAt(12)).toEqual({ ...passage, from: 11, to: 14 });
    target.view.dispatch({ changes: { from: 11, to: 14 } });
    expect(drawn()).toBeNull();
    target.undo();
    expect(drawn()?.textContent).toBe("𠮷A");
    expect(target.setAnchors({ version: 2, anchors: [] })).toBe(false);
    expect(target.setAnchors({ version: 1, anchors: [] })).toBe(true);
    expect(drawn()).toBeNull();
  });

  it("are drawn after a composition, only the last set, and count at once", () => {
    open();
    compose("compositionstart");
    target.setAnchors({ version: 1, anchors: [passage, { ...passage, id: "b" }] });
    type("n", 0);
    target.setAnchors({ version: 1, anchors: [passage] });
    // In the text without the composition.
    expect(target.anchorsNow()).toEqual([{ id: "a", from: 10, to: 12, gone: false }]);
    expect(target.view.contentDOM.querySelector(".cm-anchor")).toBeNull();
    compose("compositionend");
    vi.runAllTimers();
    expect(target.view.contentDOM.querySelector(".cm-anchor")).not.toBeNull();
    expect(target.anchorsNow()).toEqual([{ id: "a", from: 11, to: 13, gone: false }]);
  });
});

describe("the context menu", () => {
  it("opens by pointer: on the selection, or where the caret then moves", () => {
    open();
    target.setAnchors({ version: 1, anchors: [{ id: "a", from: 0, to: 9, role: "payoff", title: "" }] });
    target.view.dispatch({ selection: { anchor: 4, head: 8 } });
    expect(mouse("contextmenu", 65, 30, { button: 2 }).defaultPrevented).toBe(true);
    expect(onContextMenu).toHaveBeenLastCalledWith({
      x: 65,
      y: 30,
      comment: null,
      byKeyboard: false,
      misspelt: null,
      selection: { from: 4, to: 8 },
      text: "着林黛玉",
      name: { name: "林黛玉", owners: ["2"], from: 5, to: 8 },
      anchor: { id: "a", from: 0, to: 9, role: "payoff", title: "" },
    });
    mouse("contextmenu", 40, 50, { button: 2 });
    expect(target.selection()).toMatchObject({ from: 14, empty: true });
    expect(onContextMenu).toHaveBeenLastCalledWith(
      expect.objectContaining({
        selection: { from: 13, to: 13 },
        text: "",
        name: expect.objectContaining({ name: "Alice" }),
        anchor: null,
      }),
    );
  });

  it("opens by key, once", () => {
    open();
    target.view.dispatch({ selection: { anchor: 6 } });
    for (const [key, shiftKey] of [
      ["F10", true],
      ["ContextMenu", false],
    ] as const) {
      onContextMenu.mockReset();
      const event = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true });
      target.view.contentDOM.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(true);
      expect(mouse("contextmenu", 0, 0, { button: 0 }).defaultPrevented).toBe(true);
      expect(onContextMenu).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ x: 60, y: 40, byKeyboard: true, selection: { from: 6, to: 6 } }),
      );
    }
    vi.advanceTimersByTime(1000);
    mouse("contextmenu", 0, 0, { button: 0 });
    expect(onContextMenu).toHaveBeenCalledTimes(2);
  });

  it("waits for the end of a composition", () => {
    open();
    compose("compositionstart");
    mouse("contextmenu", 10, 30, { button: 2 });
    expect(onContextMenu).not.toHaveBeenCalled();
    compose("compositionend");
    vi.runAllTimers();
    expect(onContextMenu).toHaveBeenCalledOnce();
  });

  it("is the browser's own without a callback", () => {
    open(TEXT, {});
    expect(mouse("contextmenu", 10, 30, { button: 2 }).defaultPrevented).toBe(false);
  });
});
