// The writing surface in a browser: keys, paste, leaving, marks, modes, scrolling, accessibility.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findings } from "../axe";
import { type Opened, openPage } from "./open";

let opened: Opened;

beforeAll(async () => {
  opened = await openPage();
}, 60_000);
afterAll(() => opened?.close());

beforeEach(async () => {
  await opened.page.evaluate(() => window.bench.clear());
});

function text(): Promise<string> {
  return opened.page.evaluate(() => window.bench.writing?.text() ?? "");
}

const press = (key: string) => opened.page.keyboard.press(key);

async function write(content: string, caret = content.length): Promise<void> {
  await opened.page.evaluate(
    ([text, at]) => {
      const writing = window.bench.write(text);
      writing.focus();
      writing.view.dispatch({ selection: { anchor: at } });
    },
    [content, caret] as const,
  );
}

async function paste(content: string): Promise<void> {
  await opened.page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    window.bench.writing?.view.contentDOM.dispatchEvent(event);
  }, content);
}

describe("keys", () => {
  it("Enter keeps the indent of the paragraph, Backspace takes one character", async () => {
    await write("　　山");
    await press("Enter");
    await opened.page.keyboard.insertText("水");
    expect(await text()).toBe("　　山\n　　水");
    await press("Backspace");
    await press("Backspace");
    expect(await text()).toBe("　　山\n　");
  });

  it("Ctrl+B and Ctrl+I add and remove asterisks around the selection", async () => {
    await write("他很想走。");
    await press("Home");
    await press("ArrowRight");
    await press("Shift+ArrowRight");
    await press("Control+b");
    expect(await text()).toBe("他**很**想走。");
    await press("Control+i");
    expect(await text()).toBe("他***很***想走。");
    await press("Control+b");
    expect(await text()).toBe("他*很*想走。");
    await press("Control+z");
    expect(await text()).toBe("他***很***想走。");
  });

  it("words typed after Ctrl+I are italic until Ctrl+I again", async () => {
    await write("She ");
    await press("Control+i");
    await opened.page.keyboard.type("never");
    await press("Control+i");
    await opened.page.keyboard.type(" went.");
    expect(await text()).toBe("She *never* went.");
  });

  it("Tab stays in the text", async () => {
    await write("甲");
    await press("Tab");
    await press("Shift+Tab");
    await opened.page.keyboard.insertText("乙");
    expect(await text()).toBe("甲乙");
  });

  it("undo and redo revert and repeat typing", async () => {
    await write("甲");
    await opened.page.keyboard.type("abc");
    await press("Control+z");
    expect(await text()).toBe("甲");
    await press("Control+y");
    expect(await text()).toBe("甲abc");
  });

  it("arrow keys report where the caret leaves the text", async () => {
    const long = "山高水长".repeat(30);
    await write(`${long}\n${long}`, 0);
    const left = () => opened.page.evaluate(() => window.bench.events.left);
    await press("ArrowUp");
    await press("ArrowLeft");
    expect(await left()).toEqual(["up", "up"]);
    await press("ArrowDown");
    await press("ArrowUp");
    expect(await left()).toEqual(["up", "up"]);
    await press("Control+End");
    await press("ArrowUp");
    await press("ArrowDown");
    expect(await left()).toEqual(["up", "up"]);
    await press("ArrowDown");
    await press("ArrowRight");
    expect(await left()).toEqual(["up", "up", "down", "down"]);
  });
});

it("a huge pasted line is split, reported, and undone", async () => {
  await write("甲");
  await paste(`${"山高水长。".repeat(5000)}\r\n乙`);
  await opened.page.waitForFunction(() => window.bench.events.pastes.length > 0);
  expect(await opened.page.evaluate(() => window.bench.events.pastes)).toEqual([
    { lines: 1, longest: 25_000 },
  ]);
  const lines = (await text()).split("\n");
  expect(lines.slice(0, -1).every((line) => line.length <= 5_001 && line.endsWith("。"))).toBe(true);
  expect(lines.at(-1)).toBe("乙");
  await press("Control+z");
  expect(await text()).toBe("甲");
});

