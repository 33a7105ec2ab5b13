// The search on the real page: words found and marked in the text, filters, similar passages, the index behind it.
import { expect, it } from "vitest";
import { zh as app } from "@/app/words";
import { zh as bible } from "@/features/bible/words";
import { zh as lore } from "@/features/lore/words";
import { zh as search } from "@/features/search/words";
import { type App, goToEnd, inBrowser, openSample, pointedOut, type } from "./harness";

inBrowser();

const panel = (app: App) =>
  app.page.getByRole("complementary").getByRole("region", { name: search.title, exact: true });
const field = (app: App) => panel(app).getByRole("searchbox", { name: search.query });
const results = (app: App) => panel(app).getByRole("region", { name: search.results.label });
const rows = (app: App) => results(app).locator("[data-hit]");
const figure = (app: App) => app.page.getByTestId("index");

async function look(app: App, words: string): Promise<void> {
  await app.run("search.show");
  await app.page.waitForFunction(() => document.activeElement?.getAttribute("type") === "search");
  await field(app).fill("");
  await type(app, words);
  await results(app).waitFor();
}

/** The marks of the search in the open texts. */
const marked = (app: App) =>
  app.page.locator("main .cm-mark-current-hit, main .cm-mark-hit").allTextContents();

it("a word is found while typing, marked, and opened in its scene", async () => {
  const app = await openSample();
  await app.page.keyboard.press("ControlOrMeta+Shift+Y");
  await app.page.waitForFunction(() => document.activeElement?.getAttribute("type") === "search");
  await type(app, "米浆");
  await results(app).locator("mark").first().waitFor();
  expect(await results(app).locator("mark").first().textContent()).toBe("米浆");
  expect(await rows(app).first().textContent()).toContain("第二章 对岸的灯");

  const before = await app.scene();
  await app.page.keyboard.press("ArrowDown");
  await app.page.keyboard.press("Enter");
  await pointedOut(app, "米浆");
  expect(await app.scene()).not.toBe(before);
  expect(await marked(app)).toEqual(["米浆"]);

  // The marks disappear with the panel.
  await app.run("lore.show");
  await app.page.waitForFunction(() => document.querySelector("main .cm-mark-current-hit") === null);
});

it("after a jump to a result, going back leads to the caret, where what is typed lands at once", async () => {
  const app = await openSample();
  const home = await app.scene();
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  for (let step = 0; step < 3; step += 1) await app.page.keyboard.press("ArrowRight");
  const before = await app.text();
  await look(app, "米浆");
  await rows(app).first().click();
  await pointedOut(app, "米浆");
  const found = await app.scene();
  expect(found).not.toBe(home);
  const there = await app.text();

  await app.page.keyboard.press("ControlOrMeta+[");
  await type(app, "回来了");
  await expect.poll(() => app.text()).toBe(`${before.slice(0, 3)}回来了${before.slice(3)}`);
  expect(await app.scene()).toBe(home);

  // Forward again leads to the result, whose text nothing has changed.
  await app.page.keyboard.press("ControlOrMeta+]");
  await app.page.waitForFunction(() => document.activeElement?.closest(".cm-content") !== null);
  await expect.poll(() => app.scene()).toBe(found);
  expect(await app.text()).toBe(there);
});

it("recent words are found; phrases and exclusions are respected", async () => {
  const app = await openSample();
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  await type(app, "岸上立着沈惊蛰，手里一盏风灯。");
  await app.kept("kept");
  await look(app, "沈惊蛰");
  expect(await rows(app).first().textContent()).toContain("岸上立着沈惊蛰");
  await panel(app).getByRole("radio", { name: search.mode.text }).click();
  await field(app).fill("“风灯沈惊蛰”");
  await panel(app).getByText("没有找到").waitFor();
  await field(app).fill("沈惊蛰 -风灯");
  await panel(app).getByText("没有找到“沈惊蛰 -风灯”").waitFor();
  await field(app).fill("沈惊蛰 风灯");
  await results(app).waitFor();
  expect(await rows(app).count()).toBe(1);
});

