// Several selected rows of the binder, and typing right after an act on them, in a real browser.
import { expect, it } from "vitest";
import { zh as binder } from "@/features/binder/words";
import { type App, inBrowser, openSample, storedText, type } from "./harness";

inBrowser();

interface Outline {
  volumes: { chapters: { id: number; title: string; scenes: { id: number }[] }[] }[];
}

const chapters = async (app: App) =>
  (await app.call<Outline>("manuscript.outline", {})).volumes.flatMap((volume) => volume.chapters);
const order = async (app: App) => (await chapters(app)).map(({ id }) => id);
const undo = (app: App) => app.page.getByRole("region").getByRole("button", { name: "撤销" }).first().click();
const row = (app: App, id: number | undefined) => app.page.locator(`[data-key='chapter:${id}']`);

it("several rows go to the bin and back, and the rows keep the focus", async () => {
  const app = await openSample();
  const before = await order(app);
  const [, second, third] = before;
  await row(app, second).click({ modifiers: ["ControlOrMeta"] });
  await row(app, third).click({ modifiers: ["Shift"] });
  expect(await app.page.locator("[role=treeitem][aria-selected=true]").count()).toBeGreaterThan(1);
  await app.page.keyboard.press("Delete");
  await expect.poll(async () => (await order(app)).includes(third ?? 0)).toBe(false);
  await undo(app);
  await expect.poll(() => order(app)).toEqual(before);
});

it("several rows move together, and one undo restores each", async () => {
  const app = await openSample();
  const before = await order(app);
  const [first, second, third] = before;
  await row(app, second).click();
  await row(app, second).click({ modifiers: ["ControlOrMeta"] });
  await row(app, third).click({ modifiers: ["Shift"] });
  await app.page.keyboard.press("Alt+ArrowUp");
  await expect.poll(async () => (await order(app)).slice(0, 3)).toEqual([second, third, first]);
  await undo(app);
  await expect.poll(() => order(app)).toEqual(before);
});

it("keys right after a click, including Delete, edit the text", async () => {
  const app = await openSample();
  const [, second] = await chapters(app);
  const scene = second?.scenes[0]?.id ?? 0;
  const before = await storedText(app, scene);
  await row(app, second?.id).click();
  await type(app, "新写的");
  await expect.poll(() => app.scene()).toBe(scene);
  await app.page.keyboard.press("Delete");
  await expect.poll(async () => (await storedText(app, scene)).length).toBe(before.length + 2);
  expect(await storedText(app, scene)).toContain("新写的");
  expect((await chapters(app)).length).toBe((await order(app)).length);
  expect(await order(app)).toContain(second?.id);
});

it("a duplicated scene opens and gets the text typed next", async () => {
  const app = await openSample();
  const scene = await app.scene();
  const original = await storedText(app, scene);
  await app.editor().click();
  await app.run("binder.duplicate");
  await type(app, "副本里的字");
  await expect.poll(() => app.scene()).not.toBe(scene);
  const copy = await app.scene();
  await expect.poll(() => storedText(app, copy)).toContain("副本里的字");
  expect((await storedText(app, copy)).replace("副本里的字", "")).toBe(original);
  expect(await storedText(app, scene)).toBe(original);
  await undo(app);
  await expect.poll(() => app.scene()).toBe(scene);
  await type(app, "又");
  await expect.poll(() => storedText(app, scene)).toContain("又");
});

it("F2 renames the clicked row, and typing continues in the text", async () => {
  const app = await openSample();
  const [, second] = await chapters(app);
  await row(app, second?.id).click();
  await app.page.keyboard.press("F2");
  const field = app.page.getByRole("textbox", { name: binder.rename.label });
  await field.waitFor();
  await field.fill("新的名字");
  await app.page.keyboard.press("Enter");
  await expect.poll(async () => (await chapters(app))[1]?.title).toBe("新的名字");
});
