// Native menus and real keys, which WebDriver cannot press: xdotool plays the author, WebDriver only observes.
import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { Author } from "./author";
import { until } from "./processes";
import { watchSockets } from "./sockets";
import { LOG, Studio } from "./studio";

/** Versions of the first scene of a novel. */
function versions(studio: Studio, novel: string): number {
  return studio.cli<{ versions: unknown[] }>("history", novel, "--scene", "1").versions.length;
}

/** A studio with a window manager, a novel of one chapter, and the novel's file. */
async function managed(): Promise<{ studio: Studio; novel: string }> {
  const studio = await Studio.open({ managed: true });
  return { studio, novel: written(studio, "夜渡") };
}

/** Makes a novel of one chapter. */
function written(studio: Studio, title: string): string {
  const novel = studio.path(`${title}.wenfang`);
  studio.write(`${title}.txt`, `第一章 ${title}\n\n雾来得比天黑还早。\n`);
  studio.cli("new", novel, "--title", title);
  studio.cli("import", novel, studio.path(`${title}.txt`));
  return novel;
}

test("the keys of a menu run its command once", async () => {
  const { studio, novel } = await managed();
  const app = await studio.drive([novel]);
  const author = new Author(app.window, studio.display, "menus");
  await author.writes();
  const screen = await studio.display.window("夜渡");
  const before = versions(studio, novel);
  // Every request of the page goes through `fetch`: this counts the saves among them.
  await app.window.run(() => {
    const original = window.fetch;
    window.saves = 0;
    window.fetch = (address, options) => {
      if (String(options?.body).includes('"scene.save"')) window.saves = (window.saves ?? 0) + 1;
      return original(address, options);
    };
  });
  for (const turn of [1, 2, 3]) {
    studio.display.typeInto(screen, "abc");
    await author.kept("kept");
    studio.display.xdotool("key", "ctrl+s");
    await author.kept("saved");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(versions(studio, novel)).toBe(before + turn);
    expect(await app.window.run(() => window.saves)).toBe(turn);
  }
  await author.picture("saved by keys");
  // Editing keys belong to the text: Ctrl+Z undoes once.
  studio.display.typeInto(screen, "x");
  await until("typed", async () => (await author.text()).includes("x"));
  studio.display.xdotool("key", "ctrl+z");
  await until("undone", async () => !(await author.text()).includes("x"));
  expect(await author.text()).toContain("abc");
});

test("a menu opens by keyboard and runs the chosen item, in either language", async () => {
  const { studio, novel } = await managed();
  const printed = statSync(LOG, { throwIfNoEntry: false })?.size ?? 0;
  const app = await studio.drive([novel]);
  const author = new Author(app.window, studio.display, "menus");
  await author.writes();
  const screen = await studio.display.window("夜渡");
  const pick = async (picture: string) => {
    studio.display.typeInto(screen, "");
    await studio.display.openMenu("F10", "Down");
    await author.picture(picture);
    // The first item of the first menu: a new novel.
    studio.display.xdotool("key", "Return");
  };
  await pick("menu in Chinese");
  await author.sees("第一章标题");
  studio.display.xdotool("key", "Escape");
  await author.left();
  // Inside the menu bar, below the title.
  const chinese = studio.display.strip(24, 18);
  await author.command("设置");
  await author.press("English");
  await author.sees("Language");
  studio.display.xdotool("key", "Escape");
  await until("the menus are in English", () => !studio.display.strip(24, 18).equals(chinese));
  await pick("menu in English");
  await author.sees("New novel");
  studio.display.xdotool("key", "Escape");
  await author.left();
  // The menus were replaced twice; GTK warns of each key that an item takes from another.
  expect(readFileSync(LOG).subarray(printed).toString()).not.toMatch(/accelerator/i);
});

test("an open menu stays open while words are stored", async () => {
  const { studio, novel } = await managed();
  const app = await studio.drive([novel]);
  const author = new Author(app.window, studio.display, "menus");
  await author.writes();
  const screen = await studio.display.window("夜渡");
  studio.display.typeInto(screen, "abc");
  await studio.display.openMenu("F10", "Down");
  await author.kept("kept");
  await new Promise((resolve) => setTimeout(resolve, 500));
  await author.picture("menu while words are kept");
  studio.display.xdotool("key", "Return");
  await author.sees("第一章标题");
});

test("a menu opens and stays open while commands become enabled", async () => {
  const { studio, novel } = await managed();
  const app = await studio.drive([novel]);
  const author = new Author(app.window, studio.display, "menus");
  await author.writes();
  const screen = await studio.display.window("夜渡");
  for (let round = 0; round < 5; round += 1) {
    // Menu items that a dialog disables stay disabled until a moment after it closes.
    await author.command("设置");
    await author.covered();
    studio.display.xdotool("windowactivate", "--sync", screen);
    studio.display.xdotool("key", "Escape");
    await author.left();
    await studio.display.openMenu("F10", "Down");
    await new Promise((resolve) => setTimeout(resolve, 400));
    studio.display.xdotool("key", "Return");
    await author.sees("第一章标题");
    studio.display.xdotool("key", "Escape");
    await author.left();
  }
});

test("a letter opens each menu, and Open Recent opens the previous novel", async () => {
  const { studio, novel } = await managed();
  const first = await studio.drive([novel]);
  await new Author(first.window, studio.display, "menus").writes();
  await first.stop();
  const app = await studio.drive([written(studio, "长夜")]);
  const author = new Author(app.window, studio.display, "menus");
  await author.writes();
  const screen = await studio.display.window("长夜");
  studio.display.typeInto(screen, "");
  for (const letter of ["e", "v", "m", "s", "d", "c", "w", "h"]) {
    await studio.display.openMenu(`alt+${letter}`);
    await author.picture(`menu ${letter}`);
    studio.display.xdotool("key", "Escape");
  }
  await studio.display.openMenu("alt+f", "Down", "Down", "Right");
  await author.picture("open recent");
  studio.display.xdotool("key", "Return");
  await studio.display.window("夜渡");
});

test("without a driver it has no sockets", async () => {
  const { studio, novel } = await managed();
  const app = studio.start([novel]);
  const sockets = watchSockets(app);
  const screen = await studio.display.window("夜渡");
  await until("a typed word is kept", () => {
    studio.display.typeInto(screen, "abc");
    return studio.draft(novel)?.includes("abc");
  });
  studio.display.xdotool("key", "ctrl+s");
  await until("it is saved", () => versions(studio, novel) > 1);
  for (const keys of [
    "ctrl+k",
    "Escape",
    "ctrl+comma",
    "Escape",
    "ctrl+f",
    "Escape",
    "ctrl+shift+e",
    "Escape",
  ]) {
    studio.display.xdotool("key", keys);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  expect(app.processes().map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^WebKitWebProc/),
      expect.stringMatching(/^WebKitNetwork/),
    ]),
  );
  expect(await sockets.stop()).toEqual([]);
});
