// Every screen of the window in every theme and both languages, except those of models: see `looks.ts`.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { FILLED, fillCanon, TOLD } from "./filled-canon";
import { type App, goToEnd, inBrowser, openApp, openSample, type } from "./harness";
import { command, leaveDialog, looker, looks, type Screen } from "./looks";

inBrowser();

const inInspector = (app: App) => app.page.getByRole("complementary").first();

/** Opens an item of a list in the inspector. */
const opened = (name: string, id: string, title: string): Screen => ({
  name,
  open: async (app) => {
    await app.run(id);
    const named = { name: new RegExp(title) };
    const row = inInspector(app).getByRole("button", named).or(inInspector(app).getByRole("option", named));
    await row.first().focus();
    await app.page.keyboard.press("Enter");
    await inInspector(app).getByRole("heading", { name: title }).first().waitFor();
  },
});

/** The position of words of the text on the screen: the middle of their last occurrence. */
async function placeOf(app: App, words: string): Promise<{ x: number; y: number }> {
  const at = await app.page.evaluate((wanted) => {
    const content = document.querySelector("main .cm-content");
    const found: { x: number; y: number }[] = [];
    if (content === null) return found;
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const from = node.textContent?.lastIndexOf(wanted) ?? -1;
      if (from < 0) continue;
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + wanted.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      found.push({ x: x + width / 2, y: y + height / 2 });
    }
    return found;
  }, words);
  const last = at.at(-1);
  if (last === undefined) throw new Error(`${words} is not in the text`);
  return last;
}

/** Selects the last occurrence of the name in the text. */
async function selectEntry(app: App): Promise<void> {
  await app.run("writing.to_text");
  await goToEnd(app);
  const behind = [...TOLD.slice(TOLD.lastIndexOf(FILLED.entry) + FILLED.entry.length)].length;
  for (let at = 0; at < behind; at += 1) await app.page.keyboard.press("ArrowLeft");
  for (let at = 0; at < FILLED.entry.length; at += 1) await app.page.keyboard.press("Shift+ArrowLeft");
}

/** Opens a dialog about the selection. */
const ofSelection = (name: string, id: string): Screen => ({
  name,
  dialog: true,
  open: async (app) => {
    await selectEntry(app);
    await app.run(id);
  },
});

