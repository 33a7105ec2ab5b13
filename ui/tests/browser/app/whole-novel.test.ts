// The smallest window with a whole long novel and a crowded canon: every control is in reach, and no words are cut
// without a way to read them. WENFANG_SHOTS=<folder> stores a picture of each screen.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findings } from "../axe";
import { CROWDED, crowdedNovel, STAND_IN } from "./crowded-novel";
import { cramped } from "./fits";
import { type App, corpus, inBrowser, inDialog, openApp } from "./harness";
import { command, type Screen, settled } from "./looks";

inBrowser();

const novel = (await corpus("hongloumeng.zh-Hans.txt")) ?? STAND_IN;
const shots = process.env.WENFANG_SHOTS;

const inInspector = (app: App) => app.page.getByRole("complementary").first();

/** Opens an item of a list in the inspector. */
const opened = (name: string, id: string, title: string): Screen => ({
  name,
  open: async (app) => {
    await app.run(id);
    // The timeline has no filter field; use its first event.
    if (id !== "timeline.show") await inInspector(app).getByRole("searchbox").first().fill(title.slice(0, 8));
    const row = inInspector(app).locator("button, [role=option]").filter({ hasText: title });
    await row.first().focus();
    await app.page.keyboard.press("Enter");
    await inInspector(app).getByRole("heading", { name: title }).first().waitFor();
  },
});

const SCREENS: readonly Screen[] = [
  command("editor", "writing.to_text"),
  command("part", "part.show"),
  command("versions", "versions.show"),
  command("compare-versions", "versions.compare_last"),
  command("checkpoints", "checkpoint.show"),
  command("compare-checkpoints", "checkpoint.compare_latest"),
  command("bible", "bible.show"),
  command("lore", "lore.show"),
  opened("lore-entry", "lore.show", CROWDED.entry),
  command("graph-tab", "graph.show"),
  opened("entity", "graph.show", CROWDED.entry),
  command("changes", "graph.changes"),
  command("timeline-tab", "timeline.show"),
  opened("event", "timeline.show", CROWDED.event),
  command("threads", "threads.show"),
  opened("thread", "threads.show", CROWDED.thread),
  {
    name: "search",
    open: async (app) => {
      await app.run("search.show");
      await inInspector(app).getByRole("searchbox").fill("宝玉");
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
  command("context", "context.show"),
  command("memory", "context.memory"),
  command("records", "context.records"),
  command("shelf", "context.shelf"),
  command("findings", "findings.show"),
  command("workflows", "workflow.show"),
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
  command("statistics", "statistics.show"),
  command("prompts", "prompts.open"),
  command("profiles", "pipelines.open"),
  command("new-lore", "lore.new", true),
  command("unknown-names", "lore.unknown_names", true),
  command("removed-lore", "lore.removed", true),
  command("import-lore", "lore.import", true),
  command("export-lore", "lore.export", true),
  command("edit-entity", "graph.new_entity", true),
  command("edit-relation", "graph.new_relation", true),
  command("edit-fact", "graph.new_fact", true),
  command("edit-thread", "threads.new", true),
  command("edit-event", "timeline.new_event", true),
  command("rules", "findings.rules", true),
  command("switches", "workflow.switches", true),
  command("models", "models.open", true),
  command("meaning", "meaning.settings", true),
  command("usage", "usage.show", true),
  command("palette", "palette.open", true),
  command("go-to-chapter", "palette.go_to_chapter", true),
  command("shortcuts", "palette.shortcuts", true),
  command("new-project", "project.new", true),
  command("import", "transfer.import", true),
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
  command("settings", "settings.open", true),
  {
    name: "find",
    open: async (app) => {
      await app.run("writing.to_text");
      await app.run("find.replace");
      await app.page.keyboard.insertText("宝玉");
    },
  },
  {
    name: "find-book",
    open: async (app) => {
      await app.run("find.book_replace");
      await app.page.keyboard.insertText("宝玉");
    },
  },
];

/** Opens the chapter whose lists are crowded. */
async function goToThird(app: App): Promise<void> {
  await app.run("palette.go_to_chapter");
  await inDialog(app);
  await app.page.keyboard.insertText("第三回");
  await app.page
    .getByRole("option", { name: /^3\b|第三回/ })
    .first()
    .waitFor();
  await app.page.keyboard.press("Enter");
  await app.dialog().waitFor({ state: "hidden" });
  await app.editor().filter({ hasText: "如海" }).waitFor();
}

/** The minimum size of the window; nearly the same as the usual window with everything twice as large. */
const LEAST = { width: 640, height: 420 };
const USUAL = { width: 1280, height: 820 };
/** A small screen, which shows less than the smallest window when everything is as large as possible. */
const SMALL = { width: 800, height: 600 };

/** The maximum scale of the interface. */
const LARGEST = 1.6;

const all = [
  { size: LEAST, scale: 1 },
  { size: USUAL, scale: 1 },
  { size: USUAL, scale: LARGEST },
  { size: SMALL, scale: LARGEST },
].flatMap((sizes) =>
  (["zh", "en"] as const).flatMap((language) =>
    (["light", "dark", "paper"] as const).map((theme) => ({ ...sizes, language, theme })),
  ),
);
/**
 * Both languages in the smallest window and with the largest interface on a small screen, and the largest interface in
 * a usual window; WENFANG_LOOKS=all checks all of them.
 */
const looks =
  process.env.WENFANG_LOOKS === "all"
    ? all
    : ([
        { size: LEAST, scale: 1, language: "zh", theme: "light" },
        { size: LEAST, scale: 1, language: "en", theme: "dark" },
        { size: USUAL, scale: LARGEST, language: "en", theme: "paper" },
        { size: SMALL, scale: LARGEST, language: "zh", theme: "light" },
        { size: SMALL, scale: LARGEST, language: "en", theme: "light" },
      ] as const);

it("everything is in reach and in sight", { timeout: 900_000 }, async () => {
  const app = await openApp();
  await crowdedNovel(app, novel);
  const wrong: Record<string, unknown[]> = {};
  for (const { size, scale, language, theme } of looks) {
    await app.page.setViewportSize(size);
    await app.call("settings.change", { changes: { language, theme, interface_scale: scale } });
    await app.page.reload();
    await app.editor().waitFor();
    await goToThird(app);
    for (const screen of SCREENS) {
      const named = `${screen.name}-${size.width}-${theme}-${language}`;
      await screen.open(app);
      if (screen.dialog) await inDialog(app);
      await app.page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
      const found: unknown[] = await cramped(app.page);
      // Names do not differ between themes, so axe checks one theme.
      if (theme === "dark") found.push(...(await findings(app.page)));
      if (found.length > 0) wrong[named] = found;
      if (shots !== undefined) {
        await settled(app);
        await mkdir(shots, { recursive: true });
        await app.page.screenshot({ path: join(shots, `${named}.png`) });
      }
      if (screen.dialog) {
        await app.page.keyboard.press("Escape");
        await app.dialog().waitFor({ state: "hidden" });
      }
    }
  }
  expect(wrong).toEqual({});
});
