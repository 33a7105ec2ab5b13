// An input method composes while the program streams text, sets marks and changes the text: the composition must
// continue undisturbed, and nothing of it or of the program's text may be lost.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Opened, openPage } from "./open";

let opened: Opened;

beforeAll(async () => {
  opened = await openPage();
}, 60_000);
afterAll(() => opened?.close());

beforeEach(async () => {
  await opened.page.evaluate(() => window.bench.clear());
});

async function write(text: string, caret: number): Promise<void> {
  await opened.page.evaluate(
    ([content, at]) => {
      const writing = window.bench.write(content);
      writing.focus();
      writing.view.dispatch({ selection: { anchor: at } });
    },
    [text, caret] as const,
  );
}

/** Text that an input method shows while letters are typed. */
async function compose(...steps: string[]): Promise<void> {
  for (const text of steps) {
    await opened.cdp.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
    await opened.page.waitForTimeout(40);
  }
}

async function commit(text: string): Promise<void> {
  await opened.cdp.send("Input.insertText", { text });
  await opened.page.waitForTimeout(60);
}

interface Seen {
  /** The author's text, without the composed letters. */
  text: string;
  /** The visible text of the editor, including composed letters. */
  shown: string;
  head: number;
  compositions: string[];
  composing: boolean;
}

function seen(): Promise<Seen> {
  return opened.page.evaluate(() => {
    const { writing, compositions } = window.bench;
    if (!writing) throw new Error("nothing is open");
    const { head } = writing.selection();
    const shown = writing.view.state.doc.toString();
    return { text: writing.text(), shown, head, compositions, composing: writing.composing() };
  });
}

/** Saves and sets marks twenty times a second, and pushes a stream as often, until stopped. */
async function disturb(streamAt: number): Promise<() => Promise<string>> {
  await opened.page.evaluate((at) => {
    const { writing } = window.bench;
    if (!writing) return;
    const stream = writing.stream(at);
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      stream.push(`流${count}。`);
      writing.setVersion(1, writing.moment());
      const marks = [0, 1, 2].map((id) => ({
        id: String(id),
        from: (count + id * 3) % 8,
        to: ((count + id * 3) % 8) + 2,
        kind: "issue-high" as const,
      }));
      writing.setMarks({ layer: "issues", version: 1, unit: "chars", marks });
    }, 50);
    const stop = async () => {
      clearInterval(timer);
      await stream.end();
      return Array.from({ length: count }, (_, index) => `流${index + 1}。`).join("");
    };
    Object.assign(window, { stop });
  }, streamAt);
  return () => opened.page.evaluate(() => (window as unknown as { stop(): Promise<string> }).stop());
}

const PINYIN = ["n", "ni", "nih", "niha", "nihao"];

it.each([
  ["before the caret's line", 0],
  ["in the line being composed", 6],
  ["at the caret", 8],
  ["after the caret's line", 11],
])("a stream %s waits and nothing is lost", async (_, streamAt) => {
  await write("头一行文字\n正文\n末行", 8);
  const stop = await disturb(streamAt);
  await opened.page.waitForTimeout(120);
  await compose(...PINYIN);
  expect(await seen()).toMatchObject({ composing: true, compositions: ["compositionstart"] });
  const before = (await seen()).shown;
  await opened.page.waitForTimeout(200);
  expect((await seen()).shown).toBe(before);
  await commit("你好");
  await opened.page.waitForTimeout(150);
  await compose(...PINYIN);
  await commit("你好");
  const streamed = await stop();
  const { text, compositions, head } = await seen();
  expect(compositions).toEqual(["compositionstart", "compositionend", "compositionstart", "compositionend"]);
  // The stream is in one piece, and without it the text is what the author wrote.
  expect(text).toContain(streamed);
  expect(text.replace(streamed, "")).toBe("头一行文字\n正文你好你好\n末行");
  expect(text.slice(0, head).replace(streamed, "")).toBe("头一行文字\n正文你好你好");
});