const SCREENS: readonly Screen[] = [
  command("editor", "writing.to_text"),
  command("part", "part.show"),
  command("versions", "versions.show"),
  {
    name: "compare-versions",
    open: async (app) => {
      await app.run("versions.compare_last");
      await app.page.locator("main .cm-content, main [data-compare]").first().waitFor();
    },
  },
  command("checkpoints", "checkpoint.show"),
  command("compare-checkpoints", "checkpoint.compare_latest"),
  command("bible", "bible.show"),
  command("lore", "lore.show"),
  opened("lore-entry", "lore.show", FILLED.entry),
  {
    name: "lore-mentions",
    open: (app) =>
      inInspector(app)
        .getByRole("radio", { name: /^(出处|Mentions)/ })
        .click(),
  },
  command("graph-tab", "graph.show"),
  opened("entity", "graph.show", FILLED.entry),
  command("changes", "graph.changes"),
  command("timeline-tab", "timeline.show"),
  opened("event", "timeline.show", FILLED.event),
  command("threads", "threads.show"),
  opened("thread", "threads.show", FILLED.thread),
  {
    name: "search",
    open: async (app) => {
      await app.run("search.show");
      await inInspector(app).getByRole("searchbox").fill("灯");
      await inInspector(app).locator("[data-hit]").first().waitFor();
    },
  },
  {
    name: "search-filters",
    open: (app) =>
      inInspector(app)
        .getByRole("button", { name: /^(筛选|Filters)/ })
        .click(),
  },
  command("search-similar", "search.similar"),
  command("search-duplicates", "search.duplicates"),
  command("search-index", "search.index"),
  command("graph", "graph.open"),
  {
    name: "graph-table",
    open: async (app) => {
      await app.run("graph.open");
      await app.page.getByRole("radio", { name: /^(表|Table)$/ }).click();
      await app.page.getByRole("row").nth(1).waitFor();
    },
  },
  command("timeline", "timeline.open"),
  command("review", "review.open"),
  {
    name: "review-batches",
    open: async (app) => {
      await app.run("review.open");
      await app.page.getByRole("tab", { name: /^(批次|Batches)/ }).click();
    },
  },
  {
    name: "name-card",
    open: async (app) => {
      await app.run("writing.to_text");
      await app.page.keyboard.press("ControlOrMeta+End");
      // A text that moves under the pointer hides the card, so the pointer returns until the card stays.
      const card = app.page.locator("[data-name-card] h3");
      const rest = async () => {
        await app.page.mouse.move(5, 5);
        const at = await placeOf(app, FILLED.entry);
        await app.page.mouse.move(at.x, at.y);
        await card.waitFor({ timeout: 3000 });
      };
      await vi.waitFor(rest, { timeout: 60_000 });
    },
    leave: async (app) => {
      await app.page.mouse.move(5, 5);
      await app.page.locator("[data-name-card]").waitFor({ state: "detached" });
    },
  },
  {
    name: "text-menu",
    open: async (app) => {
      await selectEntry(app);
      const at = await placeOf(app, FILLED.entry);
      await app.page.mouse.click(at.x, at.y, { button: "right" });
      await app.page.getByRole("menu").waitFor();
    },
    leave: async (app) => {
      await app.page.keyboard.press("Escape");
      await app.page.getByRole("menu").waitFor({ state: "detached" });
    },
  },
  command("new-lore", "lore.new", true),
  ofSelection("add-alias", "lore.add_alias"),
  command("unknown-names", "lore.unknown_names", true),
  command("removed-lore", "lore.removed", true),
  command("import-lore", "lore.import", true),
  command("export-lore", "lore.export", true),
  command("edit-entity", "graph.new_entity", true),
  command("edit-relation", "graph.new_relation", true),
  command("edit-fact", "graph.new_fact", true),
  ofSelection("edit-fact-passage", "graph.fact_from_selection"),
  command("edit-thread", "threads.new", true),
  ofSelection("plant-thread", "threads.plant"),
  ofSelection("anchor-thread", "threads.pay_off"),
  command("edit-event", "timeline.new_event", true),
  ofSelection("edit-event-passage", "timeline.event_from_selection"),
  command("statistics", "statistics.show"),
  {
    name: "find",
    open: async (app) => {
      await app.run("writing.to_text");
      await app.run("find.replace");
      await type(app, "船");
    },
  },
  {
    name: "find-book",
    open: async (app) => {
      await app.run("find.book_replace");
      await type(app, "船");
    },
  },
  command("palette", "palette.open", true),
  command("go-to-chapter", "palette.go_to_chapter", true),
  command("shortcuts", "palette.shortcuts", true),
  command("new-project", "project.new", true),
  command("import", "transfer.import", true),
  {
    name: "import-preview",
    dialog: true,
    open: async (app) => {
      const file = join(app.home, "文稿.txt");
      await writeFile(file, "第一章 渡\n\n正文。\n\n第三章 灯\n\n灯亮。\n");
      await app.answer(file);
      await app.run("transfer.import");
      await app.dialog().getByRole("button").nth(1).click();
      await app.dialog().locator("button[type=submit]").waitFor();
    },
  },
  command("export", "transfer.export", true),
  command("create-checkpoint", "checkpoint.create", true),
  {
    name: "restore",
    dialog: true,
    open: async (app) => {
      await app.run("checkpoint.compare_latest");
      await app.page
        .getByRole("button", { name: /^(恢复到|Restore ).*…$/ })
        .first()
        .click();
      await app.dialog().waitFor();
    },
  },
  command("bin", "bin.open", true),
  command("renumber", "renumber.open", true),
  command("retreat", "retreat.open", true),
  command("about", "about.open", true),
];

describe.each(looks)("$language, $themes", ({ language, themes }) => {
  it("axe finds nothing", { timeout: 900_000 }, async () => {
    const { wrong, look, visit } = looker({ language, themes });
    const options = { language, theme: themes[0] };
    const welcome = await openApp({ ...options, settings: { reopen_last: false } });
    await look(welcome, "welcome");
    await welcome.run("project.new");
    await look(welcome, "welcome-new");
    await leaveDialog(welcome);

    const app = await openSample(options);
    expect(await app.page.locator("html").getAttribute("lang")).toBe(language === "zh" ? "zh-CN" : "en");
    await goToEnd(app);
    await type(app, TOLD);
    await app.kept("kept");
    await fillCanon(app);
    await app.page.reload();
    await app.editor().waitFor();
    for (const screen of SCREENS) await visit(app, screen);
    // Every section of the settings.
    await app.run("settings.open");
    await app.dialog().waitFor();
    const sections = app.dialog().getByRole("tab");
    const count = await sections.count();
    expect(count).toBeGreaterThan(2);
    for (let at = 0; at < count; at += 1) {
      await sections.nth(at).click();
      await look(app, `settings-${at + 1}`);
    }
    await leaveDialog(app);
    expect(wrong).toEqual({});
  });
});
