// Mending on the real page: the findings of a chapter are mended by keys alone, the text is written into, typed words
// land where they should, and one undo brings the text back.
import { join } from "node:path";
import { expect, it } from "vitest";
import { en as enFindings, zh as findings } from "@/features/findings/words";
import { en, zh as mending } from "@/features/mending/words";
import { findings as axe } from "../axe";
import { openFerry } from "./ferry";
import { type App, goToEnd, inBrowser, inDialog, openSample, storedText, type } from "./harness";
import { MODEL, provider, setUp, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

const tab = (app: App, name = findings.title) =>
  app.page.getByRole("complementary").getByRole("region", { name, exact: true });
const pieces = (app: App) => app.page.locator("[data-proposal] [data-piece]");

async function shoot(app: App, name: string) {
  const shots = process.env.WENFANG_SHOTS;
  if (shots !== undefined) await app.page.screenshot({ path: join(shots, `mending-${name}.png`) });
}

/** A chapter whose last paragraphs have half-width commas, which a rule corrects. */
async function faulty(options: Parameters<typeof openSample>[0] = {}): Promise<App> {
  const app = await openSample(options);
  await app.call("check.set_rule", { rule: "punctuation", on: true });
  await goToEnd(app);
  for (const line of ["他站着,没有说话。", "灯灭了,船也走了。", "雨停了,天还没有亮。"]) {
    await app.page.keyboard.press("Enter");
    await type(app, line);
  }
  await app.kept("kept");
  return app;
}

/** Checks the scene and begins to mend it, from the text, by keys. */
async function beginByKeys(app: App, words = mending): Promise<void> {
  await app.run("findings.check_scene");
  await app.page.keyboard.press("ControlOrMeta+k");
  await inDialog(app);
  await type(app, words.commands.begin.replace("…", ""));
  await app.page.keyboard.press("Enter");
  await app.dialog().getByRole("region", { name: words.price.label }).getByRole("status").waitFor();
  await shoot(app, `dialog-${await language(app)}`);
  expect(await axe(app.page)).toEqual([]);
  const begin = app.dialog().getByRole("button", { name: words.begin.do });
  for (let tabs = 0; tabs < 20; tabs += 1) {
    if (await begin.evaluate((button) => button === document.activeElement)) break;
    await app.page.keyboard.press("Tab");
  }
  await app.page.keyboard.press("Enter");
  await pieces(app).first().waitFor();
}

const language = (app: App) => app.page.locator("html").getAttribute("lang");

/** Looks at the changes by keys: the card in the text has the focus then. */
async function lookByKeys(app: App): Promise<void> {
  await app.page.keyboard.press("ControlOrMeta+Shift+F7");
  await app.page.locator("[data-mending-card]:focus").waitFor();
}

const states = (app: App) =>
  pieces(app).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.state));

async function waitForText(app: App, words: string): Promise<void> {
  await app.page.waitForFunction((expected) => window.wenfang.text().includes(expected), words);
}

it("a scene is mended by keys alone; one undo brings its text back", async () => {
  const app = await faulty();
  const before = await app.text();
  await beginByKeys(app);
  // The text still has the focus: nothing was taken from an author who writes on.
  await type(app, "又过了一会儿。");
  await app.kept("kept");
  await lookByKeys(app);
  await shoot(app, "proposal");
  expect(await states(app)).toEqual(["open", "open", "open"]);
  expect(await axe(app.page)).toEqual([]);
  await app.page.keyboard.press("n");
  await app.page.keyboard.press("p");
  await app.page.keyboard.press("a");
  await app.page.keyboard.press("r");
  await app.page.keyboard.press("Shift+A");
  expect(await states(app)).toEqual(["accepted", "refused", "accepted"]);
  await shoot(app, "decided");
  await app.page.keyboard.press("Enter");
  await waitForText(app, "他站着，没有说话。");
  const mended = `${before.replace("着,", "着，").replace("停了,", "停了，")}又过了一会儿。`;
  expect(await app.text()).toBe(mended);
  await app.page.getByText(mending.notice.accepted.replace("{{n}}", "2")).waitFor();
  await shoot(app, "accepted");
  const scene = await app.scene();
  expect(await storedText(app, scene)).toBe(mended);

  // Words typed afterwards land at the end of the mended text.
  await goToEnd(app);
  await type(app, "天亮了。");
  await app.kept("kept");
  expect(await app.text()).toBe(`${mended}天亮了。`);
  expect(await storedText(app, scene)).toBe(`${mended}天亮了。`);
  await app.page.keyboard.press("ControlOrMeta+z");
  await app.page.keyboard.press("ControlOrMeta+z");
  await app.page.waitForFunction((text) => window.wenfang.text() === text, `${before}又过了一会儿。`);
});

