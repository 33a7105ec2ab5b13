// Books of 300 chapters, as the command line writes them, satisfy a checker of EPUB without an error or a warning.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EpubCheck } from "@likecoin/epubcheck-ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLI } from "./studio";

const CHAPTERS = 300;
const CHAPTERS_OF_VOLUME = 100;
/** A picture of one pixel. */
const COVER =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const folder = mkdtempSync(join(tmpdir(), "wenfang-epub-"));
const project = join(folder, "novel.wenfang");
const cover = join(folder, "cover.png");

function wenfang(...args: string[]): void {
  execFileSync(CLI, args, { env: { ...process.env, WENFANG_HOME: join(folder, "home") } });
}

/** A chapter with every mark, in the Markdown that imports read. */
function chapter(number: number): string {
  return [
    `## 第${number}章 渡口 <${number}> & “灯”`,
    `他想，*快走*！墙上是**系统**和｜饕餮《tāo tiè》，《《绝不》》回头^[第 ${number} 夜，见*旧志*。]。`,
    ">> 渡口 <<",
    "> 见字如面。",
    "***",
    `雾散了 & 天亮了 <${number}>。^[另一条注。]`,
  ].join("\n\n");
}

beforeAll(() => {
  const chapters = Array.from({ length: CHAPTERS }, (_, at) =>
    at % CHAPTERS_OF_VOLUME === 0
      ? `# 第${at / CHAPTERS_OF_VOLUME + 1}卷 雾\n\n${chapter(at + 1)}`
      : chapter(at + 1),
  );
  const source = join(folder, "novel.md");
  writeFileSync(source, chapters.join("\n\n"));
  writeFileSync(cover, Buffer.from(COVER, "base64"));
  wenfang("new", project, "--title", "渡口 & 灯", "--author", "林河");
  wenfang("import", project, source);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOOKS: [string, string[]][] = [
  ["from left to right", []],
  ["with a cover and a label", ["--cover", cover, "--ai-label", "本书部分内容由人工智能生成"]],
  ["from top to bottom, with a cover", ["--vertical", "--cover", cover]],
  [
    "from top to bottom, with a label and numbers",
    ["--vertical", "--numbers", "--ai-label", "AI <辅助> & 人工"],
  ],
];

test.each(BOOKS)("a book %s is valid", async (_, options) => {
  const out = join(folder, "novel.epub");
  wenfang("export", project, out, "--format", "epub", "--overwrite", ...options);
  const book = readFileSync(out);
  const { messages, valid } = await EpubCheck.validate(book);
  const faults = messages.filter(({ severity }) => !["info", "usage"].includes(severity));
  expect(faults.slice(0, 5)).toEqual([]);
  expect(valid).toBe(true);
  // The checker read all of it.
  expect(book.includes(`c0${CHAPTERS}.xhtml`)).toBe(true);
});

test("a damaged book is not valid", async () => {
  const out = join(folder, "novel.epub");
  wenfang("export", project, out, "--format", "epub", "--overwrite");
  const book = readFileSync(out);
  const at = book.indexOf("application/epub+zip");
  book.write("application/epub+zap", at);
  expect((await EpubCheck.validate(book)).valid).toBe(false);
});
