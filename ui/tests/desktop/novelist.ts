// Acts of a novelist on the way from an old manuscript to a new ending: each has several steps, all through the
// window.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { Author } from "./author";
import { until } from "./processes";
import { OUTPUT, ROOT, type Running, type Studio } from "./studio";
import { KEY } from "./webdriver";

/** The folder for pictures of the tour; without it they go only to the other pictures. */
const TOUR = process.env["WENFANG_TOUR"];
/** The text shown instead of the folder of the test. */
const HOME = "/home/author";
/** Number of colours of a picture in the repository. */
const COLOURS = "48";

/** A scene of ours in the style of the novel, one paragraph per line. Three of its commas are half-width on purpose. */
export const SCENE = readFileSync(join(ROOT, "ui/tests/desktop/night-rain.txt"), "utf8").trim().split("\n");

/** 字 of a text: every visible character. */
export const counted = (text: string) => [...text.replaceAll(/\s/g, "")].length;

/** The state of a scene in the file. */
export interface Stored {
  text: string;
  draft: { text: string } | null;
}

/** A part of the outline as the command line prints it. */
export interface Outline {
  volumes: { chapters: { id: number; title: string; scenes: { id: number }[] }[] }[];
}

export class Novelist extends Author {
  readonly studio: Studio;
  readonly #story: string;
  readonly #tour: boolean;
  #taken: number;

  /** The novelist of a story; the pictures of one story make the tour. */
  constructor(app: Running, studio: Studio, story: string, tour: boolean, taken = 0) {
    super(app.window, studio.display, story);
    this.studio = studio;
    this.#story = story;
    this.#tour = tour;
    this.#taken = taken;
  }

