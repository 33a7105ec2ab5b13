// Pictures of the real window for the documents; only `cargo xtask screenshots` takes them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "vitest";
import { Author } from "./author";
import { Studio } from "./studio";
import { KEY } from "./webdriver";

/** The folder for the pictures; without it the test does nothing. */
const PICTURES = process.env["WENFANG_PICTURES"];

type Theme = "light" | "dark" | "paper";
type Language = "zh" | "en";

const WORDS = {
  zh: {
    checkpoints: "存档点",
    versions: "版本",
    compare: "与上一版本对比",
    compareCheckpoint: "与最近的存档点对比",
    settings: "设置",
    close: "关闭作品",
    chapter: "第二章",
    welcome: "新建作品",
  },
  en: {
    checkpoints: "Checkpoints",
    versions: "Versions",
    compare: "Compare with Last Version",
    compareCheckpoint: "Compare with Latest Checkpoint",
    settings: "Settings",
    close: "Close Novel",
    chapter: "第二章",
    welcome: "New novel",
  },
} as const;

const LOOKS: readonly [Theme, Language][] = [
  ["light", "zh"],
  ["dark", "zh"],
  ["paper", "zh"],
  ["light", "en"],
  ["dark", "en"],
  ["paper", "en"],
];

/** Time for the last frame of an animation. */
const still = () => new Promise((resolve) => setTimeout(resolve, 900));

describe.skipIf(PICTURES === undefined)("pictures of the window", () => {
  it.each(LOOKS)("%s %s", async (theme, language) => {
    const words = WORDS[language];
    const studio = await Studio.open({ settings: { theme, language, daily_goal: 1000 } });
    const { window } = await studio.drive(["--sample"]);
    const author = new Author(window, studio.display, "pictures");
    const take = async (name: string) => {
      await still();
      const path = join(PICTURES ?? "", `${name}-${theme}-${language}.png`);
      studio.display.screenshot(path);
      // Only the window, in few colours, because the pictures are in the repository.
      execFileSync("mogrify", [
        "-crop",
        "1280x820+0+0",
        "+repage",
        "-dither",
        "None",
        "-colors",
        "255",
        "-strip",
        path,
      ]);
    };
    await author.writes("start");
    await take("editor");
    await author.command(words.compare);
    await take("compare");
    await window.press(KEY.escape);
    await author.command(words.compareCheckpoint);
    await take("checkpoint");
    await window.press(KEY.escape);
    await author.command(words.settings);
    await take("settings");
    await window.press(KEY.escape);
    await author.left();
    await author.command(words.close);
    await author.sees(words.welcome);
    // The picture must not show the folder of the test.
    await window.run(async () => {
      const ask = (name: string, request: object) =>
        globalThis.window.__TAURI_INTERNALS__.invoke("call", { name, request });
      const { projects } = (await ask("recent.list", {})) as { projects: { path: string }[] };
      for (const { path } of projects) await ask("recent.forget", { path });
    });
    await take("welcome");
  });
});