it("marks open by click and Mod-Enter, and react to the pointer", async () => {
  await write("山高水长，月白风清。", 0);
  await opened.page.evaluate(() => {
    const marks = [{ id: "m", from: 5, to: 9, kind: "issue-high" as const, title: "用词" }];
    window.bench.writing?.setMarks({ layer: "issues", version: 1, unit: "chars", marks });
  });
  const events = () => opened.page.evaluate(() => window.bench.events.marks.map(({ event }) => event));
  const mark = opened.page.locator(".cm-mark-issue-high");
  await mark.hover();
  await opened.page.waitForFunction(() => window.bench.events.marks.length > 0);
  expect(await events()).toEqual(["hover"]);
  await mark.click();
  expect(await events()).toEqual(["hover", "open"]);
  await press("Control+Enter");
  expect((await events()).filter((event) => event === "open")).toHaveLength(2);
  expect(await text()).toBe("山高水长，月白风清。");
});

describe("scrolling", () => {
  const paragraphs = Array.from({ length: 400 }, (_, line) => `第${line}段。${"山高水长。".repeat(12)}`).join(
    "\n",
  );

  const caret = () =>
    opened.page.evaluate(() => {
      const { writing } = window.bench;
      const at = writing?.view.coordsAtPos(writing.selection().head);
      return at ? (at.top + at.bottom) / 2 : Number.NaN;
    });

  it.each(["self", "outside"] as const)("typewriter keeps the caret in the middle (%s)", async (scrolls) => {
    await opened.page.evaluate(
      ([content, who]) => {
        const modes = {
          typewriter: true,
          focus: true,
          markdown: true,
          punctuation: true,
          language: "zh",
        } as const;
        const writing = window.bench.write(content, { modes, scrolls: who });
        writing.reveal({ from: 9000, to: 9000 }, "select");
        writing.focus();
      },
      [paragraphs, scrolls] as const,
    );
    await opened.page.waitForTimeout(200);
    for (const key of ["a", "ArrowDown", "ArrowDown", "Enter", "b"]) {
      await press(key);
      await opened.page.waitForTimeout(80);
      expect(Math.abs((await caret()) - 350)).toBeLessThan(30);
    }
    const top = () => opened.page.evaluate(() => window.bench.writing?.scrollTop() ?? 0);
    const before = await top();
    await opened.page.mouse.move(500, 350);
    await opened.page.mouse.wheel(0, 900);
    await opened.page.waitForTimeout(300);
    expect((await top()) - before).toBeGreaterThan(600);
  });

  it("reveal reaches far places", async () => {
    await write(paragraphs, 0);
    for (const place of [20_000, 300, 1e9]) {
      await opened.page.evaluate(
        (from) => window.bench.writing?.reveal({ from, to: from + 2 }, "select"),
        place,
      );
      await opened.page.waitForTimeout(250);
      const y = await caret();
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(700);
    }
  });
});

it("a million characters open and take keys", async () => {
  const size = await opened.page.evaluate(() => {
    const line = "山高水长，月白风清，夜深人静。".repeat(7);
    const writing = window.bench.write(Array.from({ length: 10_000 }, () => line.slice(0, 99)).join("\n"));
    writing.reveal({ from: 500_000, to: 500_000 }, "select");
    writing.focus();
    return writing.length();
  });
  await opened.page.waitForTimeout(200);
  await opened.page.keyboard.type("abc");
  expect(await opened.page.evaluate(() => window.bench.writing?.length())).toBe(size + 3);
  expect(await opened.page.locator(".cm-line").count()).toBeLessThan(200);
});

it("violates no policy, and axe finds nothing", async () => {
  await write("# 题\n山高水长，*月白*风清。\n> 引\n***\n青山依旧在，几度夕阳红，惯看秋月春风。\n尾");
  await opened.page.evaluate(() => {
    const kinds = [
      "hit",
      "current-hit",
      "issue-low",
      "issue-medium",
      "issue-high",
      "issue-critical",
      "evidence",
      "thread",
      "ai",
    ] as const;
    const marks = kinds.map((kind, at) => ({
      id: kind,
      from: 24 + at * 2,
      to: 26 + at * 2,
      kind,
      title: kind,
    }));
    window.bench.writing?.setMarks({ layer: "all", version: 1, unit: "utf16", marks });
  });
  for (const theme of ["light", "dark", "paper", "green"]) {
    for (const focus of [false, true]) {
      await opened.page.evaluate(
        ([name, on]) => {
          document.documentElement.setAttribute("data-theme", name);
          window.bench.writing?.setModes({
            typewriter: false,
            focus: on,
            markdown: true,
            punctuation: true,
            language: "zh",
          });
        },
        [theme, focus] as const,
      );
      await opened.page.waitForTimeout(250);
      expect(await findings(opened.page), theme).toEqual([]);
    }
  }
  expect(await opened.page.locator(".cm-mark").count()).toBe(9);
  expect(await opened.page.evaluate(() => window.bench.violations)).toEqual([]);
});
