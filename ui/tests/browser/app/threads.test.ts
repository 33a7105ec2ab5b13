// A thread in the window: planted from the text, carried by typing, found again after a reload of the page.
import { expect, it } from "vitest";
import { zh as threads } from "@/features/threads/words";
import { type App, inBrowser, inDialog, openSample, pointedOut, type } from "./harness";

inBrowser();

interface SceneAnchors {
  text: "version" | "draft";
  anchors: { id: number; now: { start: number; end: number } | null; confidence: number }[];
}

/** Selects this many characters from a position of the first line. */
async function select(app: App, from: number, length: number): Promise<void> {
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  for (let at = 0; at < from; at += 1) await app.page.keyboard.press("ArrowRight");
  for (let at = 0; at < length; at += 1) await app.page.keyboard.press("Shift+ArrowRight");
}

const drawn = (app: App) => app.page.locator("main .cm-anchor");

async function stored(app: App, scene: number): Promise<string | null> {
  const read = await app.call<{ text: string; draft: { text: string } | null }>("scene.text", { scene });
  const { anchors } = await app.call<SceneAnchors>("threads.in_scene", { scene });
  const now = anchors[0]?.now;
  if (now == null) return null;
  return [...(read.draft?.text ?? read.text)].slice(now.start, now.end).join("");
}

it("a planted passage keeps its words through typing, saving and reloading", async () => {
  const app = await openSample();
  const scene = await app.scene();
  // An unsaved change precedes the planted passage.
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await type(app, "雨夜。");
  await select(app, 4, 6);
  const quote = await app.page.evaluate(() => getSelection()?.toString() ?? "");
  expect([...quote]).toHaveLength(6);
  await app.run("threads.plant");
  await inDialog(app);
  await app.dialog().getByRole("textbox", { name: threads.edit.name }).fill("渡口的旧事");
  await app.page.keyboard.press("Enter");
  await app.dialog().waitFor({ state: "hidden" });
  await drawn(app).first().waitFor();
  expect(await drawn(app).allTextContents()).toEqual([quote]);

  // At once, as fast as keys go: without waiting for the answer.
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await type(app, "后来的人都说，");
  await app.kept("kept");
  expect(await stored(app, scene)).toBe(quote);
  expect(await drawn(app).allTextContents()).toEqual([quote]);

  await app.page.reload();
  await app.editor().waitFor();
  await drawn(app).first().waitFor();
  expect(await drawn(app).allTextContents()).toEqual([quote]);

  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await type(app, "其实");
  await app.run("writing.save");
  await app.kept("saved");
  expect(await stored(app, scene)).toBe(quote);
  const { text } = await app.call<SceneAnchors>("threads.in_scene", { scene });
  expect(text).toBe("version");
  // Planting turned the draft into a version, from which the text continued: there is no branch.
  const { branches } = await app.call<{ branches: unknown[] }>("branch.list", { scene });
  expect(branches).toHaveLength(1);

  // The thread is in its list, and its passage opens in the text.
  await app.run("threads.show");
  await app.page.getByRole("button", { name: /^渡口的旧事/ }).click();
  await app.page.getByRole("button", { name: new RegExp(`${threads.roles.plant}.*${quote}`) }).click();
  await pointedOut(app, quote);
});
