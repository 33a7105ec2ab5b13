// Two novels one after another in one window: their scenes have the same ids, and nothing of one gets into the other.
import { expect, it } from "vitest";
import { type App, inBrowser, openSample, storedText, type } from "./harness";

inBrowser();

/** Creates a novel of one scene; returns its path. */
async function newNovel(app: App, title: string): Promise<string> {
  await app.answer(`${app.home}/${title}.wenfang`);
  const chosen = { kind: "new_project", title: "", name: `${title}.wenfang` };
  const { path } = await app.call<{ path: { path: string } }>("window.choose", chosen);
  await app.call("project.create", { path: path.path, title, author: "", first_chapter: "c" });
  await app.page.waitForFunction((name) => document.title.startsWith(name), title);
  await app.editor().click();
  return `${app.home}/${title}.wenfang`;
}

/** Opens a novel with the window's own dialog. */
async function open(app: App, path: string): Promise<void> {
  await app.answer(path);
  await app.page.evaluate(() => void window.wenfang.run("project.open"));
  // Once the file is chosen, typed text waits for the novel or is already in it.
  await app.page.waitForFunction(
    (title) => document.querySelector(".held-typing") !== null || document.title.startsWith(title),
    /([^/]*)\.wenfang$/.exec(path)?.[1] ?? "",
  );
}

it("words and undo of the previous novel stay out of the next", async () => {
  const app = await openSample();
  await app.call("project.close");
  const first = await newNovel(app, "first");
  await type(app, "江上有雾。");
  await app.kept("kept");
  const second = await newNovel(app, "second");
  expect(await app.text()).toBe("");
  await app.page.keyboard.press("Control+Z");
  expect(await app.text()).toBe("");
  await type(app, "夜里下雨。");
  await open(app, first);
  // Typed before the novel is displayed: it belongs to the new one.
  await app.page.keyboard.type("fog");
  await app.page.waitForFunction(() => document.title.startsWith("first"));
  await expect.poll(() => app.text()).toMatch(/fog/);
  const text = await app.text();
  expect(["fog江上有雾。", "江上有雾。fog"]).toContain(text);
  await app.kept("kept");
  const scene = await app.scene();
  expect(await storedText(app, scene)).toBe(text);
  for (let step = 0; step < 3; step += 1) await app.page.keyboard.press("Control+Z");
  expect(await app.text()).toBe("江上有雾。");
  await open(app, second);
  await app.page.waitForFunction(() => document.title.startsWith("second"));
  await expect.poll(() => app.text()).toBe("夜里下雨。");
  expect(await storedText(app, scene)).toBe("夜里下雨。");
  for (let step = 0; step < 3; step += 1) await app.page.keyboard.press("Control+Z");
  expect(await app.text()).toBe("夜里下雨。");
});

it("text typed right after opening a recent novel goes into it", async () => {
  const app = await openSample();
  await newNovel(app, "first");
  await type(app, "江上有雾。");
  await app.kept("kept");
  await app.call("project.close");
  await app.page.getByRole("button", { name: /first/ }).first().click();
  await app.page.keyboard.type("fog");
  await expect.poll(() => app.text()).toMatch(/fog/);
  expect(["fog江上有雾。", "江上有雾。fog"]).toContain(await app.text());
});
