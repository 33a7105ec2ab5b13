// Comments go with their words to another scene: by cut and paste, by merges and moves, and back by undo.
import { expect, it } from "vitest";
import { comment, lit, select } from "./commenting";
import { type App, inBrowser, openSample } from "./harness";

inBrowser();

interface Listed {
  comments: { id: number; text: string; quote: string; gone: boolean; place: { scene: number } }[];
}

/** The scene, the words and the fate of each comment. */
async function comments(app: App) {
  const listed = await app.call<Listed>("comments.list", {});
  return listed.comments.map(({ place, quote, gone }) => [place.scene, quote, gone ? "gone" : "there"]);
}

const press = (app: App, ...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => app.page.keyboard.press(key)), Promise.resolve());

/** Goes to the next or previous scene and to its end. */
async function turn(app: App, key: "PageDown" | "PageUp"): Promise<number> {
  const before = await app.scene();
  await app.page.keyboard.press(`ControlOrMeta+Shift+${key}`);
  await expect.poll(() => app.scene()).not.toBe(before);
  await app.editor().waitFor();
  await app.editor().click();
  await press(app, "ControlOrMeta+End");
  return app.scene();
}

/** The passages with comments in the open scene, which is not the only one on the page. */
const here = (app: App) => app.page.locator("main [data-open-scene] .cm-comment");

const undo = "ControlOrMeta+Z";
const redo = "ControlOrMeta+Shift+Z";

/** Comments on words of the first scene, cuts them with words around, and pastes them at the end of the second. */
async function carried(app: App) {
  const first = await app.scene();
  const quote = await comment(app, "跟着走", 2, 4);
  await select(app, 0, 8);
  await press(app, "ControlOrMeta+X");
  const second = await turn(app, "PageDown");
  await press(app, "Enter", "ControlOrMeta+V");
  await expect.poll(() => comments(app)).toEqual([[second, quote, "there"]]);
  await lit(app).getByText(quote).waitFor();
  return { first, second, quote };
}

it("a passage that is cut and pasted into another scene takes its comment along", async () => {
  const app = await openSample();
  const { first, second, quote } = await carried(app);
  // A second copy leaves it where it is.
  await press(app, "Enter", "ControlOrMeta+V");
  await app.kept("kept", "saved");
  expect(await lit(app).allTextContents()).toEqual([quote]);
  // Undo of the cut brings the words back; the comment stays where they were pasted first.
  await turn(app, "PageUp");
  await press(app, undo);
  await expect.poll(async () => (await app.text()).includes(quote)).toBe(true);
  await app.run("writing.save");
  await app.kept("saved");
  expect(await app.scene()).toBe(first);
  await expect.poll(() => here(app).count()).toBe(0);
  expect(await comments(app)).toEqual([[second, quote, "there"]]);
});

it("undo of the paste gives the comment back, redo takes it again", async () => {
  const app = await openSample();
  const { first, second, quote } = await carried(app);
  await press(app, undo);
  await expect.poll(() => comments(app)).toEqual([[first, quote, "gone"]]);
  await press(app, redo);
  await expect.poll(() => comments(app)).toEqual([[second, quote, "there"]]);
  await lit(app).getByText(quote).waitFor();
  await press(app, undo);
  await expect.poll(() => comments(app)).toEqual([[first, quote, "gone"]]);
  // The cut is undone too: everything is as it was.
  await turn(app, "PageUp");
  await press(app, undo);
  await lit(app).getByText(quote).waitFor();
  await app.run("writing.save");
  await app.kept("saved");
  expect(await comments(app)).toEqual([[first, quote, "there"]]);
});

it("the cut is undone first, and then the paste", async () => {
  const app = await openSample();
  const { first, quote } = await carried(app);
  await turn(app, "PageUp");
  await press(app, undo);
  await expect.poll(async () => (await app.text()).includes(quote)).toBe(true);
  await turn(app, "PageDown");
  await press(app, undo);
  await expect.poll(() => comments(app)).toEqual([[first, quote, "there"]]);
  await turn(app, "PageUp");
  await lit(app).getByText(quote).waitFor();
});

it("typing goes on while a pasted passage takes its comment along", async () => {
  const app = await openSample();
  const quote = await comment(app, "跟着走", 2, 4);
  await select(app, 0, 8);
  await press(app, "ControlOrMeta+X");
  const second = await turn(app, "PageDown");
  await press(app, "ControlOrMeta+V", ..."abcdefghijklmnopqrstuvwxyz", "ControlOrMeta+Home", ..."abcdef");
  await expect.poll(() => comments(app)).toEqual([[second, quote, "there"]]);
  await expect.poll(() => lit(app).allTextContents()).toEqual([quote]);
  const { branches } = await app.call<{ branches: unknown[] }>("branch.list", { scene: second });
  expect(branches).toHaveLength(1);
});

it("a comment that is removed while its scene is closed is not lit in it", async () => {
  const app = await openSample();
  const first = await app.scene();
  const quote = await comment(app, "删掉", 2, 4);
  await turn(app, "PageDown");
  const listed = await app.call<Listed>("comments.list", {});
  await app.call("comments.remove", { comments: listed.comments.map(({ id }) => id) });
  await turn(app, "PageUp");
  expect(await app.scene()).toBe(first);
  expect(await app.text()).toContain(quote);
  await expect.poll(() => lit(app).count()).toBe(0);
});
