// Moves, splits and merges of the manuscript in a real browser, and their Undo.
import { expect, it } from "vitest";
import { zh as binder } from "@/features/binder/words";
import { type App, inBrowser, openSample, storedText, type } from "./harness";

inBrowser();

interface Outline {
  volumes: { id: number; chapters: { id: number; scenes: { id: number }[] }[] }[];
}

const order = async (app: App) => {
  const { volumes } = await app.call<Outline>("manuscript.outline", {});
  return volumes.map(({ chapters }) => chapters.map(({ id, scenes }) => [id, scenes.map((one) => one.id)]));
};

const undo = async (app: App) => {
  await app.page.getByRole("region").getByRole("button", { name: "撤销" }).click();
};

it("a dragged row is moved, and the notice undoes it", async () => {
  const app = await openSample();
  const before = await order(app);
  const rows = app.page.locator("[data-key^='chapter:']");
  await rows.first().dragTo(rows.last(), { targetPosition: { x: 80, y: 26 } });
  await expect.poll(() => order(app)).not.toEqual(before);
  await undo(app);
  await expect.poll(() => order(app)).toEqual(before);
});

it("undoing a split keeps the words typed since", async () => {
  const app = await openSample();
  const before = await order(app);
  const scene = await app.scene();
  const whole = await storedText(app, scene);
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await app.page.keyboard.press("ArrowDown");
  await app.run("writing.split");
  await expect.poll(() => app.scene()).not.toBe(scene);
  await expect.poll(() => app.page.evaluate(() => document.activeElement?.matches(".cm-content"))).toBe(true);
  await type(app, "新写的");
  await undo(app);
  await expect.poll(() => app.scene()).toBe(scene);
  expect(await order(app)).toEqual(before);
  const now = await storedText(app, scene);
  expect(now).toContain("新写的");
  expect(now.replace("新写的", "")).toBe(whole);
  await expect.poll(() => app.text()).toBe(now);
});

it("a split at the end of a paragraph is undone with the keys", async () => {
  const app = await openSample();
  const before = await order(app);
  const scene = await app.scene();
  const whole = await storedText(app, scene);
  const [firstLine = "", ...others] = whole.split("\n");
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  for (const _ of firstLine) await app.page.keyboard.press("ArrowRight");
  await app.run("writing.split");
  await expect.poll(() => app.scene()).not.toBe(scene);
  await expect.poll(() => app.text()).toBe(others.join("\n"));
  await expect.poll(() => app.page.evaluate(() => document.activeElement?.matches(".cm-content"))).toBe(true);
  await app.page.keyboard.type("x");
  await expect.poll(() => app.text()).toBe(`x${others.join("\n")}`);
  // The first undo takes back the typing, the second the split.
  await app.page.keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => app.text()).toBe(others.join("\n"));
  await app.page.keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => app.scene()).toBe(scene);
  await expect.poll(() => order(app)).toEqual(before);
  await expect.poll(() => app.text()).toBe(whole);
});

it("a split inside italics leaves both scenes in italics, and undo joins them", async () => {
  const app = await openSample();
  const scene = await app.scene();
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+End");
  await app.page.keyboard.press("Enter");
  await type(app, "*灯灭了。*");
  await app.kept("kept");
  const whole = await app.text();
  for (const _ of "了。*") await app.page.keyboard.press("ArrowLeft");
  await app.run("writing.split");
  await expect.poll(() => app.scene()).not.toBe(scene);
  await expect.poll(() => app.text()).toBe("*了。*");
  expect(await storedText(app, scene)).toBe(whole.replace("了。*", "*"));
  await app.page.keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => app.scene()).toBe(scene);
  await expect.poll(() => app.text()).toBe(whole);
});