it("a candidate taken with Enter or space leaves no line end and no space", async () => {
  await write("甲", 1);
  for (const key of [
    { key: "Enter", code: "Enter" },
    { key: " ", code: "Space" },
  ]) {
    await compose(...PINYIN);
    // During a composition, the key that ends it reaches the page only with the code for "in process".
    const event = { ...key, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
    await opened.cdp.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
    await commit("你好");
    await opened.cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }
  expect(await seen()).toMatchObject({ text: "甲你好你好", head: 5, composing: false });
});

it("a cancelled composition leaves nothing and the program continues", async () => {
  await write("甲乙", 1);
  await compose(...PINYIN);
  const waiting = opened.page.evaluate(() =>
    window.bench.writing?.edit([{ from: 0, to: 0, insert: "零" }], "format"),
  );
  await opened.page.waitForTimeout(50);
  expect(await seen()).toMatchObject({ shown: "甲nihao乙", text: "甲乙" });
  await compose("");
  await waiting;
  expect(await seen()).toMatchObject({ text: "零甲乙", head: 2, composing: false });
});

it("after a composition ends by losing focus, the program continues", async () => {
  await write("甲乙", 1);
  await compose(...PINYIN);
  const waiting = opened.page.evaluate(() =>
    window.bench.writing?.edit([{ from: 0, to: 0, insert: "零" }], "format"),
  );
  await opened.page.evaluate(() => window.bench.writing?.view.contentDOM.blur());
  await waiting;
  const { text, composing } = await seen();
  // Letters whose word was never chosen disappear.
  expect(text).toBe("零甲乙");
  expect(composing).toBe(false);
});

it("become waits and keeps composed text where it is equal", async () => {
  await write("第一段\n第二段", 7);
  await compose(...PINYIN);
  const became = opened.page.evaluate(() => window.bench.writing?.become("第一段改\n第二段你好", "replace"));
  await opened.page.waitForTimeout(80);
  expect(await seen()).toMatchObject({ shown: "第一段\n第二段nihao", text: "第一段\n第二段" });
  await commit("你好");
  await became;
  expect(await seen()).toMatchObject({
    text: "第一段改\n第二段你好",
    head: 10,
    compositions: ["compositionstart", "compositionend"],
  });
  await opened.page.evaluate(() => window.bench.writing?.undo());
  expect((await seen()).text).toBe("第一段\n第二段你好");
});

it("only typed punctuation is converted", async () => {
  await write("", 0);
  await compose("shan");
  await commit("山");
  await opened.page.keyboard.type(",");
  expect((await seen()).text).toBe("山，");
  await compose("“");
  await commit("“");
  expect((await seen()).text).toBe("山，“");
  await compose("shui");
  await commit("水");
  await commit("”");
  expect((await seen()).text).toBe("山，“水”");
  // An input method may insert punctuation without composing: it is paired at most once.
  await commit("《");
  expect(await seen()).toMatchObject({ text: "山，“水”《》", head: 6 });
  await commit("》");
  expect(await seen()).toMatchObject({ text: "山，“水”《》", head: 7 });
});

it("composing inside marks and next to a changing one keeps the composition", async () => {
  await write("山高水长，月白风清。", 4);
  const stop = await disturb(10);
  await compose("y", "yi", "yin");
  await commit("隐");
  const streamed = await stop();
  expect((await seen()).text.replace(streamed, "")).toBe("山高水长隐，月白风清。");
});

it("a proposal arrives beside a composition, or waits inside one", async () => {
  await write("雪下了一夜。\n天亮了。", 6);
  await compose("n", "ni");
  await opened.page.evaluate(() => {
    const { writing } = window.bench;
    const stale: string[] = [];
    const proposal = writing?.propose(
      { from: 0, to: 6 },
      { onDecide: () => undefined, onStale: (old) => stale.push(old) },
    );
    Object.assign(window, { stale });
    for (let at = 0; at < 5; at += 1) setTimeout(() => proposal?.push("大雪落了整夜。"), at * 30);
  });
  await compose("nih", "niha", "nihao");
  expect(await opened.page.locator(".cm-proposal-arriving").count()).toBe(0);
  await commit("你好");
  await opened.page.waitForTimeout(100);
  expect(await opened.page.locator(".cm-proposal-arriving").textContent()).toBe("大雪落了整夜。".repeat(5));
  // While it arrives, composing continues above it.
  await compose(...PINYIN);
  await opened.page.evaluate(() => window.bench.writing?.proposal()?.push("天亮了。"));
  await commit("你好");
  await opened.page.evaluate(() => {
    window.bench.writing?.proposal()?.showHunks([{ from: 1, to: 3, insert: "落了整" }]);
    window.bench.writing?.view.dispatch({ selection: { anchor: 2 } });
  });
  await opened.page.waitForTimeout(50);
  expect(await opened.page.locator(".cm-proposal-hunk").count()).toBe(1);
  const before = (await seen()).compositions.length;
  await compose(...PINYIN);
  expect(await opened.page.locator(".cm-proposal-hunk").count()).toBe(1);
  await commit("你好");
  await opened.page.waitForTimeout(100);
  const { text, compositions } = await seen();
  expect(text).toBe("雪下你好了一夜。你好你好\n天亮了。");
  expect(compositions.length - before).toBe(2);
  expect(await opened.page.evaluate(() => (window as unknown as { stale: string[] }).stale)).toEqual([
    "雪下你好了一夜。",
  ]);
  expect(await opened.page.locator(".cm-proposal-hunk").count()).toBe(0);
});
