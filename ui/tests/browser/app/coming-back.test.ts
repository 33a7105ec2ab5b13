// What the next key does after the author comes back to a text, or was led to a passage: it never replaces words.
import { expect, it } from "vitest";
import { zh as search } from "@/features/search/words";
import { goToEnd, inBrowser, openSample, pointedOut, type } from "./harness";

inBrowser();

it.each([
  ["another chapter", "writing.next_chapter", "writing.previous_chapter"],
  ["another scene of the chapter", "writing.next_scene", "writing.previous_scene"],
])("a selection is gone when the author comes back from %s", async (other, there, back) => {
  const app = await openSample();
  if (other.startsWith("another scene")) {
    await goToEnd(app);
    await app.run("writing.split");
    await app.run("writing.previous_scene");
  }
  const scene = await app.scene();
  await expect.poll(() => app.page.evaluate(() => document.activeElement?.matches(".cm-content"))).toBe(true);
  await app.page.keyboard.press("ControlOrMeta+a");
  const before = await app.text();
  await app.run(there);
  await expect.poll(() => app.scene()).not.toBe(scene);
  await app.run(back);
  await expect.poll(() => app.scene()).toBe(scene);
  await type(app, "字");
  await expect.poll(() => app.text()).toBe(`${before}字`);
});

it("a passage that the author was led to is marked until the next key, which leaves it whole", async () => {
  const app = await openSample();
  await app.run("search.show");
  const panel = app.page.getByRole("complementary").getByRole("region", { name: search.title, exact: true });
  await panel.getByRole("searchbox", { name: search.query }).fill("米浆");
  await panel.locator("[data-hit]").first().waitFor();
  await app.page.keyboard.press("ArrowDown");
  await app.page.keyboard.press("Enter");
  await pointedOut(app, "米浆");
  const before = await app.text();
  await type(app, "浓");
  await expect.poll(() => app.text()).toBe(before.replace("米浆", "浓米浆"));
  expect(await app.page.locator(".cm-pointed-out").count()).toBe(0);
});
