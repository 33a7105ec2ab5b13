// A caret where a line wraps has two positions on the screen. Choosing one of them must not take the focus.
import { expect, it } from "vitest";
import { zh as find } from "@/features/find/words";
import { inBrowser, openSample } from "./harness";

inBrowser();

it("the find bar keeps the focus while the caret is at a line wrap", async () => {
  const app = await openSample();
  await app.editor().click();
  await app.run("edit.select_all");
  const text = "江上有雾，船在雾里。".repeat(30);
  await app.page.keyboard.insertText(text);
  await app.page.keyboard.press("ControlOrMeta+Home");
  // The end of the first line on the screen, in the middle of the paragraph.
  await app.page.keyboard.press("End");
  await app.page.keyboard.press("ControlOrMeta+F");
  const field = app.page.getByRole("search").getByLabel(find.query, { exact: true });
  await expect.poll(() => field.evaluate((at) => at === document.activeElement)).toBe(true);
  // The text measures itself a moment after it lost the focus.
  await app.page.waitForTimeout(200);
  await app.page.keyboard.type("abc");
  expect(await field.inputValue()).toBe("abc");
  expect(await app.text()).toBe(text);
});
