// A newcomer with a new novel, without a model: every empty place says what belongs there and names the one next
// step. The themes and languages are in `looks.ts`.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { en as writingEn, zh as writingZh } from "@/features/writing/words";
import { cramped } from "./fits";
import { type App, inBrowser, inDialog, openApp, type } from "./harness";
import { command, looker, type Screen, settled } from "./looks";

inBrowser();

/** A folder for pictures. */
const shots = process.env.WENFANG_SHOTS;

const inInspector = (app: App) => app.page.getByRole("complementary").first();

/** Opens another tab of the open panel. */
const tab = (name: string, id: string, at: number): Screen => ({
  name,
  open: async (app) => {
    await app.run(id);
    await inInspector(app).getByRole("radiogroup").first().getByRole("radio").nth(at).click();
  },
});

const SCREENS: readonly Screen[] = [
  command("editor", "writing.to_text"),
  command("part", "part.show"),
  command("versions", "versions.show"),
  command("checkpoints", "checkpoint.show"),
  command("bible", "bible.show"),
  command("lore", "lore.show"),
  tab("lore-mentions", "lore.show", 1),
  command("graph-tab", "graph.show"),
  command("graph-changes", "graph.changes"),
  command("timeline-tab", "timeline.show"),
  command("threads", "threads.show"),
  command("search", "search.show"),
  command("search-similar", "search.similar"),
  command("search-duplicates", "search.duplicates"),
  command("context", "context.show"),
  command("memory", "context.memory"),
  command("findings", "findings.show"),
  command("workflows", "workflow.show"),
  command("graph", "graph.open"),
  command("timeline", "timeline.open"),
  command("review", "review.open"),
  command("statistics", "statistics.show"),
  command("prompts", "prompts.open"),
  command("profiles", "pipelines.open"),
  command("compare-versions", "versions.compare_last"),
  command("compare-checkpoints", "checkpoint.compare_latest"),
  command("complete", "workflow.complete_chapter"),
  command("go-to-chapter", "palette.go_to_chapter", true),
  command("removed-lore", "lore.removed", true),
  command("unknown-names", "lore.unknown_names", true),
  command("export-lore", "lore.export", true),
  command("export", "transfer.export", true),
  command("new-relation", "graph.new_relation", true),
  command("switches", "workflow.switches", true),
  command("rules", "findings.rules", true),
  command("models", "models.open", true),
  command("usage", "usage.show", true),
  {
    ...command("instruct", "drafting.instruct", true),
    // An act of a model needs the text, not another view.
    open: async (app) => {
      await app.run("writing.to_text");
      await command("instruct", "drafting.instruct", true).open(app);
    },
  },
  command("bin", "bin.open", true),
  command("renumber", "renumber.open", true),
  command("retreat", "retreat.open", true),
];

/** Empty places that do not say how to fill them. */
async function muteOnes(app: App): Promise<string[]> {
  return app.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-empty]")]
      .filter((one) => one.checkVisibility() && one.querySelector("button, [data-empty-text]") === null)
      .map(({ textContent }) => textContent ?? ""),
  );
}

const LOOKS = [
  { language: "zh", theme: "light" },
  { language: "en", theme: "dark" },
] as const;

describe.each(LOOKS)("$language, $theme", ({ language, theme }) => {
  it("every empty place names its next step", { timeout: 600_000 }, async () => {
    const { wrong, look, visit } = looker({ language, themes: [theme] });
    const mute: Record<string, string[]> = {};
    const app = await openApp({ language, theme, settings: { reopen_last: false } });
    await look(app, "first-welcome");
    await app.answer(join(app.home, "新作.wenfang"));
    await app.run("project.new");
    await inDialog(app);
    // The field of its title has the focus, although nothing had it before.
    await app.page.waitForFunction(() => document.activeElement?.localName === "input");
    await type(app, "新作");
    await app.page.keyboard.press("Enter");
    await app.dialog().waitFor({ state: "hidden" });
    await app.editor().waitFor();
    // An empty text itself says where to begin.
    const hint = () =>
      app.page.evaluate(() => {
        const line = document.querySelector("main .cm-line");
        return line === null ? "" : getComputedStyle(line, "::before").content;
      });
    const words = language === "zh" ? writingZh.hint : writingEn.hint;
    expect(await hint()).toBe(JSON.stringify(words));
    await type(app, "雨");
    await expect.poll(hint).toBe("none");
    await app.page.keyboard.press("Backspace");
    await expect.poll(hint).toBe(JSON.stringify(words));
    for (const screen of SCREENS) {
      const open = async () => {
        await screen.open(app);
        await settled(app);
        const found = await muteOnes(app);
        if (found.length > 0) mute[screen.name] = found;
      };
      await visit(app, { ...screen, name: `first-${screen.name}`, open });
    }
    expect({ wrong, mute }).toEqual({ wrong: {}, mute: {} });
  });
});

