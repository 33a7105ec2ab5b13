// Keys that the author assigns to a command, with a native menu that receives some keys before the page does.
import { expect, test } from "vitest";
import { Author } from "./author";
import { until } from "./processes";
import { Studio } from "./studio";

test("custom keys run a command, also after a restart", async () => {
  const studio = await Studio.open({ managed: true });
  const novel = studio.path("夜渡.wenfang");
  studio.write("夜渡.txt", "第一章 夜渡\n\n雾来得比天黑还早。\n");
  studio.cli("new", novel, "--title", "夜渡");
  studio.cli("import", novel, studio.path("夜渡.txt"));
  const versions = () =>
    studio.cli<{ versions: unknown[] }>("history", novel, "--scene", "1").versions.length;
  let app = await studio.drive([novel]);
  let author = new Author(app.window, studio.display, "own-keys");
  await author.writes();
  let screen = await studio.display.window("夜渡");
  const { display } = studio;

  await author.command("快捷键");
  await author.fill("按名称或按键查找", "保存");
  await author.press("保存：");
  await author.sees("请按新的快捷键");
  // The menu receives F7 first: it passes the key on, asks about it, and runs nothing.
  display.xdotool("key", "F7");
  await author.sees("F7 是“");
  await author.picture("keys that are taken");
  await author.press("取消");
  await author.press("保存：");
  display.xdotool("key", "F4");
  await author.sees("改过");
  await author.picture("keys that were changed");
  display.xdotool("key", "Escape");
  await author.left();

  const before = versions();
  display.typeInto(screen, "abc");
  await author.kept("kept");
  display.xdotool("key", "ctrl+s");
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(versions()).toBe(before);
  display.xdotool("key", "F4");
  await author.kept("saved");
  await until("the version is made", async () => versions() === before + 1);

  await author.command("关闭作品");
  await author.sees("新建作品");
  await app.stop();
  app = await studio.drive([novel]);
  author = author.at(app.window);
  await author.writes();
  screen = await display.window("夜渡");
  display.typeInto(screen, "def");
  await author.kept("kept");
  display.xdotool("key", "F4");
  await until("another version is made", async () => versions() === before + 2);
});