  /** The same novelist after a restart. */
  again(app: Running): Novelist {
    return new Novelist(app, this.studio, this.#story, this.#tour, this.#taken);
  }

  /** Stores a picture, and a small one for the tour. */
  override async picture(name: string): Promise<void> {
    this.#taken += 1;
    const file = `${String(this.#taken).padStart(2, "0")}-${name}.png`;
    const path = join(OUTPUT, this.#story, file);
    await this.rests();
    if (TOUR === undefined || !this.#tour) return this.studio.display.screenshot(path);
    // The picture must not show the folder of the test.
    await this.#moved(this.studio.folder, HOME);
    await this.rests();
    this.studio.display.screenshot(path);
    await this.#moved(HOME, this.studio.folder);
    mkdirSync(TOUR, { recursive: true });
    const small = [
      "-crop",
      "1280x842+0+0",
      "+repage",
      "-dither",
      "None",
      "-colors",
      COLOURS,
      "-strip",
      "-define",
      "png:compression-level=9",
    ];
    execFileSync("convert", [path, ...small, join(TOUR, file)]);
  }

  /** Replaces a folder name wherever the page shows it. */
  async #moved(from: string, to: string): Promise<void> {
    await this.window.run(
      (wanted, instead) => {
        const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (words.nextNode() !== null) {
          const { currentNode: node } = words;
          if (node.nodeValue?.includes(wanted)) node.nodeValue = node.nodeValue.replace(wanted, instead);
        }
      },
      from,
      to,
    );
  }

  /** Clicks the only element that matches a selector and whose words begin like this. */
  async clickIn(selector: string, words: string): Promise<void> {
    await until(`“${words}” can be clicked`, () =>
      this.window.click(
        (where, wanted) =>
          [...document.querySelectorAll<HTMLElement>(where)].find(
            (one) =>
              (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().includes(wanted) &&
              one.checkVisibility(),
          ),
        selector,
        words,
      ),
    );
  }

  /** Turns a manuscript into a novel. */
  async begins(file: string, title: string, source: string, chapters: number): Promise<void> {
    await this.sees("看看示例《渡口》");
    await this.picture("welcome");
    this.studio.answers(source, file);
    await this.press("导入文稿");
    await this.press("选择文件");
    await this.sees(`${chapters} 章 ·`);
    await this.fill("书名", title);
    await this.picture("import");
    await this.press("新建并导入");
    await this.sees("导入完成");
    await this.picture("imported");
    await this.press("去看第一章");
    await this.left();
  }

  /** Waits for the index, which is built in the background. */
  async indexed(): Promise<void> {
    await this.command("搜索索引");
    await this.sees("编入的文本");
    await until(
      "the novel is indexed",
      () => this.window.run(() => document.body.textContent.includes("索引完成")),
      240_000,
    );
    await this.picture("index");
  }

  /** Previews a lorebook, then imports it. */
  async importsLore(source: string, entries: number): Promise<void> {
    this.studio.answers(source);
    await this.command("导入世界书或角色卡");
    await this.press("选择文件");
    await this.sees(`会新增 ${entries} 个条目`);
    await this.picture("lorebook");
    await this.press("导入");
    await this.sees(`新增了 ${entries} 个条目`);
    await this.press("查看条目");
    await this.left();
    await this.picture("lore");
  }

  /** Inserts a chapter behind the open one, and renumbers the chapters after it. */
  async addsChapter(title: string, moved: number): Promise<void> {
    await this.command("新建章");
    await until("the title can be written", () =>
      this.window.run(() => {
        const field = document.activeElement;
        return field instanceof HTMLInputElement && field.value.startsWith("第八十一回");
      }),
    );
    await this.window.press(KEY.end);
    await this.window.insert(title.replace("第八十一回 ", ""));
    await this.window.press(KEY.enter);
    await this.press("重新编号");
    await this.sees(`将改动 ${moved} 章`);
    await this.picture("renumber");
    await this.press("重新编号");
    await this.sees(`已重新编号，改动了 ${moved} 章`);
    await this.left();
  }

  /** Adds a model server, tests it, and makes it the default for everything. */
  async setsUp(url: string, model: string): Promise<void> {
    await this.command("起草本场景");
    await this.sees("还没有");
    await this.picture("no-model");
    await this.press("其他服务商");
    await this.press("其他兼容服务");
    await this.fill("接口地址", url);
    await this.fill("名称", "夜航");
    await this.press("添加并测试");
    await this.sees("选一个模型");
    await this.press(model);
    await this.sees("是默认模型");
    await this.picture("model");
    await this.window.press(KEY.escape);
    await this.left();
  }

  /** The status of the proposal below the text. */
  async proposal(): Promise<{ counted: number; state: string; hunks: number } | null> {
    return this.window.run(() => {
      const counter = document.querySelector("[data-testid=gate-counter]")?.textContent;
      if (counter === undefined || counter === null) return null;
      return {
        counted: Number(counter.replace(/\/.*/, "").replace(/\D/g, "")),
        state: document.querySelector("[data-testid=state]")?.textContent ?? "",
        // Only rows near the screen are rendered, but the status line counts all of them.
        hunks: Number(/(\d+) 处改动/.exec(document.querySelector("main")?.textContent ?? "")?.[1] ?? 0),
      };
    });
  }

  /** Selects the first paragraph of the open text, by keys. */
  async selectsFirst(paragraph: string): Promise<void> {
    await this.writes("start");
    await this.window.repeat(KEY.right, [...paragraph].length, KEY.shift);
    await this.selected(paragraph);
  }

  /** Turns a rule of the checks on. */
  async turnsOn(rule: string): Promise<void> {
    await this.command("检查规则");
    const isOn = () =>
      this.window.run((name) => {
        const found = [...document.querySelectorAll<HTMLElement>("[role=dialog] [role=switch]")].find(
          (one) =>
            document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent?.trim() === name,
        );
        found?.setAttribute("data-wanted", "");
        return found?.getAttribute("aria-checked") ?? null;
      }, rule);
    await until(`the rule “${rule}” is there`, async () => (await isOn()) !== null);
    // Not by mouse: a notice may cover the lower part of the dialog.
    if ((await isOn()) === "false") {
      await this.window.run(() => document.querySelector<HTMLElement>("[data-wanted]")?.click());
    }
    await until(`the rule “${rule}” is on`, async () => (await isOn()) === "true");
    await this.picture("rules");
    await this.window.press(KEY.escape);
    await this.left();
  }

  /**
   * Completes the open chapter from the native menu, by a model or on this machine, and waits until every step has
   * ended.
   */
  async completes(by: "model" | "local"): Promise<void> {
    const screen = await this.studio.display.window("红楼梦");
    this.studio.display.xdotool("windowactivate", "--sync", screen);
    await this.studio.display.openMenu("alt+w");
    await this.picture("menu");
    this.studio.display.xdotool("key", "Return");
    if (by === "model") {
      // The model is called after the author saw the cost.
      await this.sees("由本机做");
      await this.picture("costs");
      await this.press("运行");
    }
    await this.sees("完成本章 · ");
    const steps = () =>
      this.window.run(() =>
        [...document.querySelectorAll<HTMLElement>("aside [data-step]")].map(
          ({ dataset }) => dataset["status"] ?? "",
        ),
      );
    await until(
      "every step is over",
      async () => {
        const now = await steps();
        return now.length === 4 && now.every((step) => /^(?:completed|failed|skipped)$/.test(step));
      },
      60_000,
    );
    expect(await steps()).toEqual(["completed", "completed", "completed", "completed"]);
    await this.picture("completed");
  }

  /** Creates a checkpoint. */
  async checkpoint(name: string): Promise<void> {
    await this.command("新建存档点");
    await this.fill("名称", name);
    await this.picture("checkpoint");
    await this.press("新建");
    await this.left();
    await this.sees(`已建存档点“${name}”`);
  }
}
