// The first hour with the program, on an empty machine, three times: an English novelist, a Chinese author, an editor.
// Each goes from the welcome page to an exported file, which is read and checked. With WENFANG_FIRST_HOUR=<folder>
// pictures of every step are stored there.
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OutlineView, ProjectInfo } from "../../src/ipc/types";
import { Newcomer } from "./newcomer";
import { counted } from "./novelist";
import { ROOT, Studio } from "./studio";

/** A real novel beside the repository, if there is one (see tests/src/corpus.rs). */
const PRIDE = join(ROOT, "../shared/corpus/pride-and-prejudice.en.raw.txt");

/** A chapter of ours, in which three people speak. */
const NIGHT = [
  "林晚照把灯挂上木桩，坐在船头等人。",
  "“你还在等？”周伯问。",
  "“等。”林晚照说。",
  "周伯摇了摇头，把烟袋磕在船帮上。“沈青禾不会来了。”",
  "林晚照没有答话。三年前的春天，沈青禾从这里上岸，说去南边找她的哥哥，秋天就回来。",
  "“周伯，”林晚照忽然问，“南边的雨也这样大么？”",
  "周伯想了想，说：“沈青禾信里写过，比这里还大。”",
  "半夜里，对岸有人喊船。林晚照站起来，听见沈青禾的声音。",
  "“是我。”沈青禾说，“我回来了。”",
];

test("an English novelist", { timeout: 120_000 }, async () => {
  // On a Chinese system, which replaces Latin fonts that are not installed by a Chinese one.
  const env = { FC_LANG: "zh-cn" };
  const studio = await Studio.open({ managed: true, settings: { language: "en" }, env });
  let author = new Newcomer(await studio.drive(), studio, "en", "novelist");
  await author.sees("No novel opened yet");
  await author.looks("welcome");
  const words = { create: "New novel…", title: "Title" };
  const first = () => author.types('"Don\'t go," she said -- "it\'s late..."');
  await author.begins(words, "Low Tide", first);
  const OPENING = "“Don’t go,” she said — “it’s late…”";
  await author.reads(OPENING);
  expect(await author.widestQuote(), "quotes of a Latin font").toBeLessThan(0.6);
  await author.kept("kept");
  await author.looks("first words");

  // Emphasis, by its key.
  author.types(" He was not");
  await author.reads(`${OPENING} He was not`);
  author.keys("ctrl+shift+Left", "ctrl+i");
  await author.reads(`${OPENING} He was *not*`);
  author.keys("ctrl+End");
  author.types(" moved.");
  // Marks are hidden away from the caret.
  await author.reads(`${OPENING} He was not moved.`);

  // A new scene, whose text is typed at once.
  author.keys("ctrl+alt+n");
  author.types("Morning came.");
  await author.reads("Morning came.");
  await author.kept("kept");
  await author.command("About This Chapter");
  // The scene has such a field too, which may be there before the chapter's.
  await author.offers("Chapter title");
  await author.fill("Target length", "1000");
  await author.writes();
  expect(await author.agree("Chapter 1", "As Word counts")).toBe(12);
  await author.shows("12 / 1,000 words");
  await author.looks("target");

  // Another chapter, and back; the last key is undone there.
  author.keys("ctrl+shift+n");
  await author.names("Chapter 2");
  author.types("Winter.");
  await author.reads("Winter.");
  author.keys("ctrl+Prior");
  await author.reads(`${OPENING} He was not moved.`);
  author.keys("ctrl+shift+Next");
  await author.reads("Morning came.");
  author.types("!");
  await author.reads("Morning came.!");
  author.keys("ctrl+z");
  await author.reads("Morning came.");
  author.keys("ctrl+Next");
  await author.reads("Winter.");
  expect(await author.agree("Chapter 2", "As Word counts")).toBe(1);
  await author.looks("second chapter");

  // Exported through the dialog.
  const out = studio.path("Low Tide.txt");
  await author.exports(
    {
      command: "Export Manuscript…",
      choices: ["Plain text"],
      act: "Export",
      done: "Exported",
      close: "Done",
    },
    out,
  );
  expect(readFileSync(out, "utf8")).toBe(
    `Low Tide\n\n\n\n\nChapter 1\n\n${OPENING} He was not moved.\n\n* * *\n\nMorning came.\n\n\nChapter 2\n\nWinter.\n`,
  );

  // A large interface in a small window.
  await author.shrinks();
  await author.command("Chapter 1");
  await author.reads(`${OPENING} He was not moved.`);
  await author.looks("text");
  await author.command("Export Manuscript…");
  await author.covered();
  await author.looks("export");
  author.keys("Escape");
  await author.left();
  author.keys("ctrl+h");
  await author.sees("Replace all");
  await author.looks("replace");
  await author.leavesFind();
  author.keys("ctrl+n");
  await author.covered();
  await author.looks("new novel");
  author.keys("Escape");
  await author.left();
  await author.writes();

  // Closed and opened again: the text and the caret are as they were.
  author.keys("ctrl+Home", "Right", "Right", "Right");
  author = await author.comesBack();
  await author.reads(`${OPENING} He was not moved.`);
  author.types("x");
  await author.reads(`“Dox${OPENING.slice(3)} He was not moved.`);
  expect(author.cramped).toEqual({});
});

