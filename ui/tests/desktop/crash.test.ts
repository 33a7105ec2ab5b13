// Failures around the text do not reach it: a panic in a command, the end of the page's process, a second start on
// the same novel.
import { expect, test } from "vitest";
import { Author } from "./author";
import { kill, until } from "./processes";
import { Studio } from "./studio";
import { KEY } from "./webdriver";

const NOVEL = "第一章 夜渡\n\n雾来得比天黑还早。\n";

/** A studio with a novel of one chapter. */
async function studioWithNovel(): Promise<{ studio: Studio; novel: string }> {
  const studio = await Studio.open();
  const novel = studio.path("夜渡.wenfang");
  studio.write("夜渡.txt", NOVEL);
  studio.cli("new", novel, "--title", "夜渡");
  studio.cli("import", novel, studio.path("夜渡.txt"));
  return { studio, novel };
}

test("a panic in a command keeps the words, and the next draft is stored", async () => {
  const { studio, novel } = await studioWithNovel();
  const app = await studio.drive([novel]);
  const author = new Author(app.window, studio.display, "panic");
  await author.writes();
  await app.window.type("老周把船拴好。");
  const code = await app.window.run(() =>
    window.__TAURI_INTERNALS__.invoke("call", { name: "debug.panic", request: {} }).then(
      () => "answered",
      (failure) => (failure as { code: string }).code,
    ),
  );
  expect(code).toBe("internal");
  await author.kept("kept");
  await app.window.type("又喊了一声。");
  await author.kept("kept");
  expect(await author.text()).toContain("老周把船拴好。又喊了一声。");
  await app.crash();
  expect(studio.draft(novel)).toContain("老周把船拴好。又喊了一声。");
});

test("the page reloads when its process ends, with its words", async () => {
  const { studio, novel } = await studioWithNovel();
  // Without a driver: the driver's session would end with the page.
  await studio.display.manage(studio.path("openbox.log"));
  const app = studio.start([novel]);
  const window = await studio.display.window("夜渡");
  const page = () => app.processes().find(({ name }) => name.startsWith("WebKitWebProc"))?.pid;
  const first = await until("the page has a process", page);
  /** Clicks and types until the words are stored; clicks in quick succession would select the line. */
  const types = (words: string) =>
    until(`“${words}” is kept`, async () => {
      studio.display.typeInto(window, words);
      for (let turn = 0; turn < 12; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        if (studio.draft(novel)?.includes(words)) return true;
      }
      return false;
    });
  await types("abc");
  kill(first);
  await until("the page has another process", () => (page() ?? first) !== first);
  const before = studio.draft(novel) ?? "";
  await types("xyz");
  // Text typed before is there; the caret may be anywhere in it.
  expect((studio.draft(novel) ?? "").replaceAll("xyz", "")).toBe(before);
  studio.display.screenshot(studio.output("crash", "after the end of the page's process"));
  expect(app.processes().some(({ pid }) => pid === app.pid)).toBe(true);
});

test("a second start learns who has the novel, and may read it", async () => {
  const { studio, novel } = await studioWithNovel();
  const first = await studio.drive([novel]);
  const author = new Author(first.window, studio.display, "held");
  await author.writes();
  await first.window.type("先开的在写。");
  await author.kept("kept");
  const second = await studio.drive([novel]);
  const reader = author.at(second.window);
  await reader.sees("没能打开“夜渡.wenfang”", "作品正在这台电脑的另一个窗口里打开");
  await reader.picture("held");
  await reader.press("只读打开");
  await reader.sees("雾来得比天黑还早。");
  await reader.picture("read only");
  await second.window.click(() => document.querySelector(".cm-content") ?? undefined);
  await second.window.type("不该有的字");
  expect(await reader.text()).not.toContain("不该有的字");
  // The first window keeps writing.
  await author.writes();
  await first.window.press(KEY.enter);
  await first.window.type("还在写。");
  await author.kept("kept");
});
