// Text typed in a dialog stays out of the text behind it. WebKit inserts it at the selection, whatever has the focus.
import { expect, test } from "vitest";
import { Author } from "./author";
import { Studio } from "./studio";

test("letters and deletions at a dialog do not reach the text behind it", { timeout: 120_000 }, async () => {
  const studio = await Studio.open({ managed: true });
  const novel = studio.novel("第一章 夜渡\n\n雾来得比天黑还早。\n\n第二章 天明\n\n天亮了。\n");
  const app = await studio.drive([novel]);
  const author = new Author(app.window, studio.display, "stray-keys");
  await author.writes();
  studio.display.typeInto(await studio.display.window("夜渡"), "");
  // A click on a row gives the text the focus; what was pressed last cannot be selected.
  const row = await app.window.run(() => {
    const last = [...document.querySelectorAll("[data-key^='chapter:']")].at(-1);
    const { x = 0, y = 0 } = last?.getBoundingClientRect() ?? {};
    return { x: x + 60, y: y + 14 };
  });
  await app.window.point(row, { button: "left" });
  await author.sees("天亮了。");
  await new Promise((resolve) => setTimeout(resolve, 500));
  studio.display.xdotool("key", "ctrl+shift+e");
  await author.covered();
  studio.display.xdotool("type", "--delay", "8", "qj");
  studio.display.xdotool("key", "--delay", "8", "Delete", "BackSpace");
  studio.display.xdotool("key", "Escape");
  await author.left();
  expect(await author.written()).toBe("天亮了。");
  studio.display.xdotool("type", "--delay", "8", "zz");
  await author.sees("zz");
  expect((await author.written()).replace("zz", "")).toBe("天亮了。");
});