test("a Chinese author", { timeout: 120_000 }, async () => {
  const studio = await Studio.open({ managed: true, settings: { language: "zh" } });
  const author = new Newcomer(await studio.drive(), studio, "zh", "author");
  await author.sees("还没有打开过作品");
  await author.looks("welcome");
  const opening = "雾来得比天黑还早。";
  await author.begins({ create: "新建作品…", title: "书名" }, "夜渡", () => author.window.type(opening));
  await author.reads(opening);
  await author.kept("kept");

  // Pasted from elsewhere: here, from another field.
  await author.command("本章信息");
  await author.fill("梗概", NIGHT.join("\n"));
  author.keys("ctrl+a", "ctrl+x");
  await author.holds("梗概", "");
  await author.writes();
  author.keys("Return", "ctrl+v");
  const lines = [opening, ...NIGHT];
  await author.reads(lines.join("\n"));
  await author.kept("kept");
  expect(await author.agree("第一章", "字数")).toBe(counted(lines.join("")));
  await author.looks("pasted");

  // The names in it become people.
  await author.command("还没记下的名字…");
  await author.sees("可能是新名字", "3 个");
  await author.looks("names");
  await author.press("全部记为人物");
  await author.sees("已建 3 张卡片");
  await author.press("关闭");
  await author.left();
  await author.command("卡片列表");
  await author.sees("林晚照", "沈青禾", "周伯");
  await author.looks("cards");

  // A plan, then the chapter is completed on this machine.
  await author.command("本章信息");
  await author.fill("目标字数", "1000");
  await author.fill("梗概", "林晚照在渡口等沈青禾。");
  await author.writes();
  await author.shows(`${counted(lines.join(""))} / 1,000 字`);
  await author.looks("plan");
  await author.command("完成本章");
  await author.completed();
  await author.looks("completed");
  await author.command("问题");
  await author.sees(`目标篇幅 1,000，现在 ${counted(lines.join(""))}。`);
  await author.looks("findings");

  const out = studio.path("夜渡.txt");
  await author.exports(
    { command: "导出书稿…", choices: ["纯文本"], act: "导出", done: "导出完成", close: "完成" },
    out,
  );
  expect(readFileSync(out, "utf8")).toBe(`夜渡\n\n\n\n\n第一章\n\n${lines.join("\n")}\n`);

  await author.shrinks();
  await author.looks("findings");
  await author.command("还没记下的名字…");
  await author.sees("没有找到");
  await author.looks("names");
  author.keys("Escape");
  await author.left();
  await author.command("本章信息");
  await author.looks("plan");
  expect(author.cramped).toEqual({});
});

