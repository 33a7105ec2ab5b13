// The comparison in a browser: moving through changes, folds, synchronized panes, no violations.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
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

/** Eighty paragraphs: words changed in the 10th, five paragraphs added after the 40th, the 70th removed. */
async function compare(layout: "inline" | "split"): Promise<void> {
  await opened.page.evaluate((how) => {
    let before = "";
    let after = "";
    const hunks: { old: { start: number; end: number }; new: { start: number; end: number } }[] = [];
    const put = (old: string, now: string) => {
      if (old !== now) {
        const [start, begin] = [before.length, after.length];
        hunks.push({
          old: { start, end: start + old.length },
          new: { start: begin, end: begin + now.length },
        });
      }
      before += old;
      after += now;
    };
    for (let line = 1; line <= 80; line += 1) {
      const text = `第${line}段。${"山高水长，月白风清。".repeat(line % 9)}`;
      if (line === 10) {
        put("十段", "拾段落");
        put(`。${text}\n`, `。${text}\n`);
      } else if (line === 70) put(`${text}\n`, "");
      else put(`${text}\n`, `${text}\n`);
      if (line === 40) put("", `${"新的一段，写得长一些，好占去几行的地方。".repeat(8)}\n`.repeat(5));
    }
    window.bench.compareTexts({ before, after, hunks, layout: how });
  }, layout);
  await opened.page.waitForTimeout(150);
}

/** The heights at which each pane shows the paragraph with these words. */
function heights(words: string): Promise<number[]> {
  return opened.page.evaluate(
    (start) =>
      [...document.querySelectorAll(".cm-line")]
        .filter((line) => line.textContent.startsWith(start))
        .map((line) => Math.round(line.getBoundingClientRect().top)),
    words,
  );
}

const go = (way: "next" | "previous") =>
  opened.page.evaluate((name) => window.bench.compare?.[name]() ?? Number.NaN, way);

it("moves through the changes and stops at the ends", async () => {
  await compare("inline");
  expect(
    await opened.page.evaluate(() => [window.bench.compare?.count, window.bench.compare?.current()]),
  ).toEqual([3, -1]);
  expect([await go("next"), await go("next"), await go("next"), await go("next")]).toEqual([0, 1, 2, 2]);
  await opened.page.waitForTimeout(150);
  const [top = -1] = await heights("第70段");
  expect(top).toBeGreaterThan(100);
  expect(top).toBeLessThan(600);
  expect(await opened.page.locator("del").first().textContent()).toContain("第70段");
  expect([await go("previous"), await go("previous"), await go("previous")]).toEqual([1, 0, 0]);
});

it("folds open by click and by Enter, on both sides", async () => {
  await compare("split");
  const folds = opened.page.locator(".cm-fold button");
  const before = await folds.count();
  expect(before).toBeGreaterThanOrEqual(2);
  await folds.first().click();
  await expect.poll(() => opened.page.evaluate(() => window.bench.compare?.current())).toBe(-1);
  expect(await heights("第20段")).toHaveLength(2);
  await opened.page.evaluate(() => window.bench.compare?.setLayout("inline"));
  expect(await heights("第20段")).toHaveLength(1);
  await opened.page.evaluate(() => window.bench.compare?.setLayout("split"));
  await go("next");
  await go("next");
  await opened.page.waitForTimeout(150);
  await folds.last().focus();
  await opened.page.keyboard.press("Enter");
  await opened.page.waitForTimeout(150);
  expect(await opened.page.evaluate(() => document.activeElement?.classList.contains("cm-content"))).toBe(
    true,
  );
});

it("two panes scroll in step from either side, to both ends", async () => {
  await compare("split");
  for (const [x, by, words] of [
    [250, 900, ""],
    [750, 500, ""],
    [250, 99_999, "第80段"],
    [750, -99_999, "第1段"],
  ] as const) {
    await opened.page.mouse.move(x, 350);
    await opened.page.mouse.wheel(0, by);
    await opened.page.waitForTimeout(350);
    if (words === "") continue;
    const [left = 0, right = 99] = await heights(words);
    expect(Math.abs(left - right)).toBeLessThanOrEqual(2);
  }
  await go("next");
  await opened.page.waitForTimeout(200);
  const [left = 0, right = 99] = await heights("第11段");
  expect(Math.abs(left - right)).toBeLessThanOrEqual(60);
  expect(await opened.page.locator(".cm-current-line").count()).toBe(2);
});

it("copies the new text without the removed text", async () => {
  await compare("inline");
  const copied = await opened.page.evaluate(() => {
    const content = document.querySelector<HTMLElement>(".cm-content");
    content?.focus();
    content?.dispatchEvent(new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true }));
    const clipboardData = new DataTransfer();
    content?.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData("text/plain");
  });
  expect(copied).toContain("拾段落。");
  expect(copied).not.toContain("十段");
  expect(copied).not.toContain("第70段");
  expect(copied.split("\n")).toHaveLength(85);
});

it("violates no policy, and axe finds nothing", async () => {
  for (const layout of ["inline", "split"] as const) {
    await opened.page.evaluate(() => window.bench.clear());
    await compare(layout);
    await go("next");
    for (const theme of ["light", "dark", "paper", "green"]) {
      await opened.page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
      await opened.page.waitForTimeout(250);
      expect(await findings(opened.page), `${layout} ${theme}`).toEqual([]);
    }
  }
  expect(await opened.page.evaluate(() => window.bench.violations)).toEqual([]);
});