/** What the text shows of the changes: old words, new ones, notes. */
const shownIn = (app: App, what: "removed" | "inserted" | "note") =>
  app.page.locator(`main .cm-proposal-${what}`).allTextContents();

/** What models wrote in the stored text. */
const spansOf = async (app: App) =>
  (await app.call<{ spans: { generation: number }[] }>("scene.spans", { scene: await app.scene() })).spans;

it("one finding is mended from its card, by keys in the text, at 160 % in a small window", async () => {
  const app = await faulty({ settings: { interface_scale: 1.6 } });
  await app.page.setViewportSize({ width: 800, height: 600 });
  const before = await app.text();
  await app.run("findings.check_scene");
  await app.page.locator("main .cm-mark-issue-low").last().hover();
  await app.page
    .locator("[data-finding-card]")
    .getByRole("button", { name: /^修订：/ })
    .click();
  await app.dialog().getByRole("region", { name: mending.price.label }).getByRole("status").waitFor();
  await app.dialog().getByRole("button", { name: mending.begin.do }).click();
  await app.page.locator("main [data-hunk]").waitFor();
  await lookByKeys(app);
  expect(await shownIn(app, "inserted")).toEqual(["，"]);
  await shoot(app, "small");
  expect(await axe(app.page)).toEqual([]);
  const card = app.page.getByRole("region", { name: "第 1 处，共 1 处", exact: true });
  await card.getByRole("button", { name: mending.proposal.accept }).waitFor();
  await app.page.keyboard.press("a");
  await card.getByText(mending.proposal.decision.accepted, { exact: true }).waitFor();
  await app.page.keyboard.press("Enter");
  const mended = before.replace(/停了,(?=[^,]*$)/, "停了，");
  await app.page.waitForFunction((text) => window.wenfang.text() === text, mended);
  // The author is back in the text; one step takes it out and in again.
  await app.page.locator("main .cm-content:focus").waitFor();
  await app.page.keyboard.press("ControlOrMeta+z");
  await app.page.waitForFunction((text) => window.wenfang.text() === text, before);
  await app.page.keyboard.press("ControlOrMeta+Shift+Z");
  await app.page.waitForFunction((text) => window.wenfang.text() === text, mended);
  await app.kept("kept", "saved");
  await app.page.reload();
  await app.editor().waitFor();
  expect(await app.text()).toBe(mended);
});

