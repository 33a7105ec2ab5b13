// Comments in the window: written from the text by keys, carried by typing, answered and closed in the list, removed
// and restored, and there again after a reload of the page.
import { join } from "node:path";
import { expect, it } from "vitest";
import { zh as comments } from "@/features/comments/words";
import { zh as part } from "@/features/part/words";
import { comment, inEditor, lit, select } from "./commenting";
import { type App, inBrowser, inDialog, openSample, pointedOut, storedText, type } from "./harness";

inBrowser();

interface Listed {
  comments: { id: number; text: string; quote: string; state: string; replies: { text: string }[] }[];
}

const shots = process.env.WENFANG_SHOTS;

async function picture(app: App, name: string): Promise<void> {
  if (shots !== undefined) await app.page.screenshot({ path: join(shots, `comments-${name}.png`) });
}

const listed = (app: App) => app.call<Listed>("comments.list", {});

it("a comment is written, carried, answered, closed, removed and restored", async () => {
  const app = await openSample();
  const { page } = app;
  const scene = await app.scene();
  await app.editor().click();
  await page.keyboard.press("ControlOrMeta+Home");
  await type(app, "雨夜。");
  await select(app, 4, 6);
  const quote = await page.evaluate(() => getSelection()?.toString() ?? "");
  await page.keyboard.press("ControlOrMeta+Alt+M");
  await inDialog(app);
  await type(app, "这里要不要再等一等？");
  await picture(app, "adding");
  await page.keyboard.press("Enter");
  await app.dialog().waitFor({ state: "hidden" });
  // The focus is back in the text: the next keys are written there.
  await inEditor(app);
  await page.keyboard.press("ControlOrMeta+Home");
  await type(app, "后来的人都说，");
  await lit(app).first().waitFor();
  expect(await lit(app).allTextContents()).toEqual([quote]);
  expect(await page.locator("main .cm-commented").count()).toBe(1);
  await app.kept("kept");
  expect(await storedText(app, scene)).not.toContain("再等一等");

  // Undo of the typing leaves the comment at its words.
  await page.keyboard.press("ControlOrMeta+Z");
  await expect.poll(async () => (await app.text()).startsWith("后来")).toBe(false);
  expect(await lit(app).allTextContents()).toEqual([quote]);
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await app.kept("kept", "saved");

  // Two more, without a selection: each is on the paragraph at the caret.
  for (const words of ["第二条", "第三条"]) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ControlOrMeta+Alt+M");
    await inDialog(app);
    await type(app, words);
    await page.keyboard.press("Enter");
    await app.dialog().waitFor({ state: "hidden" });
    await inEditor(app);
  }
  expect((await listed(app)).comments).toHaveLength(3);

  await page.reload();
  await app.editor().waitFor();
  await lit(app).first().waitFor();
  expect(await lit(app).first().textContent()).toBe(quote);

  // The list by keys: open, reply, close, remove and undo.
  await app.run("comments.show");
  const rows = page.getByRole("list", { name: comments.list }).getByRole("button", { name: /这里要不要/ });
  await rows.first().focus();
  await page.keyboard.press("Enter");
  await pointedOut(app, quote);
  await picture(app, "list");
  await page.keyboard.press("r");
  await page.getByRole("textbox", { name: comments.reply }).waitFor();
  await type(app, "再等一场。");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await listed(app)).comments[0]?.replies.map(({ text }) => text))
    .toEqual(["再等一场。"]);
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("这里要不要") === true);
  await page.keyboard.press("d");
  await expect.poll(async () => (await listed(app)).comments[0]?.state).toBe("done");
  await page.locator("main .cm-comment-done").first().waitFor();
  await page.keyboard.press("d");
  await expect.poll(async () => (await listed(app)).comments[0]?.state).toBe("open");
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await listed(app)).comments.length).toBe(2);
  await page.getByRole("button", { name: comments.undo }).click();
  await expect.poll(async () => (await listed(app)).comments.length).toBe(3);
  await expect.poll(() => lit(app).first().textContent()).toBe(quote);

  // Typing at once after all of it; nothing became a branch.
  await app.editor().click();
  await page.keyboard.press("ControlOrMeta+Home");
  await type(app, "其实");
  await app.run("writing.save");
  await app.kept("saved");
  expect((await listed(app)).comments[0]?.quote).toBe(quote);
  const { branches } = await app.call<{ branches: unknown[] }>("branch.list", { scene });
  expect(branches).toHaveLength(1);
});

