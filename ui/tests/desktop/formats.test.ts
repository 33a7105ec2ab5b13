// A Scrivener project and a Word document with comments, in the real window: imported, commented, exported as Word and as
// EPUB, and opened again as novels of their own; with files dragged from another window. Real keys type at once after each
// act. With WENFANG_FIRST_HOUR=<folder> pictures of every step are stored there.
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as comments from "../../src/features/comments/words";
import * as reading from "../../src/features/reading/words";
import * as transfer from "../../src/features/transfer/words";
import * as welcome from "../../src/features/welcome/words";
import type { Comments, OutlineView } from "../../src/ipc/types";
import { type ScrivenerWords, scrivenerProject, type WordWords, wordDocument } from "./foreign";
import { Newcomer } from "./newcomer";
import { end, start, until } from "./processes";
import { BINARY, LOG, ROOT, Studio } from "./studio";

/** A program whose window files are dragged from. */
const SOURCE = resolve(process.env.DRAG_SOURCE ?? join(ROOT, "target/debug/examples/drag-source"));

interface Story {
  language: "zh" | "en";
  theme: "light" | "dark";
  project: ScrivenerWords;
  document: WordWords;
  /** A passage of the document, and what is said about it. */
  passage: string;
  remark: string;
  /** What is typed at once after an act. */
  typed: readonly [string, string, string];
  /** The name of the language, and its full stop. */
  named: string;
  stop: string;
}

const ZH: Story = {
  language: "zh",
  theme: "light",
  project: {
    title: "渡口",
    chapter: "第一章 雾",
    text: ["雾散以前，", "灯灭了一回", "。老周没有去看。"],
    comment: "为什么灭？",
    second: "天亮时船已经靠岸。",
    person: "老周",
  },
  document: {
    heading: "第二章 归舟",
    text: ["她把信放在", "灯下", "，读了三遍。"],
    comment: "信是谁写的？",
    reply: "下一章说。",
    editor: "林编",
    ruby: ["渡頭", "わたし"],
    note: "信写于三月。",
  },
  passage: "读了三遍",
  remark: "改成两遍。",
  typed: ["那一年", "后来", "春天"],
  named: "中文",
  stop: "。",
};

const EN: Story = {
  language: "en",
  theme: "dark",
  project: {
    title: "Low Tide",
    chapter: "Chapter 1",
    text: ["Before the fog lifted, ", "the lamp went out", " once. Nobody looked."],
    comment: "Why does it go out?",
    second: "By morning the boat was in.",
    person: "Marsh",
  },
  document: {
    heading: "Chapter 2",
    text: ["She put the letter ", "under the lamp", ", and read it three times."],
    comment: "Who wrote it?",
    reply: "See the next chapter.",
    editor: "Anne",
    ruby: ["Kyoto", "capital"],
    note: "Written in March.",
  },
  passage: "three times",
  remark: "Make it twice.",
  typed: ["That year ", "Later ", "Spring. "],
  named: "English",
  stop: ".",
};

const pick = <T>(language: Story["language"], zh: T, en: T): T => (language === "zh" ? zh : en);

const wordsOf = ({ language }: Story) => ({
  ...pick(language, transfer.zh, transfer.en),
  comments: pick(language, comments.zh, comments.en),
  reading: pick(language, reading.zh, reading.en),
  welcome: pick(language, welcome.zh, welcome.en),
});

/** The text of every scene in reading order, by its chapter. */
function texts(studio: Studio, novel: string): { chapter: string; text: string }[] {
  const { volumes } = studio.cli<OutlineView>("outline", novel);
  return volumes
    .flatMap((volume) => volume.chapters)
    .flatMap(({ title, scenes }) =>
      scenes.map(({ id }) => ({ chapter: title, text: studio.stored(novel, id).trim() })),
    );
}

/** What is written in the comments, in reading order. */
function remarks(studio: Studio, novel: string) {
  const { comments } = studio.cli<Comments>("comment", "list", novel);
  return comments.map(({ text, quote, state, replies }) => ({
    text,
    quote,
    state,
    replies: replies.map((reply) => reply.text),
  }));
}

