// Every screen of the window in four themes and two languages: axe finds nothing. Every dialog is opened by a command,
// holds the keyboard, and is left by Esc. WENFANG_SHOTS=<folder> keeps a picture of each.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Finding, findings } from "../axe.ts";
import { type App, goToEnd, inBrowser, inDialog, openApp, openSample, type } from "./harness";

inBrowser();

const themes = ["light", "dark", "paper", "green"] as const;
const languages = ["zh", "en"] as const;
const shots = process.env.WENFANG_SHOTS;

/** A screen: how it is reached, and whether it is a dialog. */
interface Screen {
  name: string;
  dialog?: true;
  open(app: App): Promise<void>;
}

const command = (name: string, id: string, dialog?: true): Screen => ({
  name,
  ...(dialog && { dialog }),
  open: (app) => app.run(id),
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

async function settled(app: App): Promise<void> {
  await app.page.waitForTimeout(150);
  await app.page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
}

async function leaveDialog(app: App): Promise<void> {
  await inDialog(app);
  for (let press = 0; press < 3; press += 1) {
    await app.page.keyboard.press("Tab");
    await app.page.waitForTimeout(60);
  }
  // Past its last field the keyboard begins anew in it.
  await inDialog(app);
  await app.page.keyboard.press("Escape");
  // Esc may close a list that is open in it first.
  await app
    .dialog()
    .waitFor({ state: "hidden", timeout: 1500 })
    .catch(() => app.page.keyboard.press("Escape"));
  await app.dialog().waitFor({ state: "hidden" });
}

describe.each(languages)("%s", (language) => {
  it.each(themes)("%s: axe finds nothing", { timeout: 240_000 }, async (theme) => {
    if (shots !== undefined) await mkdir(shots, { recursive: true });
    const wrong: Record<string, Finding[]> = {};
    const look = async (app: App, name: string) => {
      await settled(app);
      const found = await findings(app.page);
      if (found.length > 0) wrong[name] = found;
      if (shots !== undefined)
        await app.page.screenshot({ path: join(shots, `${name}-${theme}-${language}.png`) });
    };
    const options = { language, theme };
    const welcome = await openApp({ ...options, settings: { reopen_last: false } });
    await look(welcome, "welcome");
    await welcome.run("project.new");
    await look(welcome, "welcome-new");
    await leaveDialog(welcome);

    const app = await openSample(options);
    expect(await app.page.locator("html").getAttribute("lang")).toBe(language === "zh" ? "zh-CN" : "en");
    await goToEnd(app);
    await type(app, "雾散了。");
    await app.kept("kept");
    for (const screen of SCREENS) {
      await screen.open(app);
      if (screen.dialog) await app.dialog().waitFor();
      await look(app, screen.name);
      if (screen.dialog) await leaveDialog(app);
    }
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