it("a split scene has its first half even if its editor closes late", async () => {
  const app = await openSample();
  const scene = await app.scene();
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await app.page.keyboard.press("ArrowDown");
  const [first = ""] = (await app.text()).split("\n").map((line) => `${line}\n`);
  // The editor's request before it can close is slow.
  await app.page.route("**/call", async (route) => {
    if (route.request().postData()?.includes("threads.in_scene"))
      await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await app.run("writing.split");
  await expect.poll(() => app.scene()).not.toBe(scene);
  await app.run("writing.previous_scene");
  await expect.poll(() => app.scene()).toBe(scene);
  await app.page.keyboard.type("x");
  await expect.poll(() => app.text()).toContain("x");
  expect((await app.text()).replace("x", "").length).toBeLessThanOrEqual(first.length);
});

it("text typed during a merge is in the merged text", async () => {
  const app = await openSample();
  const scenes = (await order(app)).flat().flatMap(([, ids]) => ids as number[]);
  const [first = 0, last = 0] = scenes.slice(-2);
  const merged = `${await storedText(app, first)}${await storedText(app, last)}`;
  while ((await app.scene()) !== first) {
    const before = await app.scene();
    await app.run("writing.next_scene");
    await expect.poll(() => app.scene()).not.toBe(before);
  }
  await app.run("writing.to_text");
  await app.page.keyboard.press("ControlOrMeta+Home");
  // The result of the merge arrives late.
  await app.page.route("**/call", async (route) => {
    if (route.request().postData()?.includes('"scene.text"'))
      await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await app.run("binder.merge_next");
  await app.dialog().getByRole("button", { name: binder.merge.act }).click();
  for (const letter of "abcdef") {
    await app.page.keyboard.type(letter);
    await app.page.waitForTimeout(150);
  }
  await app.dialog().waitFor({ state: "hidden" });
  await expect.poll(() => app.text()).toContain("abcdef");
  expect(await app.scene()).toBe(first);
  expect((await app.text()).replace("abcdef", "").length).toBeGreaterThanOrEqual(merged.length);
});

it("a split leaves the other texts unchanged and shows the new scene", async () => {
  const app = await openSample();
  const texts = app.page.locator("[data-chapter] .cm-content");
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+End");
  await app.run("writing.split");
  await expect.poll(() => texts.count()).toBe(2);
  await app.page.keyboard.type("一");
  const first = await texts.first().elementHandle();
  // More lines than fit into the window.
  await app.page.keyboard.insertText("江上有雾。\n".repeat(80));
  await app.run("writing.split");
  await expect.poll(() => texts.count()).toBe(3);
  const isInSight = async () => {
    const box = await texts.last().boundingBox();
    return box !== null && box.y > 0 && box.y < 780;
  };
  await expect.poll(isInSight).toBe(true);
  await app.page.keyboard.type("二");
  await expect.poll(() => app.text()).toBe("二");
  expect(await isInSight()).toBe(true);
  expect(await first?.evaluate((node) => node.isConnected)).toBe(true);
});

it("merging into the previous scene keeps the caret at its words", async () => {
  const app = await openSample();
  const { volumes } = await app.call<Outline>("manuscript.outline");
  const [first = 0, second = 0] = volumes.flatMap(({ chapters }) =>
    chapters.flatMap(({ scenes }) => scenes.map(({ id }) => id)),
  );
  const [before, after] = [await storedText(app, first), await storedText(app, second)];
  await app.page.keyboard.press("ControlOrMeta+PageDown");
  await expect.poll(() => app.scene()).toBe(second);
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await app.page.keyboard.press("ArrowRight");
  await app.page.keyboard.press("ArrowRight");
  expect(await app.scene()).toBe(second);
  await app.page
    .locator("[data-key^='chapter:']")
    .first()
    .click({ modifiers: ["ControlOrMeta"] });
  // Reading the merged text takes longer than the dialog takes to close.
  await app.page.route("**/call", async (route) => {
    if (route.request().postData()?.includes('"scene.text"'))
      await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await app.run("binder.merge_next");
  await app.dialog().getByRole("button", { name: binder.merge.act, exact: true }).click();
  await app.dialog().waitFor({ state: "hidden" });
  await app.page.keyboard.type("z");
  const border = before.endsWith("\n") ? "" : "\n";
  const merged = `${before}${border}${after.slice(0, 2)}z${after.slice(2)}`;
  await expect.poll(() => app.text()).toBe(merged);
  await app.kept("kept");
  expect(await storedText(app, first)).toBe(merged);
});

it("an undone split keeps the caret at the words typed since", async () => {
  const app = await openSample();
  const scene = await app.scene();
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await app.page.keyboard.press("ArrowDown");
  await app.run("writing.split");
  await expect.poll(() => app.scene()).not.toBe(scene);
  await app.page.keyboard.type("AB");
  await undo(app);
  await app.page.keyboard.type("CD");
  await expect.poll(() => app.scene()).toBe(scene);
  await expect.poll(() => app.text()).toContain("ABCD");
});

it("a part is renamed right after its sibling went to the bin", async () => {
  const app = await openSample();
  const [chapters = []] = await order(app);
  const [chapter, scenes] = (chapters as [number, number[]][]).find(([, ids]) => ids.length === 2) ?? [0, []];
  await app.page.locator(`[data-key="scene:${scenes[0]}"]`).click({ position: { x: 60, y: 14 } });
  await app.editor().click();
  // The new outline is late.
  await app.page.route("**/call", async (route) => {
    if (route.request().postData()?.includes("manuscript.outline"))
      await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  const text = await storedText(app, scenes[1] ?? 0);
  await app.run("binder.to_bin");
  await expect.poll(() => app.scene()).toBe(scenes[1]);
  void app.run("binder.rename");
  await app.page.locator(".held-typing").waitFor({ state: "attached" });
  await app.page.keyboard.type("Renamed");
  await app.page.keyboard.press("Enter");
  await app.page.keyboard.type("x");
  await app.page.locator(`[data-key="chapter:${chapter}"]`, { hasText: "Renamed" }).waitFor();
  // What follows the title is typed into the text, at once.
  await expect.poll(() => app.text(), { timeout: 2000 }).toContain("x");
  expect((await app.text()).replace("x", "")).toBe(text);
});