it("items beside the text are found and open in their place", async () => {
  const app = await openSample();
  await app.call("lore.save", { title: "青石渡", kind: "location", content: "三面是水，只有一条石阶。" });
  await app.call("bible.set", { key: "genre", value: "水乡悬疑" });
  await look(app, "三面是水");
  const entry = rows(app).filter({ hasText: "青石渡" });
  await entry.first().click();
  const tab = app.page.getByRole("complementary");
  await tab
    .getByRole("region", { name: lore.title })
    .getByRole("textbox", { name: lore.fields.content })
    .waitFor();

  await look(app, "水乡悬疑");
  await rows(app).filter({ hasText: "水乡悬疑" }).first().click();
  const genre = tab
    .getByRole("region", { name: bible.title })
    .getByRole("textbox", { name: bible.fields.genre });
  await genre.waitFor();
  await app.page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  expect(await genre.evaluate((field) => field === document.activeElement)).toBe(true);
});

it("filters exclude later scenes and are cleared together", async () => {
  const app = await openSample();
  await look(app, "藤箱");
  await panel(app).getByRole("radio", { name: search.mode.text }).click();
  const all = async () => {
    await app.page.waitForFunction(
      () =>
        document.querySelector("[aria-busy=true]") === null && document.querySelector("[data-hit]") !== null,
    );
    return await rows(app).allTextContents();
  };
  expect((await all()).join("")).toContain("藤箱放在两个人中间");
  await panel(app).getByRole("button", { name: search.filters.open, exact: true }).click();
  // The open scene is the first of the book.
  await panel(app).getByRole("switch", { name: search.filters.asOf }).click();
  await results(app).getByText("藤箱放在两个人中间").waitFor({ state: "detached" });
  expect((await all()).join("")).toContain("背着一只旧");
  await panel(app).getByRole("button", { name: search.filters.clear }).click();
  await results(app).getByText("放在两个人中间").waitFor();
});

it("similar passages exclude the selection, and repeats are pairs", async () => {
  const app = await openSample();
  const line = "江面上的雾来得比天黑还早，老周把船拴在木桩上，谁喊也不应。";
  for (const more of ["", "他就是这样的人。"]) {
    await goToEnd(app);
    await app.page.keyboard.press("Enter");
    await type(app, `${line}${more}`);
  }
  await app.kept("kept");
  await goToEnd(app);
  for (const _ of `${line}他就是这样的人。`) await app.page.keyboard.press("Shift+ArrowLeft");
  await app.run("search.similar");
  const similar = panel(app).getByRole("region", { name: search.similar.label });
  await similar.waitFor();
  expect(await similar.locator("[data-hit]").first().textContent()).toContain(line);
  expect(await similar.getByText("他就是这样的人").count()).toBe(0);
  expect(await panel(app).getByText(search.notices.fallback).count()).toBe(1);

  await app.run("search.duplicates");
  const pairs = panel(app).getByRole("list", { name: search.duplicates.label });
  await pairs.waitFor();
  await pairs.locator("[data-hit]").filter({ hasText: "他就是这样的人" }).first().click();
  await app.page.waitForFunction(() => document.querySelector("main .cm-mark-hit") !== null);
});

it("the index shows its progress and is rebuilt on request", async () => {
  const app = await openSample();
  await app.run("search.index");
  await panel(app).getByText(search.index.states.done).waitFor({ timeout: 30_000 });
  expect(await figure(app).count()).toBe(0);
  const facts = panel(app).locator("dl");
  await facts.waitFor();
  expect(await facts.textContent()).toContain(search.index.fallback);
  await panel(app).getByRole("button", { name: search.index.build }).click();
  await panel(app).getByText(search.index.done).waitFor();
  await panel(app).getByRole("button", { name: search.index.rebuild }).click();
  const question = panel(app).getByRole("group", { name: search.index.rebuild });
  await question.getByRole("button", { name: search.index.rebuild }).click();
  await panel(app).getByText(search.index.done).waitFor();
  expect(await facts.textContent()).toContain(search.index.fallback);
  await look(app, "米浆");
  expect(await results(app).locator("mark").first().textContent()).toBe("米浆");
});

it("the tab has its place among the others", async () => {
  const window = await openSample();
  await window.page.getByRole("tab", { name: app.tabs.search }).click();
  await panel(window).getByText(search.begin.title).waitFor();
});
