// Mending in the real window: one finding is mended with a key, undone, redone and there after a restart; an author who
// types at once after every act loses no word.
import { expect, test } from "vitest";
import { Author } from "./author";
import { until } from "./processes";
import { type Running, Studio } from "./studio";
import { KEY } from "./webdriver";

const LINES = ["那一夜的雾到三更才散。", "他站着,没有说话。", "灯灭了,船也走了。", "雨停了,天还没有亮。"];

interface Text {
  text: string;
  draft: { text: string } | null;
}

/** A novel of one chapter with half-width commas, which a rule corrects. */
function prepare(studio: Studio, lines: readonly string[] = LINES): string {
  const file = studio.path("渡口.wenfang");
  studio.write("渡口.txt", `第一章 雾散\n\n${lines.join("\n\n")}\n`);
  studio.cli("new", "--title", "渡口", file);
  studio.cli("import", file, studio.path("渡口.txt"));
  studio.cli("rules", file, "--on", "punctuation");
  return file;
}

function textOf(studio: Studio, file: string): string {
  const { text, draft } = studio.cli<Text>("text", file, "--scene", "1");
  return draft?.text ?? text;
}

const shows = (author: Author, lines: readonly string[]) =>
  until(`the text is “${lines.at(-1)}”`, async () => (await lineWords(author)) === lines.join("\n"));

/** The lines of the text without what changes show in them. */
const lineWords = (author: Author) =>
  author.window.run(() =>
    [...document.querySelectorAll("main .cm-content .cm-line")]
      .map((line) => {
        const copy = line.cloneNode(true) as HTMLElement;
        for (const one of copy.querySelectorAll("[data-hunk]")) one.remove();
        return copy.textContent;
      })
      .join("\n"),
  );

const hunks = (author: Author, count: number) =>
  until(`${count} changes are in the text`, () =>
    author.window.run((wanted) => document.querySelectorAll("main [data-hunk]").length === wanted, count),
  );

/** Looks at the changes by keys: the card has the focus then. */
async function look(author: Author): Promise<void> {
  await author.window.press(KEY.control, KEY.shift, KEY.f7);
  await until("the card has the focus", () =>
    author.window.run(() => document.activeElement?.matches("[data-mending-card]") === true),
  );
}

const inText = (author: Author) =>
  until("the text has the focus", () =>
    author.window.run(() => document.activeElement?.matches("main .cm-content") === true),
  );

test("one finding is mended with a key", { timeout: 400_000 }, async () => {
  const studio = await Studio.open();
  const file = prepare(studio);
  let app: Running = await studio.drive([file]);
  let author = new Author(app.window, studio.display, "mending");
  await author.writes();
  await author.command("检查本场");
  await until("the passage is marked", () =>
    author.window.run(() => document.querySelectorAll("main .cm-mark-issue-low").length === 3),
  );
  // The card of a finding appears under the pointer.
  const place = await author.window.run(() => {
    const marks = [...document.querySelectorAll("main .cm-mark-issue-low")];
    const { x, y, width, height } = marks.at(-1)?.getBoundingClientRect() ?? new DOMRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await author.window.point(place);
  await author.picture("card of the finding");
  await author.press("修订：");
  await author.sees("1 处按规则给出的写法改");
  await author.press("开始修订");
  await author.left();
  await hunks(author, 1);
  await look(author);
  await author.picture("change in the text");
  await app.window.type("a");
  await author.picture("accepted");
  await app.window.press(KEY.enter);
  const mended = [...LINES.slice(0, 3), "雨停了，天还没有亮。"];
  await shows(author, mended);
  await inText(author);
  await app.window.press(KEY.control, "z");
  await shows(author, LINES);
  await app.window.press(KEY.control, KEY.shift, "z");
  await shows(author, mended);
  await author.kept("kept", "saved");
  await app.stop();
  expect(textOf(studio, file)).toBe(mended.join("\n"));

  app = await studio.drive([file]);
  author = author.at(app.window);
  await author.writes();
  await shows(author, mended);
  await app.stop();
});

test("an author types while a chapter is mended", { timeout: 400_000 }, async () => {
  const studio = await Studio.open();
  const file = prepare(studio, [...LINES, "没有人答应。"]);
  const app: Running = await studio.drive([file]);
  const author = new Author(app.window, studio.display, "mending while typing");
  await author.writes();
  await author.command("检查本场");
  await until("the passages are marked", () =>
    author.window.run(() => document.querySelectorAll("main .cm-mark").length === 3),
  );
  await author.command("修订问题");
  await author.sees("3 处按规则给出的写法改");
  await author.press("开始修订");
  await author.left();
  await author.writes();
  await app.window.type("船还在江上。");
  await hunks(author, 3);
  await app.window.type("天快亮了。");
  const place = (await lineWords(author)).indexOf("灯灭了") + 3;
  await author.writes("start");
  await app.window.repeat(KEY.right, place);
  await app.window.press(KEY.delete);
  await app.window.type("——");
  await until("the change that the author wrote over says so", () =>
    author.window.run(
      () => document.querySelector("main .cm-proposal-note")?.textContent === "你后来改过这里",
    ),
  );
  await author.writes();
  await app.window.type("鸡叫了。");
  await author.picture("written on");
  await look(author);
  await app.window.press(KEY.shift, "a");
  await app.window.press(KEY.enter);
  await inText(author);
  await author.writes();
  await app.window.type("雾散了。");
  const end = "没有人答应。船还在江上。天快亮了。鸡叫了。雾散了。";
  const mended = [LINES[0] ?? "", "他站着，没有说话。", "灯灭了——船也走了。", "雨停了，天还没有亮。", end];
  await shows(author, mended);
  await author.kept("kept", "saved");
  await app.stop();
  expect(textOf(studio, file)).toBe(mended.join("\n"));
});