/** Imports a text as a new novel from the welcome page; returns its file. */
async function begins(
  author: Newcomer,
  story: Story,
  source: string,
  kind: "file" | "folder",
  title: string,
) {
  const words = wordsOf(story);
  const file = author.studio.path(`${title}.wenfang`);
  author.studio.answers(source, file);
  await author.press(words.welcome.importText);
  await author.covered();
  await author.press(kind === "file" ? words.import.file : words.import.folder);
  await author.sees(story.project.chapter, words.import.createAndImport);
  await author.fill(words.import.novel, title);
  // Too short a text for its language to be told.
  await author.press(story.named);
  await author.looks(`preview ${title}`);
  await author.press(words.import.createAndImport);
  await author.sees(words.import.done);
  await author.looks("imported");
  await author.press(words.import.go);
  await author.left();
  return file;
}

async function formats(story: Story): Promise<void> {
  const { language, theme, project, document: file, typed } = story;
  const words = wordsOf(story);
  const name = `formats ${language} ${theme}`;
  const studio = await Studio.open({ managed: true, settings: { language, theme } });
  const app = await studio.drive();
  const author = new Newcomer(app, studio, language, name);
  const novel = await begins(
    author,
    story,
    scrivenerProject(studio.folder, project),
    "folder",
    project.title,
  );

  // Typed at once, with the comment of Scrivener carried along.
  await author.window.type(typed[0]);
  await author.reads(typed[0] + project.text.join(""));
  await author.select(project.text[0].trim());
  studio.display.xdotool("key", "ctrl+alt+m");
  await author.covered();
  await author.window.type(story.remark);
  await author.looks("comment");
  author.keys("Return");
  await author.left();
  author.keys("Home");
  await author.window.type(typed[1]);
  await author.reads(typed[1] + typed[0] + project.text.join(""));
  await author.kept("kept");

  // The comments, one of them done.
  await author.command(words.comments.commands.show);
  await author.sees(project.comment, story.remark);
  await author.looks("comments");
  await until("the comment is open", () =>
    author.window.click(
      (said) =>
        [...document.querySelectorAll<HTMLElement>("[data-entry] button")].find((row) =>
          row.textContent?.includes(said),
        ),
      project.comment,
    ),
  );
  await author.press(words.comments.done);
  await until("a comment is done", () =>
    remarks(studio, novel).some(({ text, state }) => text === project.comment && state === "done"),
  );
  await author.looks("comment done");
  await author.writes();
  await author.window.type(story.stop);
  await author.kept("kept");

  // A document with comments into the same novel.
  const source = studio.path(language === "zh" ? "归舟.docx" : "The way back.docx");
  writeFileSync(source, wordDocument(file));
  studio.answers(source);
  await author.command(words.commands.import);
  await author.press(words.import.file);
  await author.sees(file.heading);
  await author.looks("preview of a document");
  await author.press(words.import.submit);
  await author.sees(words.import.done);
  await author.press(words.import.go);
  await author.left();
  await author.window.type(typed[2]);
  await until("the text is that of the document", async () =>
    (await author.written()).startsWith(typed[2] + file.text[0]),
  );
  await author.select(story.passage);
  author.keys("ctrl+alt+m");
  await author.covered();
  await author.window.type(story.remark);
  author.keys("Return");
  await author.left();
  author.keys("ctrl+End");
  await author.window.type(story.stop);
  await author.kept("kept");
  await author.looks("margin signs");
  await author.command(words.reading.commands.open);
  await author.covered();
  await author.sees(file.ruby[1]);
  await author.looks("reading");
  author.keys("Escape");
  await author.left();

  // Everything is there as it was written.
  const written = texts(studio, novel);
  expect(written.map(({ chapter }) => chapter)).toEqual([project.chapter, project.chapter, file.heading]);
  const last = written.at(-1)?.text ?? "";
  expect(last).toContain(`｜${file.ruby[0]}《${file.ruby[1]}》`);
  expect(last).toContain(`^[${file.note}]`);
  const noted = remarks(studio, novel);
  expect(noted.map(({ text, quote }) => [text, quote])).toEqual([
    [story.remark, project.text[0].trim()],
    [project.comment, project.text[1]],
    [file.comment, file.text[1]],
    [story.remark, story.passage],
  ]);
  expect(noted.map(({ state }) => state)).toEqual(["open", "done", "open", "open"]);
  expect(noted[2]?.replies).toEqual([file.reply]);

  // Out, and in again as novels of their own.
  const exporting = { command: words.commands.export, act: words.export.submit, done: words.export.done };
  const files = { docx: studio.path("out.docx"), epub: studio.path("out.epub") };
  const choices = {
    docx: [words.export.formats.docx, words.export.comments],
    epub: [words.export.formats.epub],
  };
  for (const format of ["docx", "epub"] as const) {
    await author.exports(
      { ...exporting, choices: choices[format], close: words.export.close },
      files[format],
    );
    await author.window.type(" ");
    await author.kept("kept");
  }
  expect(author.cramped).toEqual({});
  await app.stop();
  for (const format of ["docx", "epub"] as const) {
    const again = await Studio.open({ managed: true, settings: { language, theme } });
    const reader = new Newcomer(await again.drive(), again, language, `${name} ${format}`);
    const copy = await begins(reader, story, files[format], "file", `${project.title} 2`);
    const back = texts(again, copy);
    if (format === "docx") {
      expect(back).toEqual(written);
      expect(remarks(again, copy)).toEqual(noted);
    } else {
      // An EPUB's title page still comes back as a chapter, so only the texts are compared.
      const words = (all: typeof back) => all.map(({ text }) => text).filter((text) => text !== "");
      expect(words(back)).toEqual(words(written));
    }
    await reader.window.type(typed[0]);
    await until("the word is in the text", async () => (await reader.written()).includes(typed[0].trim()));
  }
}

