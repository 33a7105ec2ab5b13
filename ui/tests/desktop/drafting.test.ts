// Drafting with a model in the real window: a provider is set up, a scene is drafted from its plan until the gate
// ends it, part of it is accepted, undone and redone, its receipt is read; after a power failure, a text that was
// arriving is there again. The model is the scripted server, over HTTP.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ModelServer, startModelServer } from "../model-server";
import { Author } from "./author";
import { until } from "./processes";
import { ROOT, type Running, Studio } from "./studio";
import { KEY } from "./webdriver";

const TARGET = 800;
/** A fifth more than requested: nothing is shown beyond it. */
const LIMIT = 960;
/** How much arriving text a power failure may lose: what arrived since it was last stored. */
const LOST = 400;
const MODEL = "yehang-7b";
const SYNOPSIS = "老周独自撑船回来，木桩上的灯灭了。他在舱底找到藤箱里落下的蓝布褂，决定天亮就去南边找人。";
const FIRST = "那一夜的雾到三更才散。\n\n老周坐在船头，把那枚铜钱翻来覆去地看。";

/** The model's text: two paragraphs of some 300 字, and one that never ends. */
function answer(): string[] {
  // The first three chapters are long enough.
  const [sample = ""] = readFileSync(join(ROOT, "samples/渡口.md"), "utf8").split("\n## 第四章");
  const lines = sample.split("\n").filter((line) => line !== "" && !/^[#*]/.test(line));
  const paragraphs = ["", "", ""];
  for (const line of lines) {
    const at = paragraphs.findIndex((paragraph, index) => index === 2 || paragraph.length < 290);
    paragraphs[at] += line;
  }
  return paragraphs;
}

const PARAGRAPHS = answer();
const CONTINUED = PARAGRAPHS[2] ?? "";

const script = {
  models: [MODEL, "yehang-70b"],
  rules: [
    {
      when: { user_contains: "藤箱里落下的" },
      times: 1,
      answer: { text: PARAGRAPHS.join("\n"), tokens_per_second: 110 },
    },
    { when: { user_contains: "老周坐在船头" }, answer: { text: CONTINUED, tokens_per_second: 40 } },
  ],
  default: { text: "好。" },
};

interface Text {
  text: string;
  draft: { text: string } | null;
}

/** The novel at the start: a chapter with text, and one that is only planned. */
function prepare(studio: Studio): string {
  const file = studio.path("渡口.wenfang");
  studio.write("渡口.txt", `第一章 雾散\n\n${FIRST}\n`);
  studio.cli("new", "--title", "渡口", file);
  studio.cli("import", file, studio.path("渡口.txt"));
  studio.cli("create", file, "--volume", "1", "--title", "第二章 归舟");
  studio.cli("create", file, "--chapter", "2");
  studio.cli("plan", file, "--scene", "2", "--target", String(TARGET), "--synopsis", SYNOPSIS);
  return file;
}

/** The working text of a scene, as stored in the file. */
function textOf(studio: Studio, file: string, scene: number): string {
  const { text, draft } = studio.cli<Text>("text", file, "--scene", String(scene));
  return draft?.text ?? text;
}

/** The status of the proposal below the text: its length and its state. */
async function bar(app: Running): Promise<{ counted: number; state: string; hunks: number } | null> {
  return app.window.run(() => {
    const counter = document.querySelector("[data-testid=gate-counter]")?.textContent;
    if (counter === undefined || counter === null) return null;
    return {
      counted: Number(counter.replace(/\/.*/, "").replace(/\D/g, "")),
      state: document.querySelector("[data-testid=state]")?.textContent ?? "",
      hunks: document.querySelectorAll("[data-hunk]").length,
    };
  });
}

/** The text of the arriving proposal. */
async function arriving(app: Running): Promise<string> {
  return app.window.run(() =>
    [...document.querySelectorAll(".cm-proposal-paragraph")].map((one) => one.textContent).join("\n"),
  );
}

test("drafting with a model", { timeout: 400_000 }, async () => {
  const studio = await Studio.open();
  const server: ModelServer = await startModelServer(script);
  onTestFinished(() => server.close());
  const file = prepare(studio);
  let app: Running = await studio.drive([file]);
  let author = new Author(app.window, studio.display, "drafting");
  await author.goTo("第二章");
  await until("the planned scene is open", async () => (await author.text()).trim() === "");

  // Without a model: the message says what is missing, and one step leads to it.
  await author.command("起草本场景");
  await author.sees("还没有");
  await author.picture("no model");
  await author.press("其他服务商");
  await author.press("其他兼容服务");
  await author.fill("接口地址", server.url);
  await author.fill("名称", "夜航");
  await author.picture("new provider");
  await author.press("添加并测试");
  await author.sees("选一个模型");
  await author.picture("models of the server");
  await author.press(MODEL);
  await author.sees("是默认模型");
  await author.picture("tested");
  await app.window.press(KEY.escape);
  await author.left();

  // The first time, everything that will be sent is shown.
  await author.writes();
  await author.command("起草本场景");
  await author.sees("第一次把文字发给", "藤箱里落下的蓝布褂");
  await author.picture("what will be sent");
  expect((await server.requests()).some(({ body }) => JSON.stringify(body).includes("藤箱"))).toBe(false);
  await author.press("这个模型不超过");
  await author.press("同意并发送");
  await author.left();
  await until("the text comes in", async () => ((await bar(app))?.counted ?? 0) > 150);
  await author.picture("coming in");
  expect(textOf(studio, file, 2)).toBe("");
  await until("it is longer than wanted", async () => ((await bar(app))?.counted ?? 0) > TARGET * 1.1);
  await author.picture("longer than wanted");

  // The gate ends it at the end of a sentence, and the rest is on the shelf.
  await until("the changes are there", async () => (await bar(app))?.hunks === 3, 40_000);
  const ended = await bar(app);
  expect(ended?.state).toBe("到达上限，在句末收束");
  expect(ended?.counted).toBeGreaterThan(TARGET);
  expect(ended?.counted).toBeLessThanOrEqual(LIMIT);
  await author.sees("余稿");
  expect((await server.requests()).at(-1)?.ended?.how).toBe("client_closed");
  expect(textOf(studio, file, 2)).toBe("");
  await author.picture("to be decided");

  // Two of three. The first press leads to the first of them, which is out of sight: no one decides on what they
  // cannot see.
  const markedIsSeen = () =>
    app.window.run(() => {
      const hunk = document.querySelector(".cm-proposal-hunk.cm-proposal-current")?.getBoundingClientRect();
      const foot = document.querySelector("[data-testid=state]")?.getBoundingClientRect();
      return hunk !== undefined && foot !== undefined && hunk.top >= 0 && hunk.bottom <= foot.top;
    });
  await app.window.press(KEY.f9);
  await until("the first of them is in sight", markedIsSeen);
  await author.sees("采纳 0 · 拒绝 0");
  await author.picture("the first");
  await app.window.press(KEY.f9);
  await app.window.press(KEY.shift, KEY.f9);
  await author.sees("采纳 1 · 拒绝 1");
  await until("the third of them is in sight", markedIsSeen);
  await author.picture("one accepted, one rejected");
  await app.window.press(KEY.f9);
  await author.sees("已采纳");
  const [one = "", , three = ""] = PARAGRAPHS;
  const drafted = await until("the text is accepted", async () => {
    const text = textOf(studio, file, 2);
    return text.startsWith(one) ? text : null;
  });
  expect(drafted.split(/\n+/)).toHaveLength(2);
  expect(three.startsWith(drafted.split(/\n+/).at(-1) ?? "-")).toBe(true);
  await author.picture("accepted");

  // One step of undo, one of redo.
  await author.writes();
  await app.window.press(KEY.control, "z");
  await until("all of it is gone", async () => (await author.text()).trim() === "");
  await author.picture("undone");
  await app.window.press(KEY.control, KEY.shift, "z");
  await until("all of it is back", async () => (await author.text()).includes(one.slice(0, 40)));
  await app.window.press(KEY.control, "s");
  await author.kept("saved");
  expect(textOf(studio, file, 2)).toBe(drafted);

  // Its origin.
  await author.caret("behind", one.slice(0, 8));
  await author.command("这段文字从哪来");
  await author.sees(MODEL, "已采纳");
  await author.picture("receipt");

  // The power fails while a text arrives.
  await author.goTo("第一章");
  await until("the first scene is open", async () => (await author.text()).includes("三更"));
  await author.writes();
  await app.window.press(KEY.control, "j");
  await until("the text comes in", async () => (await arriving(app)).length > 200, 40_000);
  await author.picture("continuing");
  const seen = await arriving(app);
  await app.crash();
  await app.stop();
  const typed = textOf(studio, file, 1);
  expect(typed).not.toContain(seen.slice(0, 40));

  app = await studio.drive([file]);
  author = author.at(app.window);
  await author.sees("未处理的续写稿", "中断");
  await author.picture("after the loss of power");
  await author.press("查看");
  await until("its changes are there", async () => ((await bar(app))?.hunks ?? 0) > 0);
  await author.picture("found again");
  await author.press("全部采纳");
  await author.sees("已采纳");
  const found = await until("the text is accepted", () => {
    const text = textOf(studio, file, 1);
    return text.length > typed.length ? text.slice(typed.length).trim() : null;
  });
  expect(CONTINUED.startsWith(found)).toBe(true);
  expect(found.length).toBeGreaterThan(seen.trim().length - LOST);
  expect(await author.text()).toContain(found.slice(0, 40));
  await author.picture("kept");
});
