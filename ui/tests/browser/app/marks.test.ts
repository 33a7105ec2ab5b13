// Marks by the keys of the window, and the reading view.
import { expect, it } from "vitest";
import { inBrowser, openApp, storedText } from "./harness";

inBrowser();

it("keys set marks, and the reading view draws them", async () => {
  const app = await openApp({ sample: true });
  await app.editor().waitFor();
  await app.run("edit.select_all");
  await app.page.keyboard.press("Delete");
  await app.page.keyboard.insertText("去東京了");
  await app.page.keyboard.press("ArrowLeft");
  await app.page.keyboard.press("Shift+ArrowLeft");
  await app.page.keyboard.press("Shift+ArrowLeft");
  await app.page.keyboard.press("Control+Alt+r");
  await expect.poll(() => app.text()).toBe("去｜東京《》了");
  await app.page.keyboard.insertText("とうきょう");
  await app.page.keyboard.press("End");
  await app.page.keyboard.press("Control+Alt+f");
  await app.page.keyboard.insertText("旧都");
  await expect.poll(async () => storedText(app, await app.scene())).toBe("去｜東京《とうきょう》了^[旧都]");
  await app.page.keyboard.press("Control+Alt+v");
  const view = app.page.getByRole("dialog");
  await view.locator("ruby rt").waitFor();
  expect(await view.locator("rt").textContent()).toBe("とうきょう");
  expect(await view.locator("ol li").textContent()).toContain("旧都");
  await app.page.keyboard.press("Escape");
  await view.waitFor({ state: "detached" });
});

it("two presses select a word without marks, three a paragraph without its end", async () => {
  const app = await openApp({ sample: true });
  const { page } = app;
  await app.editor().waitFor();
  await app.run("edit.select_all");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText("前一段。");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText(">> 桥断了 <<");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("后一段。");
  const box = await page.locator("main .cm-line").nth(1).boundingBox();
  if (box === null) throw new Error("the line has no box");
  const [left, middle, y] = [box.x + 4, box.x + box.width / 2, box.y + box.height / 2];
  const selected = () => page.evaluate(() => getSelection()?.toString());
  await page.mouse.dblclick(left, y);
  await expect.poll(selected).not.toContain(">");
  expect("桥断了").toContain(await selected());
  await page.mouse.click(middle, y, { clickCount: 3 });
  await page.keyboard.insertText("路");
  await expect.poll(() => app.text()).toContain("\n后一段。");
  expect(await app.text()).toMatch(/^前一段。\n[^\n]*路[^\n]*\n后一段。$/);
});

it("two presses on a word whose mark they show select that word", async () => {
  const app = await openApp({ sample: true });
  const { page } = app;
  await app.editor().waitFor();
  await app.run("edit.select_all");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText("老周说《《绝对》》不行，*那盏灯*已经灭了，｜渡口《とこう》也是。");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("后一段。");
  const selected = () => page.evaluate(() => getSelection()?.toString());
  for (const word of ["绝对", "渡口"]) {
    await page.keyboard.press("ControlOrMeta+End");
    const at = await page.evaluate((first) => {
      const walker = document.createTreeWalker(document.querySelector("main .cm-content") as Node, 4);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const index = (node.nodeValue ?? "").indexOf(first);
        if (index < 0) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const { left, top, height } = range.getBoundingClientRect();
        return { x: left + 4, y: top + height / 2 };
      }
      return null;
    }, word[0] as string);
    if (at === null) throw new Error("the word is not shown");
    await page.mouse.click(at.x, at.y);
    await page.waitForTimeout(120);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect.poll(selected).toBe(word);
  }
});

it("words typed behind a mark are outside of it, and one key is enough to leave it", async () => {
  const app = await openApp({ sample: true });
  const { page } = app;
  await app.editor().waitFor();
  const written = async (...keys: string[]) => {
    await app.run("edit.select_all");
    await page.keyboard.press("Delete");
    for (const key of keys) {
      if (key.length > 1 && !/^[a-z ]+$/.test(key)) await page.keyboard.press(key);
      else await page.keyboard.type(key);
    }
    return app.text();
  };
  const [dots, note, bold] = ["Control+Alt+d", "Control+Alt+f", "Control+b"];
  expect(await written(dots, "abc", "ArrowRight", "d")).toBe("《《abc》》d");
  expect(await written(dots, "abc", dots, "d")).toBe("《《abc》》d");
  expect(await written(bold, "abc", "ArrowRight", "d")).toBe("**abc**d");
  expect(await written("x", note, "a note", note, " after")).toBe("x^[a note] after");
  expect(await written(dots, "abc", "ArrowRight", "ArrowLeft", "d")).toBe("《《abcd》》");
});
