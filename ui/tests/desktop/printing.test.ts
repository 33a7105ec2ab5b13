// A novel printed from the real window: through the system's print dialog to a PDF, whose pages hold the novel's words.
// With WENFANG_FIRST_HOUR=<folder> pictures of every step are stored there.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import * as printing from "../../src/features/printing/words";
import type { Settings } from "../../src/ipc/types";
import { Newcomer } from "./newcomer";
import { until } from "./processes";
import { Studio } from "./studio";

const { zh } = printing;
const NOVEL = [
  "第一卷 雾",
  "第一章 灯",
  "雾散以前，｜渡頭《わたし》的灯灭了一回^[那年三月。]。",
  "老周*没有*去看。",
  "第二章 船",
  "船来了。",
].join("\n");
/** What the window shows of the first chapter, away from the caret. */
const SHOWN = "雾散以前，渡頭《わたし》的灯灭了一回那年三月。。\n老周没有去看。";
/** The first chapter on paper: readings and notes beside their words, in the order in which `pdftotext` meets them. */
const CHAPTER = plain("第一章灯 わたし 雾散以前，渡頭的灯灭了一回1。 老周没有去看。 1 那年三月。");

test("a book is printed with its title and its chapters", { timeout: 120_000 }, async () => {
  const { author, print } = await opened();
  await author.command(zh.commands.print);
  await author.covered();
  await author.looks("print");
  expect(await print()).toEqual(["渡口", "第一卷雾", CHAPTER, plain("第二章船 船来了。")]);
  await author.press(zh.close);
  await author.left();
  // The text goes on at once.
  await author.window.type("后来");
  await author.sees("后来雾散以前");
});

test("a chapter is printed in vertical lines, on white paper in a dark window", {
  timeout: 120_000,
}, async () => {
  const { author, print } = await opened({ theme: "dark" });
  await author.command(zh.commands.print);
  await author.covered();
  await author.press(zh.scopes.chapter);
  await author.press(zh.vertical);
  const pages = await print(isWhite);
  // `pdftotext` reads across the lines.
  const letters = (text: string) => [...text].sort().join("");
  expect(pages.map(letters)).toEqual([letters(CHAPTER)]);
});

async function opened(settings: Partial<Settings> = {}) {
  const studio = await Studio.open({ managed: true, settings });
  const novel = studio.path("渡口.wenfang");
  studio.write("渡口.txt", NOVEL);
  // The dialog offers a file in the folder for documents.
  mkdirSync(studio.path("config"), { recursive: true });
  studio.write("config/user-dirs.dirs", `XDG_DOCUMENTS_DIR="${studio.folder}"\n`);
  studio.cli("new", novel, "--title", "渡口");
  studio.cli("import", novel, studio.path("渡口.txt"));
  const author = new Newcomer(await studio.drive([novel]), studio, "zh", "printing");
  await author.reads(SHOWN);
  /** Prints into a file, which `look` sees; the words of its pages. */
  const print = async (look?: (file: string) => void) => {
    await author.press(zh.submit);
    const dialog = await studio.display.window("^Print$");
    // The first of its printers is a file.
    studio.display.xdotool("windowactivate", "--sync", dialog);
    studio.display.xdotool("mousemove", "--window", dialog, "80", "107", "click", "1");
    author.keys("Return");
    const isPdf = (name: string) => name.endsWith(".pdf");
    const made = await until("a PDF was written", () => readdirSync(studio.folder).find(isPdf));
    const pages = await until("the PDF is complete", () => pagesOf(studio.path(made)));
    look?.(studio.path(made));
    return pages;
  };
  return { author, print };
}

/** Checks that the middle of the first page, which has no words, is white. */
function isWhite(file: string): void {
  const picture = execFileSync("pdftoppm", ["-gray", "-r", "9", "-singlefile", file]);
  expect(picture.at(picture.length / 2)).toBe(255);
}

/** The words of each page of a PDF, without spaces; null while it is written. */
function pagesOf(file: string): string[] | null {
  if (!existsSync(file)) return null;
  try {
    const text = execFileSync("pdftotext", [file, "-"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return text.split("\f").slice(0, -1).map(plain);
  } catch {
    return null;
  }
}

/** A text without spaces. A font may have the same picture for a letter and for a radical: they are equal. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(/\s+/gu, "");
}
