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
