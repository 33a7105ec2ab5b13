// Spelling while writing: misspelt words are marked and corrected by key and by pointer; words known to the novel are
// not marked.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { en as settings } from "@/features/settings/words";
import { en as writing } from "@/features/writing/words";
import { type App, goToEnd, inBrowser, inDialog, openSample } from "./harness";

inBrowser();

/** A dictionary of the author's own: it takes precedence over that of the machine, which may have none. */
const WORDS = "the\nharbour\nwas\nquiet\nand\nboat\ndark\nold\nwe\nsaw\nit\n";
/** From the last key to the mark, ms: the pause, the answer, and a frame on a busy machine. */
const SOON = 300;

async function openNovel(scenes: readonly string[]): Promise<App> {
  const app = await openSample({ language: "en", settings: { whole_chapter: false } });
  const folder = join(app.home, "config", "dictionaries");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "en_US.aff"), "SET UTF-8\nTRY abcdefghijklmnopqrstuvwxyz\n");
  await writeFile(join(folder, "en_US.dic"), `${WORDS.split("\n").length}\n${WORDS}`);
  await app.call("project.close");
  await app.answer(`${app.home}/spelt.wenfang`);
  const { path } = await app.call<{ path: { path: string } }>("window.choose", {
    kind: "new_project",
    title: "",
    name: "spelt.wenfang",
  });
  const named = { title: "Spelt", author: "", first_chapter: "One", language: "en" };
  await app.call("project.create", { path: path.path, ...named });
  await app.call("spelling.choose", { dictionary: "en_US" });
  const outline = await app.call<{ volumes: { chapters: { id: number; scenes: { id: number }[] }[] }[] }>(
    "manuscript.outline",
  );
  const chapter = outline.volumes[0]?.chapters[0];
  const first = chapter?.scenes[0]?.id ?? 0;
  for (const [at, text] of scenes.entries()) {
    if (at > 0) await app.call("manuscript.create", { parent: { chapter: chapter?.id } });
    await app.call("scene.save", { scene: first + at, text });
  }
  await app.page.reload();
  await app.editor().waitFor();
  return app;
}

const marked = (app: App) => app.page.locator("main .cm-misspelt").allTextContents();
const menuOf = (app: App) => app.page.getByRole("menu", { name: writing.menu.label });

async function rightClick(app: App, word: string): Promise<void> {
  await app.page.locator("main .cm-misspelt", { hasText: word }).click({ button: "right" });
  await menuOf(app).waitFor();
}

it("a misspelt word is marked after a pause, and corrected", async () => {
  const app = await openNovel(["We saw it."]);
  await goToEnd(app);
  await app.page.evaluate(() => {
    const shown = new MutationObserver(() => {
      if (document.querySelector(".cm-misspelt") !== null) performance.mark("misspelt");
    });
    shown.observe(document.body, { subtree: true, childList: true });
    document.addEventListener("keydown", () => performance.mark("key"), true);
  });
  await app.page.keyboard.type(" The harbour was quiett", { delay: 20 });
  // A word being typed is not checked until it is complete.
  await app.page.waitForTimeout(500);
  expect(await marked(app)).toEqual([]);
  await app.page.keyboard.type(" ");
  await expect.poll(() => marked(app)).toEqual(["quiett"]);
  const took = await app.page.evaluate(() => {
    const [last] = performance.getEntriesByName("key").slice(-1);
    const [first] = performance.getEntriesByName("misspelt");
    return (first?.startTime ?? 0) - (last?.startTime ?? 0);
  });
  console.info(`a misspelt word is marked ${Math.round(took)} ms after the last key`);
  expect(took).toBeGreaterThan(0);
  expect(took).toBeLessThan(SOON * 3);

  await app.page.keyboard.press("ControlOrMeta+;");
  await expect.poll(() => app.page.evaluate(() => getSelection()?.toString())).toBe("quiett");
  await app.page.keyboard.press("Alt+Enter");
  await menuOf(app).waitFor();
  await menuOf(app).getByRole("menuitem", { name: "quiet", exact: true }).waitFor();
  await app.page.keyboard.press("ArrowDown");
  await app.page.keyboard.press("Enter");
  await expect.poll(() => app.text()).toBe("We saw it. The harbour was quiet ");
  expect(await marked(app)).toEqual([]);
  await app.page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => app.text()).toBe("We saw it. The harbour was quiett ");
  await expect.poll(() => marked(app)).toEqual(["quiett"]);
  await rightClick(app, "quiett");
  await menuOf(app).getByRole("menuitem", { name: "quiet", exact: true }).click();
  await expect.poll(() => app.text()).toBe("We saw it. The harbour was quiet ");
  await app.page.keyboard.type("and ");
  await expect.poll(() => app.text()).toContain("quiet");
});