test("an editor", { timeout: 150_000 }, async () => {
  const studio = await Studio.open({ managed: true, settings: { language: "en" } });
  const author = new Newcomer(await studio.drive(), studio, "en", "editor");
  const source = book(studio);
  const file = studio.path("Pride and Prejudice.wenfang");
  await author.sees("No novel opened yet");
  studio.answers(source, file);
  await author.press("Import a book…");
  await author.press("Choose a file…");
  await author.sees("To review", "Create and import");
  const preview = await author.preview();
  await author.fill("Title", "Pride and Prejudice");
  await author.looks("import");
  await author.press("Create and import");
  await author.sees("Imported", `${figure(preview.words)} words in all`);
  await author.looks("imported");
  await author.press("Go to the first chapter");
  await author.left();

  // One figure, wherever it is shown.
  const { volumes } = studio.cli<OutlineView>("outline", file);
  const chapters = volumes.flatMap((volume) => volume.chapters);
  // The text before the first heading is passed over.
  const first = chapters.findIndex(({ title }) => title !== "Front matter");
  const second = chapters[first + 1];
  await author.reaches(chapters[first]?.title ?? "");
  expect(chapters).toHaveLength(preview.chapters);
  expect(sum(chapters.map(({ counts }) => counts.word))).toBe(preview.words);
  expect(studio.cli<ProjectInfo>("info", file).counts.word).toBe(preview.words);
  author.keys("ctrl+Next");
  await author.reaches(second?.title ?? "");
  await author.command("About This Chapter");
  expect(await author.agree(second?.title ?? "", "As Word counts")).toBe(second?.counts.word);
  await author.command("Writing Statistics");
  await author.sees("Words (as Word counts)");
  expect(await author.listed("Words (as Word counts)")).toBe(preview.words);
  await author.looks("statistics");
  await author.press("Back to the text");
  await author.writes();
  const exporting = { command: "Export Manuscript…", act: "Export", done: "Exported", close: "Done" };
  const whole = studio.path("whole.txt");
  await author.exports({ ...exporting, choices: ["Plain text"] }, whole);
  const exported = readFileSync(whole, "utf8");
  // As `wc -w` counts them; titles are not words of the text.
  const titles = ["Pride and Prejudice", ...chapters.map(({ title }) => title)].join(" ");
  const words = wordsOf(exported).length - wordsOf(titles).length;
  expect(Math.abs(words / preview.words - 1)).toBeLessThan(0.005);

  // A checkpoint; then a name is replaced in the whole book, as a whole word.
  await author.command("New Checkpoint…");
  await author.fill("Name", "Before the names");
  await author.press("Create");
  await author.left();
  await author.command("Replace in Book…");
  await author.fill("Find", "Bennet");
  await author.press("Match case");
  await author.press("Whole words");
  await author.fill("Replace with", "Barlow");
  const bennet = /(?<![\p{L}\p{N}])Bennet(?![\p{L}\p{N}])/gu;
  const places = exported.match(bennet)?.length ?? 0;
  expect(exported.match(/Bennet/g)?.length).toBeGreaterThan(places);
  await author.sees(`${figure(places)} matches in`);
  await author.looks("matches");
  await author.press("Replace all");
  await author.sees(`Replace ${figure(places)} matches in`);
  await author.looks("question");
  await author.press("Replace All");
  await author.sees(`Replaced ${figure(places)} matches in`);
  await author.leavesFind();
  await author.command("Compare with Latest Checkpoint");
  await author.sees("Before the names", "Current novel");
  await author.looks("compared");
  await author.press("Restore “Before the names”");
  await author.sees("texts change");
  await author.looks("restore");
  await author.press("Restore");
  await author.sees("Undo restore");
  await author.left();

  // One file per chapter: the book is as it was before.
  const folder = studio.path("chapters");
  mkdirSync(folder);
  await author.exports({ ...exporting, choices: ["Plain text", "One file per chapter"] }, folder);
  const files = readdirSync(folder).sort();
  expect(files).toHaveLength(preview.chapters);
  const texts = files.map((name) => readFileSync(join(folder, name), "utf8"));
  expect(wordsOf(texts.join("\n"))).toEqual(wordsOf(exported));

  await author.shrinks();
  await author.looks("compared");
  await author.command("Writing Statistics");
  await author.looks("statistics");
  await author.press("Back to the text");
  await author.writes();
  await author.command("Replace in Book…");
  await author.sees("matches in");
  await author.looks("matches");
  await author.leavesFind();
  studio.answers(source);
  await author.command("Import a Book…");
  await author.press("Choose a file…");
  await author.sees("To review");
  await author.looks("import");
  author.keys("Escape");
  await author.left();
  expect(author.cramped).toEqual({});
});

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const figure = (value: number) => value.toLocaleString("en-US");

/** A real novel beside the repository, or a short one of ours in its form. */
function book(studio: Studio): string {
  if (existsSync(PRIDE)) return PRIDE;
  console.warn(`Pride and Prejudice is not there (${PRIDE}): a short novel stands in for it`);
  const chapter = (number: string) =>
    `CHAPTER ${number}.\n\n\nMr. Bennet looked at the tide, and the Bennets looked at him.\n\n` +
    "“It will turn,” said Mrs. Bennet, who had\nwaited for it since the morning.\n\n\n";
  studio.write("novel.txt", ["I", "II", "III", "IV", "VI"].map(chapter).join("\n"));
  return studio.path("novel.txt");
}