it("paragraphs and scenes are left out of print, and notes are kept", async () => {
  const app = await openSample();
  const { page } = app;
  const scene = await app.scene();
  await app.editor().click();
  await page.keyboard.press("ControlOrMeta+Home");
  await app.run("comments.not_for_print");
  await page.locator("main .cm-unprinted").first().waitFor();
  await picture(app, "unprinted");
  await page.getByRole("button", { name: comments.undo }).click();
  await expect.poll(() => page.locator("main .cm-unprinted").count()).toBe(0);

  await app.run("part.show");
  await page.getByRole("switch", { name: part.unprinted }).click();
  const read = () =>
    app.call<{ not_for_print?: boolean; notes: string }>("manuscript.part", { part: { scene } });
  await expect.poll(async () => (await read()).not_for_print).toBe(true);
  await page.getByRole("textbox", { name: part.notes }).first().fill("查潮汐表");
  await page.keyboard.press("Tab");
  await expect
    .poll(async () => JSON.stringify(await app.call("manuscript.part", { part: { chapter: 1 } })))
    .toContain("查潮汐表");
  await picture(app, "part");
});

const selected = (app: App) => app.page.evaluate(() => getSelection()?.toString());
const inInspector = (app: App) => app.page.evaluate(() => document.activeElement?.closest("aside") != null);

it("the next key is written behind a passage with a new comment", async () => {
  const app = await openSample();
  const before = await app.text();
  const quote = await comment(app, "查一查", 2, 4);
  expect(await selected(app)).toBe("");
  await app.page.keyboard.press("x");
  await expect.poll(() => app.text()).toBe(`${before.slice(0, 6)}x${before.slice(6)}`);
  expect(await lit(app).allTextContents()).toEqual([quote]);
});

it("keys pressed after the last comment left the list change no text", async () => {
  const app = await openSample();
  const { page } = app;
  for (const [key, words] of [
    ["d", "先做完"],
    ["Delete", "再删掉"],
  ] as const) {
    const quote = await comment(app, words, 2, 4);
    await page.keyboard.press("Shift+ArrowRight");
    const before = await app.text();
    await app.run("comments.show");
    const row = page.getByRole("list", { name: comments.list }).getByRole("button", { name: words });
    await row.focus();
    // An open one would stay in the list, to be reopened.
    await page.keyboard.press("Enter");
    await page.locator("aside [data-entry] [aria-expanded=false]").waitFor();
    await page.keyboard.press(key);
    await page.getByText(comments.none.filtered).or(page.getByText(comments.none.chapter)).waitFor();
    expect(await inInspector(app)).toBe(true);
    await page.keyboard.press("Delete");
    await page.keyboard.press("Delete");
    expect(await app.text()).toBe(before);
    // The passage is no longer lit, without another act.
    const faint = key === "d" ? [quote] : [];
    await expect.poll(() => page.locator("main .cm-comment-done").allTextContents()).toEqual(faint);
    await expect.poll(() => page.locator("main .cm-comment-yellow").count()).toBe(0);
    if (key === "d") await app.call("comments.remove", { comments: [(await listed(app)).comments[0]?.id] });
  }
});

it("a passage that is cut and pasted takes its comment along", async () => {
  const app = await openSample();
  const { page } = app;
  const quote = await comment(app, "挪个地方", 2, 4);
  await select(app, 0, 8);
  await page.keyboard.press("ControlOrMeta+X");
  await expect.poll(() => lit(app).count()).toBe(0);
  await app.kept("kept", "saved");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("ControlOrMeta+V");
  await lit(app).getByText(quote).waitFor();
  await app.run("writing.save");
  await app.kept("saved");
  const isThere = async () =>
    (await listed(app)).comments.map((one) => [one.quote, "gone" in one && one.gone]);
  expect(await isThere()).toEqual([[quote, false]]);
  await page.keyboard.press("ControlOrMeta+Z");
  await page.keyboard.press("ControlOrMeta+Z");
  await app.run("writing.save");
  await app.kept("saved");
  expect(await isThere()).toEqual([[quote, false]]);
  expect(await lit(app).allTextContents()).toEqual([quote]);
});

it("the sign and the passage open a comment in a hidden inspector", async () => {
  const app = await openSample();
  const { page } = app;
  const quote = await comment(app, "从这里打开", 2, 4);
  const opened = page.locator("aside [data-entry]").filter({ hasText: "从这里打开" });
  const hide = async () => {
    await app.run("view.inspector");
    await opened.waitFor({ state: "hidden" });
  };
  await app.run("versions.show");
  await hide();
  const line = await page.locator("main .cm-commented").boundingBox();
  if (line === null) throw new Error("no line");
  const before = await app.text();
  // The sign lies in the margin, at the first row.
  await page.mouse.click(line.x + line.width + 14, line.y + 16);
  await opened.locator("[aria-expanded=true]").waitFor();
  await hide();
  await lit(app)
    .getByText(quote)
    .click({ modifiers: ["ControlOrMeta"] });
  await opened.locator("[aria-expanded=true]").waitFor();
  expect(await app.text()).toBe(before);
});