it("names and added words are known, and the setting turns checking off", async () => {
  const app = await openNovel(["We saw Quillfeather's thrumbly boatt and Sprogg."]);
  await expect.poll(() => marked(app)).toEqual(["Quillfeather", "thrumbly", "boatt", "Sprogg"]);
  await app.call("kg.save_entity", { name: "Mr. Quillfeather", kind: "character" });
  await expect.poll(() => marked(app)).toEqual(["thrumbly", "boatt", "Sprogg"]);
  await rightClick(app, "thrumbly");
  await menuOf(app).getByRole("menuitem", { name: writing.spelling.add }).click();
  await expect.poll(() => marked(app)).toEqual(["boatt", "Sprogg"]);
  await rightClick(app, "Sprogg");
  await menuOf(app).getByRole("menuitem", { name: writing.spelling.ignore }).click();
  await expect.poll(() => marked(app)).toEqual(["boatt"]);

  await app.run("spelling.words");
  await inDialog(app);
  await app.dialog().getByText("thrumbly", { exact: true }).waitFor();
  await app
    .dialog()
    .getByRole("button", { name: /thrumbly/ })
    .click();
  await expect.poll(async () => (await app.call<{ words: string[] }>("spelling.words")).words).toEqual([]);
  await app.page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });
  await expect.poll(() => marked(app)).toEqual(["thrumbly", "boatt"]);

  await app.run("settings.open");
  await inDialog(app);
  await app.dialog().getByRole("tab", { name: settings.sections.writing }).click();
  await app.dialog().getByRole("switch", { name: settings.rows.spelling.label }).click();
  await app.page.keyboard.press("Escape");
  await expect.poll(() => marked(app)).toEqual([]);
});

it("quickly changed scenes never show marks of another one", async () => {
  const app = await openNovel(["The quiett harbour.", "The old boatt was darkk.", "We saw itt."]);
  const own = [["quiett"], ["boatt", "darkk"], ["itt"]];
  await expect.poll(() => marked(app)).toEqual(own[0]);
  await app.page.evaluate(() => {
    const wrong: string[] = [];
    Object.assign(window, { wrongMarks: wrong });
    const look = () => {
      for (const mark of document.querySelectorAll("main .cm-misspelt")) {
        if (!/^(quiett|boatt|darkk|itt)$/.test(mark.textContent ?? "")) wrong.push(mark.textContent ?? "");
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await app.editor().click();
  for (let turn = 0; turn < 12; turn += 1) {
    await app.page.keyboard.press(`ControlOrMeta+Shift+${turn % 4 < 2 ? "PageDown" : "PageUp"}`);
    await app.page.waitForTimeout(60);
  }
  await app.page.keyboard.press("ControlOrMeta+Shift+PageDown");
  await expect.poll(() => app.text()).toBe("The old boatt was darkk.");
  await expect.poll(() => marked(app)).toEqual(own[1]);
  expect(await app.page.evaluate(() => (window as unknown as { wrongMarks: string[] }).wrongMarks)).toEqual(
    [],
  );
});
