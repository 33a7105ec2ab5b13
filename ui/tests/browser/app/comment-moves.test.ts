// Comments go with their words to another scene: by cut and paste, by merges and moves, and back by undo.
import { expect, it } from "vitest";
import { zh as binder } from "@/features/binder/words";
import { comment, lit, select } from "./commenting";
import { type App, inBrowser, openSample, storedText, type } from "./harness";

inBrowser();

interface Listed {
  comments: { id: number; text: string; quote: string; gone: boolean; place: { scene: number } }[];
}

/** The scene, the words and the fate of each comment. */
async function comments(app: App) {
  const listed = await app.call<Listed>("comments.list", {});
  return listed.comments.map(({ place, quote, gone }) => [place.scene, quote, gone ? "gone" : "there"]);
}

/** Presses keys in the text: while an act goes on, typed text is held, and keys do nothing. */
async function press(app: App, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await app.page.waitForFunction(() => document.activeElement?.classList.contains("cm-content"));
    await app.page.keyboard.press(key);
  }
}

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

interface Outline {
  volumes: { chapters: { scenes: { id: number }[] }[] }[];
}

/** The words of the whole book, scene by scene. */
async function book(app: App): Promise<string[]> {
  const { volumes } = await app.call<Outline>("manuscript.outline", {});
  const scenes = volumes.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.scenes));
  const texts: string[] = [];
  for (const { id } of scenes) texts.push(await storedText(app, id));
  return texts;
}

/** Two scenes with a comment each; the first has something written in it. Returns to it. */
async function twoCommented(app: App) {
  const first = await app.scene();
  await app.editor().click();
  await press(app, "ControlOrMeta+End");
  const unwritten = await app.text();
  await type(app, "新写的。");
  const one = await comment(app, "前", 2, 4);
  const second = await turn(app, "PageDown");
  const other = await comment(app, "后", 1, 3);
  await turn(app, "PageUp");
  const apart = [
    [first, one, "there"],
    [second, other, "there"],
  ];
  expect(await comments(app)).toEqual(apart);
  return { first, one, other, apart, unwritten };
}

async function merge(app: App): Promise<void> {
  await app.run("binder.merge_next");
  await app.dialog().getByRole("button", { name: binder.merge.act }).click();
  await app.dialog().waitFor({ state: "hidden" });
}

it("the undo keys undo a merge, and nothing is doubled or lost", async () => {
  const app = await openSample();
  const { first, one, other, apart, unwritten } = await twoCommented(app);
  await app.kept("kept", "saved");
  const before = await book(app);
  await merge(app);
  const joined = [
    [first, one, "there"],
    [first, other, "there"],
  ];
  await expect.poll(() => comments(app)).toEqual(joined);
  await expect.poll(() => here(app).allTextContents()).toEqual([one, other]);
  await app.editor().click();
  await press(app, undo);
  await expect.poll(() => comments(app)).toEqual(apart);
  await expect.poll(() => book(app)).toEqual(before);
  await expect.poll(() => here(app).allTextContents()).toEqual([one]);
  // The next undo takes back what was written, not the merge again.
  await press(app, undo);
  await expect.poll(() => app.text()).toBe(unwritten);
  await press(app, undo, undo);
  await app.kept("kept", "saved");
  expect(await book(app)).toEqual([unwritten, ...before.slice(1)]);
  expect(await comments(app)).toEqual(apart);
});

it("what was written since a merge is undone first", async () => {
  const app = await openSample();
  const { first, one, other, apart } = await twoCommented(app);
  await app.kept("kept", "saved");
  const before = await book(app);
  await merge(app);
  await app.editor().click();
  await press(app, "ControlOrMeta+Home");
  await type(app, "后来。");
  await expect.poll(() => here(app).allTextContents()).toEqual([one, other]);
  await press(app, undo);
  await expect.poll(async () => (await app.text()).startsWith("后来。")).toBe(false);
  expect(await app.scene()).toBe(first);
  await press(app, undo);
  await expect.poll(() => comments(app)).toEqual(apart);
  await expect.poll(() => book(app)).toEqual(before);
});

it("the keys after the notice has undone a merge do not merge again", async () => {
  const app = await openSample();
  const { one, apart, unwritten } = await twoCommented(app);
  await app.kept("kept", "saved");
  const before = await book(app);
  await merge(app);
  await app.page.getByRole("region").getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => comments(app)).toEqual(apart);
  await app.editor().click();
  await press(app, undo);
  await expect.poll(() => app.text()).toBe(unwritten);
  await press(app, redo);
  await app.kept("kept", "saved");
  await expect.poll(() => book(app)).toEqual(before);
  expect(await here(app).allTextContents()).toEqual([one]);
});

it("undo in the first half of a split does not bring the second half back", async () => {
  const app = await openSample();
  const first = await app.scene();
  const one = await comment(app, "前", 2, 4);
  const lines = (await app.text()).split("\n");
  await press(app, "ControlOrMeta+Home", "ArrowDown", "ArrowDown", "ArrowDown");
  await app.run("writing.split");
  await expect.poll(() => app.scene()).not.toBe(first);
  await app.kept("kept", "saved");
  const before = await book(app);
  expect(before.join("\n")).toContain(lines.join("\n").slice(0, 20));
  await turn(app, "PageUp");
  await press(app, undo, undo);
  await app.kept("kept", "saved");
  expect(await book(app)).toEqual(before);
  expect(await comments(app)).toEqual([[first, one, "there"]]);
});

it("a scene that is moved keeps its comments, and so does its undo", async () => {
  const app = await openSample();
  const { apart } = await twoCommented(app);
  const before = await book(app);
  await app.run("binder.move_down");
  await expect.poll(() => book(app)).not.toEqual(before);
  expect(new Set((await comments(app)).map(String))).toEqual(new Set(apart.map(String)));
  await app.page.getByRole("region").getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => book(app)).toEqual(before);
  expect(await comments(app)).toEqual(apart);
});