it("an author who types at once after every act while a chapter is mended loses no word", async () => {
  const app = await faulty();
  await setUp(app, provider("near", server().url));
  const words = "“他没有回来，”老周说。";
  await server().script({ default: { deltas: [...words], delta_delay_ms: 60 } });
  await goToEnd(app);
  for (const line of ["没有人答应。", "“他没有回来，老周说。", ""]) {
    await app.page.keyboard.press("Enter");
    await type(app, line);
  }
  await app.kept("kept");
  await app.run("findings.check_scene");
  await tab(app)
    .getByRole("button", { name: new RegExp(findings.rules.punctuation.name) })
    .nth(3)
    .waitFor();
  await app.run("mending.begin");
  await app.dialog().getByRole("region", { name: mending.price.label }).getByText(MODEL).waitFor();
  await app.dialog().getByRole("button", { name: mending.begin.do }).click();
  await goToEnd(app);
  for (const line of ["船", "还在", "江上。"]) await type(app, line);
  await pieces(app).first().waitFor({ timeout: 20_000 });
  await type(app, "天快亮了。");
  // The author changes one of the passages while its change is shown.
  await app.page.evaluate(() => {
    const { view } = window.wenfang.writing();
    const at = view.state.doc.toString().indexOf("灯灭了,") + 3;
    view.dispatch({ selection: { anchor: at, head: at + 1 } });
  });
  await type(app, "——");
  await app.page.locator("main .cm-proposal-note").waitFor();
  expect(await shownIn(app, "note")).toEqual([mending.proposal.edited]);
  expect((await shownIn(app, "removed")).slice(0, 2)).toEqual([",", ","]);
  await goToEnd(app);
  await type(app, "鸡叫了。");
  await lookByKeys(app);
  await shoot(app, "written-on");
  await app.page.keyboard.press("Shift+A");
  await app.page.keyboard.press("Enter");
  await app.page.locator("main .cm-content:focus").waitFor();
  await goToEnd(app);
  await type(app, "雾散了。");
  await waitForText(app, "雨停了，天还没有亮。");
  await app.kept("kept");
  const text = await app.text();
  const lines = ["灯灭了——船也走了。", "雨停了，天还没有亮。", "没有人答应。", words];
  expect(text.split("\n").slice(-5)).toEqual([...lines, "船还在江上。天快亮了。鸡叫了。雾散了。"]);
  expect(await storedText(app, await app.scene())).toBe(text);
  expect(await spansOf(app)).toHaveLength(1);
  // Undone and done again, the words are still those of the model.
  await app.page.keyboard.press("ControlOrMeta+z");
  await app.page.keyboard.press("ControlOrMeta+z");
  await waitForText(app, "他站着,没有说话。");
  await app.page.keyboard.press("ControlOrMeta+Shift+Z");
  await waitForText(app, words);
  await app.kept("kept", "saved");
  expect(await spansOf(app)).toHaveLength(1);
});

it("the notice takes an accepted mending back", async () => {
  const app = await faulty();
  const before = await app.text();
  await beginByKeys(app);
  await lookByKeys(app);
  await app.page.keyboard.press("Shift+A");
  await app.page.keyboard.press("Enter");
  await waitForText(app, "雨停了，天还没有亮。");
  await app.page.getByRole("button", { name: mending.notice.undo, exact: true }).click();
  await app.page.waitForFunction((text) => window.wenfang.text() === text, before);
  expect(await storedText(app, await app.scene())).toBe(before);
});