/** How many parts of the window can be scrolled. */
function scrollable(app: App): Promise<number> {
  return app.page.evaluate(
    () =>
      [...document.querySelectorAll("#root :is(.cm-scroller, .overflow-y-auto)")].filter((one) =>
        /auto|scroll/.test(getComputedStyle(one).overflowY),
      ).length,
  );
}

/** Creates a novel, and types into it without waiting for it. */
async function typedAtOnce(app: App, words: string): Promise<void> {
  await app.page.route("**/call", async (route) => {
    if (route.request().postData()?.includes("project.create") === true)
      await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await app.answer(join(app.home, "新作.wenfang"));
  await app.run("project.new");
  await inDialog(app);
  await app.page.waitForFunction(() => document.activeElement?.localName === "input");
  await type(app, "新作");
  await app.page.keyboard.press("Enter");
  await app.dialog().waitFor({ state: "hidden" });
  await app.page.keyboard.type(words, { delay: 60 });
  await app.editor().waitFor();
}

it("the first words may be typed while the novel is created", async () => {
  const app = await openApp({ language: "en", settings: { reopen_last: false } });
  await typedAtOnce(app, '"Don\'t go," she said -- "it\'s late..."');
  await expect.poll(() => app.text()).toBe("“Don’t go,” she said — “it’s late…”");
});

it("everything is in reach in a small window with the largest interface", async () => {
  const app = await openApp({ language: "en", settings: { reopen_last: false, interface_scale: 1.6 } });
  await app.page.setViewportSize({ width: 800, height: 575 });
  const wrong: Record<string, string[]> = {};
  const look = async (name: string) => {
    await settled(app);
    const found = await cramped(app.page);
    if (found.length > 0) wrong[name] = found;
    if (shots !== undefined) await app.page.screenshot({ path: join(shots, `small-${name}.png`) });
  };
  await look("welcome");
  await typedAtOnce(app, "The tide turned. The tide rose.");
  await look("text");
  await app.run("part.show");
  await look("chapter");
  const book = join(app.home, "novel.txt");
  await writeFile(book, "Chapter 1\n\nThe tide turned again.\n\nChapter 2\n\nIt went out slowly.\n");
  await app.answer(book);
  await app.run("transfer.import");
  await inDialog(app);
  await app.dialog().getByRole("button", { name: "Choose a file…" }).click();
  await app.page.getByText("2 chapters · 8 words").waitFor();
  await look("import");
  // Nothing behind the dialog has a scroll bar, which WebKitGTK would draw above it.
  expect(await scrollable(app)).toBe(0);
  await app.page.keyboard.press("Escape");
  await app.dialog().waitFor({ state: "hidden" });
  expect(await scrollable(app)).toBeGreaterThan(1);
  for (const pane of ["view.binder", "view.inspector"]) {
    await app.run(pane);
    await app.run("find.book_replace");
    await app.page.keyboard.type("tide");
    await app.page.getByText("2 matches in 1 scene").waitFor();
    await look(`replace-${pane}`);
    // The matches are in sight, not only in reach.
    expect(await app.page.getByRole("region", { name: "Matches" }).boundingBox()).toSatisfy(
      (box: { y: number; height: number }) => box.height > 90 && box.y + box.height <= 575,
    );
    await app.page.keyboard.press("Escape");
  }
  expect(wrong).toEqual({});
});
