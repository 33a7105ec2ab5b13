// Full screen by key, then closing the window: full screen shows only the text, and the window is as large as before.
import { expect, test } from "vitest";
import { Author } from "./author";
import { until } from "./processes";
import { type Running, Studio } from "./studio";

const SIZE = { width: 1000, height: 640 };

interface Shown {
  studio: Studio;
  app: Running;
  /** The window on the screen. */
  size: () => { width: number; height: number };
  /** The height of the page, which is the window's without the menu bar. */
  page: () => Promise<number>;
}

async function show(studio: Studio, novel: string): Promise<Shown> {
  const app = await studio.drive([novel]);
  await new Author(app.window, studio.display, "full-screen").writes();
  const window = await studio.display.window("夜渡");
  const size = () => {
    const geometry = studio.display.xdotool("getwindowgeometry", "--shell", window);
    const [, width, height] = /WIDTH=(\d+)\nHEIGHT=(\d+)/.exec(geometry) ?? [];
    return { width: Number(width), height: Number(height) };
  };
  return { studio, app, size, page: () => app.window.run(() => innerHeight) };
}

test("a window closed in full screen reopens in its previous size", { timeout: 120_000 }, async () => {
  const studio = await Studio.open({ managed: true });
  const novel = studio.novel("第一章 夜渡\n\n雾来了。\n");
  const first = await show(studio, novel);
  const { width, height } = SIZE;
  studio.display.xdotool("getactivewindow", "windowsize", `${width}`, `${height}`);
  await until("the window has its size", () => first.size().width === width);
  // The page follows a moment later.
  let bar = 0;
  await until("the page has its size below the menu bar", async () => {
    const before = bar;
    bar = first.size().height - (await first.page());
    return bar > 10 && bar === before;
  });

  studio.display.xdotool("key", "F11");
  await until(
    "the window fills the screen",
    () => first.size().width === 1280 && first.size().height === 860,
  );
  await until("the menu bar is gone", async () => (await first.page()) === 860);
  studio.display.xdotool("key", "alt+F4");
  await until("the program has ended", () => first.app.processes().length === 0);
  await first.app.stop();

  const second = await show(studio, novel);
  expect(second.size()).toEqual(SIZE);
  await until("the menu bar is back", async () => second.size().height - (await second.page()) === bar);
});
