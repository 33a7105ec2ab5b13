// The places in the centre of the window: Escape leaves each of them, and the text has the keyboard again.
import { expect, it } from "vitest";
import { inBrowser, openSample } from "./harness";

inBrowser();

const PLACES = [
  "statistics.show",
  "graph.open",
  "timeline.open",
  "review.open",
  "prompts.open",
  "pipelines.open",
];

it("escape leaves every place for the text", async () => {
  const app = await openSample();
  await app.editor().click();
  const before = await app.text();
  for (const [at, place] of PLACES.entries()) {
    await app.run(place);
    await app.editor().waitFor({ state: "hidden" });
    await app.page.keyboard.press("Escape");
    await app
      .editor()
      .waitFor({ state: "visible", timeout: 5000 })
      .catch(() => expect.fail(place));
    await app.page.keyboard.type("z");
    await expect.poll(() => app.text().then(({ length }) => length - before.length)).toBe(at + 1);
  }
});
