// A long text is stored by its changes, and the stored text equals that of the window, to the last character.
import { expect, it } from "vitest";
import { goToEnd, inBrowser, openSample, storedText, type } from "./harness";

inBrowser();

it("stores a long text by its changes, or whole after a foreign write", async () => {
  const app = await openSample();
  const scene = await app.scene();
  const sent: string[] = [];
  app.page.on("request", (request) => {
    const asked = request.postDataJSON() as { name?: string; request?: object } | null;
    if (asked?.name === "scene.save_draft") sent.push("change" in (asked.request ?? {}) ? "change" : "text");
  });
  const settled = async () => {
    await app.kept("kept");
    expect(await storedText(app, scene)).toBe(await app.text());
  };

  await app.page.evaluate(() =>
    window.wenfang.writing().become("江上起雾，𠮷船慢行。\n".repeat(4000), "replace"),
  );
  await settled();
  await goToEnd(app);
  for (const words of ["灯亮了。", "𠮷利。", "走。"]) {
    await type(app, words);
    await app.page.keyboard.press("ArrowUp");
    await app.page.keyboard.press("Backspace");
    await settled();
  }
  expect(sent.at(0)).toBe("text");
  expect(sent.slice(1)).toContain("change");
  expect(sent.slice(1)).not.toContain("text");

  // A version is the whole text; changes continue from it.
  await app.page.keyboard.press("ControlOrMeta+S");
  await app.kept("saved");
  await type(app, "又起风了。");
  await settled();
  expect(sent.at(-1)).toBe("change");

  // Another writer stored another text: the window's own words stay complete.
  const { version } = await app.call<{ version: number }>("scene.text", { scene });
  await app.call("scene.save_draft", { scene, base: version, text: "别处写的。" });
  await type(app, "最后一句。");
  await settled();
  expect(sent.slice(-2)).toEqual(["change", "text"]);
});
