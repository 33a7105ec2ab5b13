// A text that is written between the words of a paragraph is shown where it goes; presses on its buttons and its bar
// leave the caret in the text.
import { expect, it } from "vitest";
import { zh as drafting } from "@/features/drafting/words";
import { inBrowser, openSample } from "./harness";
import { at, barOf, begin, provider, setUp, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

it("a continuation between words is shown where it is accepted", async () => {
  await server().script({ default: { text: "一二三。\n四五六。\n七八九。", delta_delay_ms: 20 } });
  const app = await openSample();
  const { page } = app;
  await setUp(app, provider("one", server().url));
  await at(app, "两样都不是");
  await begin(app, "drafting.continue");
  await page.locator("main .cm-line > .cm-proposal-arriving").waitFor();
  const bar = barOf(app, "continue");
  const hunks = page.locator("main [data-hunk]");
  await hunks.first().waitFor();
  const shown = await page.locator("main .cm-line").nth(1).textContent();

  // The first press on a button counts, also while another change is the current one.
  for (const change of [2, 1]) {
    const accept = hunks.nth(change).locator("[data-choice=accepted]");
    await accept.click();
    expect(await accept.getAttribute("aria-pressed")).toBe("true");
  }
  await bar.getByRole("button", { name: drafting.bar.acceptAll }).focus();
  await app.run("writing.to_text");
  await bar.getByTestId("state").click();
  await bar.getByTestId("gate-counter").click();
  await page.keyboard.type("x");
  await expect.poll(() => app.text()).toContain("两样都不是x");
  await page.keyboard.press("ControlOrMeta+Enter");
  await bar.waitFor({ state: "detached" });
  const words = (await app.text()).replace("都不是x", "都不是");
  expect(words).toContain(`${shown}\n“老伯，过江。”`);
});
