// Presses in the blank around the text put the caret at the nearest place, and the keyboard stays in the text.
import { expect, it } from "vitest";
import { type App, inBrowser, openSample } from "./harness";

inBrowser();

interface Spot {
  name: string;
  x: number;
  y: number;
}

/** Blank spots around the first lines of a text and far below it. */
async function spots(app: App, isWhole: boolean): Promise<Spot[]> {
  const text = await app.editor().boundingBox();
  const main = await app.page.locator("main").boundingBox();
  if (text === null || main === null) throw new Error("no text");
  const y = Math.max(text.y, main.y + 60) + 60;
  return [
    { name: "right", x: main.x + main.width - 30, y },
    { name: "left", x: main.x + 8, y },
    // That of a whole chapter has a test of its own.
    ...(isWhole ? [] : [{ name: "below", x: main.x + main.width - 30, y: main.y + main.height - 20 }]),
  ];
}

for (const isWhole of [false, true]) {
  it(`typing follows a press beside the text${isWhole ? " of a whole chapter" : ""}`, async () => {
    const app = await openSample({ settings: { whole_chapter: isWhole } });
    if (isWhole) {
      await app.editor().click();
      await app.page.keyboard.press("ControlOrMeta+Home");
      await app.page.keyboard.press("ArrowDown");
      await app.run("writing.split");
      await app.page.locator("[data-chapter] .cm-content").nth(1).waitFor();
    } else {
      await app.page.keyboard.press("ControlOrMeta+A");
      await app.page.keyboard.insertText("江上有雾。\n天快亮了。\n鸡叫了。");
    }
    const lines = app.page.locator("main .cm-line");
    for (const spot of await spots(app, isWhole)) {
      await app.page.mouse.click(spot.x, spot.y);
      const before = (await lines.allTextContents()).join("\n").length;
      await app.page.keyboard.type("z");
      await expect
        .poll(async () => (await lines.allTextContents()).join("\n").length, { message: spot.name })
        .toBe(before + 1);
    }
  });
}

it("a press below the last scene of a whole chapter puts the caret at its end", async () => {
  const app = await openSample({ settings: { whole_chapter: true } });
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await app.page.keyboard.press("ArrowDown");
  await app.run("writing.split");
  const texts = app.page.locator("[data-chapter] .cm-content");
  await texts.nth(1).waitFor();
  const last = texts.last();
  const words = await last.innerText();
  await texts.first().click();
  await app.page.locator("[data-chapter]").evaluate((chapter) => chapter.scrollTo(0, chapter.scrollHeight));
  const main = await app.page.locator("main").boundingBox();
  if (main === null) throw new Error("no text");
  for (const [x, letter] of [
    [main.width / 2, "y"],
    [40, "z"],
  ] as const) {
    await app.page.locator("[data-chapter]").evaluate((chapter) => chapter.scrollTo(0, chapter.scrollHeight));
    await app.page.mouse.click(main.x + x, main.y + main.height - 30);
    await app.page.keyboard.type(letter);
  }
  await expect.poll(() => last.innerText()).toBe(`${words.trimEnd()}yz`);
});

it("a press right of a line puts the caret at its end", async () => {
  const app = await openSample({ settings: { whole_chapter: false } });
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+A");
  await app.page.keyboard.insertText("江上有雾。\n天快亮了。\n鸡叫了。");
  const line = await app.page.locator("main .cm-line").nth(1).boundingBox();
  const main = await app.page.locator("main").boundingBox();
  if (line === null || main === null) throw new Error("no line");
  const middle = line.y + line.height / 2;
  await app.page.mouse.click(main.x + main.width - 30, middle);
  await app.page.keyboard.type("z");
  await app.page.mouse.click(main.x + 8, middle);
  await app.page.keyboard.type("y");
  await expect.poll(() => app.text()).toBe("江上有雾。\ny天快亮了。z\n鸡叫了。");
});
