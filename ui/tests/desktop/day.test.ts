// A day of an author in the real window, from a new novel to its export, with a power failure in between. Pictures of
// every step are stored in target/desktop/.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Author } from "./author";
import { until } from "./processes";
import { watchSockets } from "./sockets";
import { ROOT, Studio } from "./studio";
import { KEY } from "./webdriver";

/** A real novel beside the repository, if there is one (see tests/src/corpus.rs). */
const DREAM = join(ROOT, "../shared/corpus/hongloumeng.zh-Hans.txt");

/** The import: 红楼梦, or a short novel in its format. */
function novel(studio: Studio): { path: string; chapters: number } {
  if (existsSync(DREAM)) return { path: DREAM, chapters: 120 };
  console.warn(`红楼梦 is not there (${DREAM}): a short novel stands in for it`);
  const sample = readFileSync(join(ROOT, "samples/渡口.md"), "utf8").replaceAll(/^#+ .*$/gm, "");
  const path = studio.path("novel.txt");
  const numbers = [..."一二三四五六七八九"];
  writeFileSync(path, numbers.map((number) => `第${number}回 夜渡\n\n${sample}\n`).join("\n"));
  return { path, chapters: numbers.length };
}

test("a day of writing", { timeout: 400_000 }, async () => {
  const studio = await Studio.open();
  const source = novel(studio);
  const file = studio.path("红楼梦.wenfang");
  let app = await studio.drive();
  let author = new Author(app.window, studio.display, "day");
  let sockets = watchSockets(app);

  // A new novel, and the text of another one imported into it.
  await author.sees("看看示例《渡口》");
  await author.picture("welcome");
  studio.answers(file);
  await author.press("新建作品");
  await author.fill("书名", "红楼梦");
  await author.picture("new novel");
  await author.press("新建");
  await author.writes();
  expect(existsSync(file)).toBe(true);
  studio.answers(source.path);
  await author.command("导入文稿");
  await author.press("选择文件");
  await author.sees(`${source.chapters} 章 ·`);
  await author.picture("import");
  await author.press(`导入 ${source.chapters} 章`);
  await author.sees("导入完成");
  await author.press("完成");

  // Writing: 字数 follows, and the draft is stored.
  await author.goTo("第三回");
  const before = await until("the chapter is counted", () => author.words());
  const typed = "宝玉看罢，因笑道：这个妹妹我曾见过的。";
  await app.window.press(KEY.enter);
  await app.window.type(typed);
  await app.window.insert("𠮷𡨚🏮");
  // 19 typed and 3 inserted: every visible character counts.
  await until("字数 follow", async () => (await author.words()) === before + [...typed].length + 3);
  await author.kept("kept");
  expect(await author.text()).toContain(`${typed}𠮷𡨚🏮`);
  await author.picture("written");
  expect(await sockets.stop()).toEqual([]);

  // The power fails. The stored text is there again, in the same place.
  await app.crash();
  await app.stop();
  app = await studio.drive();
  author = author.at(app.window);
  sockets = watchSockets(app);
  await author.sees("第三回");
  await until("the words are there again", async () => (await author.text()).includes(`${typed}𠮷𡨚🏮`));
  await author.picture("after the loss of power");
  expect(await author.words()).toBe(before + [...typed].length + 3);

  // Saving, by its keys and from the palette.
  await author.writes();
  await app.window.press(KEY.control, "s");
  await author.kept("saved");
  await app.window.type("黛玉低头不语。");
  await author.kept("kept");
  await author.command("保存");
  await author.kept("saved");

  // A comparison of two versions.
  await author.writes();
  await app.window.type("众人都笑了。");
  await author.kept("kept");
  await author.command("与上一版本对比");
  await author.sees("众人都笑了。");
  await until("the change is marked", () =>
    app.window.run(() => document.querySelector("[aria-label=版本对比], .cm-content") !== null),
  );
  await author.picture("versions compared");
  await app.window.press(KEY.escape);
  await author.writes();

  // A checkpoint; then three scenes are changed.
  await author.command("新建存档点");
  await author.fill("名称", "修订前");
  await author.press("新建");
  await author.left();
  const changed = ["第五回", "第六回", "第七回"];
  for (const chapter of changed) {
    await author.goTo(chapter);
    await app.window.type("（修订：此处要改）");
    await author.kept("kept");
  }
  await author.command("与最近的存档点对比");
  await author.sees("修订前", "现在的作品", "文字 · 3", "第五回", "第六回", "第七回");
  await author.picture("checkpoint compared");

  // Restores it: the changes are shown first, and the restore can be undone.
  await author.press("恢复到“修订前”");
  await author.sees("3 个场景的文字改变");
  await author.picture("restore, looked at first");
  await author.press("恢复");
  await author.sees("撤销恢复");
  await author.left();
  await author.picture("restored");
  await author.goTo("第五回");
  await until("the text is as before", async () => !(await author.text()).includes("修订：此处要改"));
  await author.press("撤销恢复");
  await author.sees("已撤销恢复");
  await until("the text is as after", async () => (await author.text()).includes("修订：此处要改"));
  await author.picture("restore undone");

  // Exports: as text and as Markdown.
  for (const [format, name] of [
    ["纯文本", "书稿.txt"],
    ["Markdown", "书稿.md"],
  ] as const) {
    const out = studio.path(name);
    studio.answers(out);
    await author.command("导出书稿");
    await author.press(format);
    await author.press("导出");
    await author.sees("导出完成");
    await author.picture(`exported ${name.slice(-3)}`);
    await author.press("完成");
    await author.left();
    const exported = readFileSync(out, "utf8");
    expect(exported).toContain(`${typed}𠮷𡨚🏮`);
    expect(exported).toContain("黛玉低头不语。");
    expect(exported.split("修订：此处要改").length - 1).toBe(changed.length);
  }

  expect(await sockets.stop()).toEqual([]);
  await app.stop();
});
