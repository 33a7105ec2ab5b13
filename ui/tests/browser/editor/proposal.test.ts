// Proposals in a browser: text that streams in below its line, following it, keys, looks, accessibility.
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

const press = (key: string) => opened.page.keyboard.press(key);

/** A text of this many paragraphs, with the caret at the end of one. */
function write(paragraphs: number, caret: number): Promise<void> {
  return opened.page.evaluate(
    ([count, at]) => {
      const line = "山高水长，月白风清，夜深人静，远处传来更鼓。".repeat(5);
      const writing = window.bench.write(Array.from({ length: count }, () => line).join("\n"));
      const place = writing.view.state.doc.line(at).to;
      writing.focus();
      writing.reveal({ from: place, to: place }, "select");
    },
    [paragraphs, caret] as const,
  );
}

function begin(range?: { from: number; to: number }): Promise<void> {
  return opened.page.evaluate((given) => {
    const { writing } = window.bench;
    const { from, to } = given ?? writing?.selection() ?? { from: 0, to: 0 };
    const phrases = { accept: "采纳", reject: "拒绝", proposal: "提案" };
    writing?.propose({ from, to }, { onDecide: () => undefined, onStale: () => undefined }, { phrases });
  }, range);
}

/** Pushes pieces at the pace of a fast model; returns the longest time between two frames, ms. */
function stream(pieces: number): Promise<number> {
  return opened.page.evaluate(async (count) => {
    let longest = 0;
    let last = performance.now();
    let running = true;
    const tick = (now: number) => {
      longest = Math.max(longest, now - last);
      last = now;
      if (running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    for (let at = 0; at < count; at += 1) {
      window.bench.writing?.proposal()?.push(at % 40 === 39 ? "\n" : "大雪落了一夜。");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    running = false;
    return longest;
  }, pieces);
}

/** The position of the end of the arriving text in the window, and the editor's estimate of its text height. */
function measured() {
  return opened.page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const view = window.bench.writing?.view;
    const end = document.querySelector(".cm-proposal-end")?.getBoundingClientRect();
    const last = view?.lineBlockAt(view.state.doc.length);
    const shown = view?.coordsAtPos(view.state.doc.length);
    return {
      end: end?.bottom ?? -1,
      scroll: view?.scrollDOM.scrollTop ?? 0,
      // The position of the last line according to the editor, and its real position.
      held: (last?.bottom ?? 0) + (view?.documentTop ?? 0),
      is: shown?.bottom ?? null,
    };
  });
}

describe("arriving text", () => {
  it("keeps its end in sight while the author has not scrolled away", async () => {
    await write(1200, 600);
    await begin();
    await stream(150);
    const followed = await measured();
    expect(followed.end).toBeGreaterThan(0);
    expect(followed.end).toBeLessThanOrEqual(700);
    await opened.page.evaluate(() => {
      const scroller = window.bench.writing?.view.scrollDOM;
      if (scroller) scroller.scrollTop -= 2000;
    });
    const away = await measured();
    await stream(60);
    expect((await measured()).scroll).toBe(away.scroll);
  });

  it("keeps the editor's line positions right", async () => {
    await write(6, 3);
    await begin();
    await stream(120);
    const { held, is } = await measured();
    if (is === null) {
      await opened.page.evaluate(() => window.bench.writing?.setScrollTop(1e6));
      const bottom = await measured();
      expect(Math.abs(bottom.held - (bottom.is ?? 0))).toBeLessThan(12);
    } else expect(Math.abs(held - is)).toBeLessThan(12);
  });

  it("costs no long frames in a long text", async () => {
    await write(1000, 500);
    await begin();
    expect(await stream(200)).toBeLessThan(400);
    await opened.page.keyboard.insertText("字");
    expect(await opened.page.evaluate(() => window.bench.events.edits)).toEqual([{ byAuthor: true }]);
  });
});

async function hunks(): Promise<void> {
  await opened.page.evaluate(() => {
    const writing = window.bench.write("雪下了一夜。\n他没有睡，一直坐在窗前。\n天亮了。\n尾");
    writing.focus();
    writing.setSpans({ version: 1, spans: [{ generation: 1, from: 25, to: 26 }] });
    const phrases = { accept: "采纳", reject: "拒绝", proposal: "提案" };
    const callbacks = { onDecide: () => undefined, onStale: () => undefined };
    const proposal = writing.propose({ from: 0, to: 24 }, callbacks, { phrases });
    proposal?.push("大雪");
    proposal?.showHunks([
      { from: 0, to: 0, insert: "大" },
      { from: 1, to: 2, insert: "落" },
      { from: 7, to: 19, insert: "他睁着眼，听更鼓一声一声地过去。\n灯油尽了，屋里暗下来。" },
      { from: 24, to: 24, insert: "鸡叫了三遍。" },
    ]);
    proposal?.decide(0, "accepted");
    proposal?.decide(1, "rejected");
  });
  await opened.page.waitForTimeout(50);
}

const decisions = () => opened.page.evaluate(() => window.bench.writing?.proposal()?.decisions());
const focused = () =>
  opened.page.evaluate(() => {
    const hunk = document.activeElement?.closest<HTMLElement>("[data-hunk]")?.dataset.hunk;
    return hunk?.split("-")[1] ?? null;
  });

it("hunks are reached and decided by keys alone", async () => {
  await hunks();
  await press("Tab");
  expect(await focused()).toBe("2");
  await press("Enter");
  await press("ArrowDown");
  expect(await focused()).toBe("3");
  await press("Tab");
  await press("Enter");
  expect(await decisions()).toEqual(["accepted", "rejected", "accepted", "rejected"]);
  await press("ArrowUp");
  await press("Space");
  expect(await decisions()).toEqual(["accepted", "rejected", "open", "rejected"]);
  await press("Escape");
  await opened.page.keyboard.insertText("字");
  expect(await opened.page.evaluate(() => window.bench.writing?.text().includes("字"))).toBe(true);
});

it("a click decides, and leaves the caret in the text", async () => {
  await hunks();
  await opened.page.locator(".cm-proposal-choice-accepted").nth(3).click();
  expect((await decisions())?.[3]).toBe("accepted");
  expect(await opened.page.evaluate(() => window.bench.writing?.view.hasFocus)).toBe(true);
  await opened.page.evaluate(() => window.bench.writing?.proposal()?.apply(2));
  expect(await opened.page.evaluate(() => window.bench.writing?.text())).toBe(
    "大雪下了一夜。\n他没有睡，一直坐在窗前。\n天亮了。鸡叫了三遍。\n尾",
  );
  await press("Control+z");
  expect(await opened.page.evaluate(() => window.bench.writing?.text().startsWith("雪"))).toBe(true);
});

it("violates no policy, and axe finds nothing", async () => {
  for (const phase of ["arriving", "hunks"]) {
    if (phase === "hunks") await hunks();
    else {
      await write(4, 2);
      await begin({ from: 0, to: 60 });
      await stream(20);
    }
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
        const folder = process.env.PICTURES;
        if (folder) await opened.page.screenshot({ path: `${folder}/${phase}-${theme}-${focus}.png` });
        expect(await findings(opened.page), `${phase} ${theme} ${focus}`).toEqual([]);
      }
    }
    await opened.page.evaluate(() => window.bench.clear());
  }
  expect(await opened.page.evaluate(() => window.bench.violations)).toEqual([]);
});