test("a Chinese author", { timeout: 400_000 }, () => formats(ZH));

test("an English author", { timeout: 400_000 }, () => formats(EN));

/** Drags from the other window to the middle of ours; `look` runs while the pointer is there. */
async function drag(studio: Studio, what: readonly string[], look: () => Promise<void>): Promise<void> {
  const { display } = studio;
  const source = start(SOURCE, what, studio.env, LOG);
  try {
    const from = await display.window("drag-source");
    display.xdotool("windowmove", "--sync", from, "20", "760");
    display.xdotool("mousemove", "--window", from, "60", "40", "mousedown", "1");
    for (const [x, y] of [
      [200, 700],
      [400, 500],
      [600, 330],
      [640, 320],
      [642, 322],
    ]) {
      display.xdotool("mousemove", String(x), String(y));
      await new Promise((done) => setTimeout(done, 150));
    }
    await look();
    display.xdotool("mouseup", "1");
  } finally {
    await new Promise((done) => setTimeout(done, 300));
    await end(source);
  }
}

test("files dropped on the window", { timeout: 300_000 }, async () => {
  if (!existsSync(SOURCE)) throw new Error(`${SOURCE} is not built: see tests/desktop/README.md`);
  expect(BINARY).toBeTruthy();
  const words = wordsOf(ZH);
  const studio = await Studio.open({ managed: true, settings: { language: "zh", theme: "light" } });
  onTestFinished(() => studio.display.xdotool("mouseup", "1") as unknown as undefined);
  const author = new Newcomer(await studio.drive(), studio, "zh", "dropped");
  await author.sees(words.welcome.importText);
  const folder = scrivenerProject(studio.folder, ZH.project);
  const said = words.drop.import.replace("{{name}}", `${ZH.project.title} 2026-11`);
  await drag(studio, [folder], async () => {
    await author.sees(said);
    await author.picture("over");
  });
  await author.sees(ZH.project.chapter);
  expect(await author.isShown(said)).toBe(false);
  studio.answers(studio.path("渡口.wenfang"));
  await author.press(words.import.createAndImport);
  await author.sees(words.import.done);
  await author.press(words.import.go);
  await author.left();
  await author.window.type("夜。");
  await author.reads(`夜。${ZH.project.text.join("")}`);

  // A file that cannot be read says why; nothing is imported.
  studio.write("扫描.pdf", "%PDF-1.7\n\0\0\0");
  await drag(studio, [studio.path("扫描.pdf")], () => author.sees("扫描.pdf"));
  await author.covered();
  await author.sees(words.import.title);
  await author.looks("refused");
  author.keys("Escape");
  await author.left();

  // Two files at once are refused in words.
  await drag(studio, [folder, studio.path("扫描.pdf")], () => author.sees(words.drop.several));
  await author.sees(words.drop.several);
});