it("a mending that is accepted late takes nothing from the scene below", async () => {
  const app = await faulty();
  const first = await app.scene();
  await app.run("writing.split");
  await expect.poll(() => app.scene()).not.toBe(first);
  await app.run("writing.previous_scene");
  await expect.poll(() => app.scene()).toBe(first);
  await beginByKeys(app);
  await lookByKeys(app);
  await app.page.keyboard.press("Shift+A");
  await app.page.route("**/call", async (route) => {
    const isAccepting = route.request().postData()?.includes('"mend.accept"');
    if (isAccepting) await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await app.page.keyboard.press("Enter");
  await app.run("writing.next_scene");
  await expect.poll(() => app.scene()).not.toBe(first);
  for (const letter of "abcdefgh") {
    await app.page.keyboard.type(letter);
    await app.page.waitForTimeout(250);
  }
  await expect.poll(() => app.text()).toContain("abcdefgh");
  await expect.poll(() => storedText(app, first)).toContain("雨停了，天还没有亮。");
});

it("a passage that the author changed meanwhile is left alone", async () => {
  const app = await faulty();
  await beginByKeys(app);
  await goToEnd(app);
  for (let step = 0; step < 7; step += 1) await app.page.keyboard.press("Backspace");
  await type(app, "雨还在下。");
  await app.kept("kept");
  await pieces(app).and(app.page.locator("[data-state=conflict]")).waitFor();
  await lookByKeys(app);
  for (const key of ["n", "n", "a", "Shift+A"]) await app.page.keyboard.press(key);
  expect(await states(app)).toEqual(["accepted", "accepted", "conflict"]);
  await shoot(app, "conflict");
  await app.page.keyboard.press("Enter");
  await waitForText(app, "灯灭了，船也走了。");
  expect(await app.text()).toContain("雨还在下。");
});

it("one finding is mended from its row, and the session is listed until it is decided", async () => {
  const app = await faulty({ language: "en", theme: "dark" });
  await app.run("findings.check_scene");
  const row = tab(app, enFindings.title).getByRole("button", {
    name: new RegExp(enFindings.rules.punctuation.name),
  });
  await row.first().click();
  await tab(app, enFindings.title)
    .getByRole("button", { name: /^Mend: / })
    .click();
  await inDialog(app);
  await app.dialog().getByRole("region", { name: en.price.label }).getByRole("status").waitFor();
  await shoot(app, "finding-en");
  expect(await axe(app.page)).toEqual([]);
  await app.dialog().getByRole("button", { name: en.begin.do }).click();
  await pieces(app).first().waitFor();
  await shoot(app, "proposal-en");
  // Back to the mending, and to the list, where it waits.
  await app.page.waitForFunction(() => document.activeElement?.closest("[data-proposal]") != null);
  await app.page.keyboard.press("Escape");
  await app.page.getByRole("region", { name: en.session.waiting }).waitFor();
  await shoot(app, "session-en");
  expect(await axe(app.page)).toEqual([]);
  await app.page.keyboard.press("Escape");
  const lines = app.page.getByRole("list", { name: en.list }).getByRole("listitem");
  await lines.first().waitFor();
  await shoot(app, "list-en");
  expect(await axe(app.page)).toEqual([]);
  await lines
    .first()
    .getByRole("button", { name: /^Show changes/ })
    .click();
  await pieces(app).first().waitFor();
  await app.page.keyboard.press("a");
  await app.page.keyboard.press("Enter");
  await lines.first().waitFor({ state: "detached" });
  await waitForText(app, "他站着，没有说话。");
});

it("a model mends what rules have no words for; its run is stopped and resumed while the author writes on", async () => {
  const app = await openSample({ before: openFerry });
  await setUp(app, provider("near", server().url));
  await server().script({ default: { deltas: [..."“他没有回来，”老周说。"], delta_delay_ms: 300 } });
  await app.call("check.set_rule", { rule: "punctuation", on: true });
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  await type(app, "“他没有回来，老周说。");
  await app.kept("kept");
  await app.run("findings.check_scene");
  await tab(app)
    .getByRole("button", { name: new RegExp(findings.rules.punctuation.name) })
    .first()
    .waitFor();
  await app.run("mending.begin");
  await app.dialog().getByRole("region", { name: mending.price.label }).getByText(MODEL).waitFor();
  await shoot(app, "model-dialog");
  await app.dialog().getByRole("button", { name: mending.begin.do }).click();
  const line = app.page.getByRole("list", { name: mending.list }).getByRole("listitem");
  await line.getByText(mending.status.working).waitFor();
  await line.getByRole("button", { name: new RegExp(`^${mending.acts.stop}`) }).click();
  await line.getByText(mending.status.stopped).waitFor();
  await shoot(app, "model-stopped");
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  await type(app, "雨停了。");
  await app.kept("kept");
  await line.getByRole("button", { name: new RegExp(`^${mending.acts.resume}`) }).click();
  await pieces(app).first().waitFor({ timeout: 20_000 });
  await lookByKeys(app);
  await app.page.keyboard.press("a");
  await app.page.keyboard.press("Enter");
  await waitForText(app, "“他没有回来，”老周说。\n雨停了。");
});
