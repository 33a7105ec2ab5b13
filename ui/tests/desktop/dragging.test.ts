// Words dragged by a quick movement of a real mouse: WebKit begins the drag after the pointer has moved.
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { Newcomer } from "./newcomer";
import { until } from "./processes";
import { Studio } from "./studio";

/** Height of the menu bar above the page, px. */
const MENU_BAR = 28;
const LINES = [
  "One gate, a key, and a half-eaten apple lay there.",
  "The last paragraph waits here.",
] as const;

test("a quick drag moves the selected word", { timeout: 120_000 }, async () => {
  const studio = await Studio.open({ managed: true, settings: { language: "en" } });
  const novel = studio.path("Gate.wenfang");
  studio.write("gate.txt", `Chapter 1\n\n${LINES.join("\n\n")}\n`);
  studio.cli("new", novel, "--title", "Gate", "--language", "en");
  studio.cli("import", novel, studio.path("gate.txt"));
  const author = new Newcomer(await studio.drive([novel]), studio, "en", "dragging");
  await author.reads(LINES.join("\n"));
  const window = await studio.display.window("^Gate");
  const mouse = (...all: (string | number)[]) => studio.display.xdotool(...all.map(String));
  const move = (x: number, y: number) =>
    mouse("mousemove", "--window", window, Math.round(x), Math.round(y) + MENU_BAR);

  const [from, to] = [await placeOf(author, "key"), await placeOf(author, "last")];
  await until("the word is selected", async () => {
    move(from.x, from.y);
    mouse("click", "--repeat", 2, "--delay", 40, 1);
    // A third press at once would select the paragraph.
    await pause(900);
    return (await author.window.run(() => getSelection()?.toString())) === "key";
  });
  mouse("mousedown", 1);
  for (const part of [1, 2, 3, 4].map((step) => step / 4)) {
    move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    await pause(60);
  }
  mouse("mouseup", 1);
  const taken = LINES[0].replace("key", "");
  await until("the word is gone from its place", async () =>
    (await author.written()).startsWith(`${taken}\n`),
  );
  expect(await author.written()).toContain("key");
  author.keys("ctrl+z");
  await author.reads(LINES.join("\n"));
});

/** The middle of a word in the text, in px of the page. */
function placeOf(author: Newcomer, word: string): Promise<{ x: number; y: number }> {
  return author.window.run((wanted) => {
    const text = document.querySelector(".cm-content");
    const nodes = document.createTreeWalker(text ?? document, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    throw new Error(`no ${wanted} in the text`);
  }, word);
}
