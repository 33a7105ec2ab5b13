// Going to a place from the palette while its text loads: no key is lost, and no other scene takes its place.
import { expect, it } from "vitest";
import { type App, inBrowser, openSample } from "./harness";

inBrowser();

/** A chapter of the sample with two scenes, and the first of them. */
const CHAPTER = "第二章 对岸的灯";
const FIRST = 2;

/** The calls that match answer late. */
async function delays(app: App, matches: (asked: string) => boolean): Promise<void> {
  await app.page.route("**/call", async (route) => {
    if (matches(route.request().postData() ?? "")) await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
}

const readsFirst = (asked: string) => asked.includes('"scene.text"') && asked.includes(`"scene":${FIRST}}`);

async function goTo(app: App, chapter: string): Promise<void> {
  await app.page.keyboard.press("ControlOrMeta+K");
  await app.dialog().getByRole("combobox").waitFor();
  await app.page.keyboard.insertText(chapter);
  await app.dialog().getByRole("option", { name: chapter }).waitFor();
  await app.page.keyboard.press("Enter");
}

it.each([
  { name: "at once", pause: 0 },
  { name: "while the text loads", pause: 400 },
  { name: "behind it", pause: 1800 },
])("words typed $name go into the first scene of the chapter", async ({ pause }) => {
  const app = await openSample();
  await app.editor().click();
  await delays(app, readsFirst);
  await goTo(app, CHAPTER);
  await app.page.waitForTimeout(pause);
  await app.page.keyboard.type("abc", { delay: 20 });
  await expect.poll(() => app.text()).toMatch(/^abc/);
  expect(await app.scene()).toBe(FIRST);
});

it("a scene whose words are still being stored does not take the place of the first", async () => {
  const app = await openSample();
  await goTo(app, CHAPTER);
  await expect.poll(() => app.scene()).toBe(FIRST);
  await app.run("writing.next_scene");
  await app.page.locator("[data-scene='3'] .cm-content:focus").waitFor();
  await delays(app, (asked) => readsFirst(asked) || asked.includes('"scene.save'));
  await app.page.keyboard.type("x");
  await app.run("writing.next_chapter");
  await app.page.locator("[data-scene='4'] .cm-content:focus").waitFor();
  await goTo(app, CHAPTER);
  await app.page.waitForTimeout(1800);
  await app.page.keyboard.type("abc", { delay: 20 });
  expect(await app.scene()).toBe(FIRST);
  await expect.poll(() => app.text()).toMatch(/^abc/);
});
