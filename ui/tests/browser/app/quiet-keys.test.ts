// Keys that only move the caret render nothing around the text. A render that requested the next one with each key
// was worse than a waste: after some fifty of them before the window came to rest, React gave up on the update.
import { expect, it } from "vitest";
import { goToEnd, inBrowser, openSample } from "./harness";

inBrowser();

declare global {
  interface Window {
    /** How often React has rendered something. */
    drawn: number;
  }
}

it("a moving caret renders nothing, and a selection is counted", async () => {
  const app = await openSample();
  await app.page.addInitScript(() => {
    window.drawn = 0;
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: () => {
          window.drawn += 1;
        },
        onCommitFiberUnmount: () => undefined,
      },
    });
  });
  await app.page.reload();
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await app.page.waitForTimeout(1000);

  const before = await app.page.evaluate(() => window.drawn);
  expect(before).toBeGreaterThan(0);
  for (let pressed = 0; pressed < 60; pressed += 1) await app.page.keyboard.press("ArrowRight");
  // Something else may render in the meantime, such as the time of a backup, but never once per key.
  expect((await app.page.evaluate(() => window.drawn)) - before).toBeLessThan(6);

  for (let pressed = 0; pressed < 60; pressed += 1) await app.page.keyboard.press("Shift+ArrowLeft");
  const selected = app.page.getByText(/^已选/);
  await selected.waitFor();
  await app.page.keyboard.press("ArrowRight");
  await selected.waitFor({ state: "detached" });
});

it("typed words are not lost when something updates the editor as soon as React hears of input", async () => {
  const app = await openSample();
  await goToEnd(app);
  await app.page.evaluate(() => {
    const { view } = window.wenfang.writing();
    // React runs its due effects in its own listener, which is here too.
    document.querySelector("#root")?.addEventListener("input", () => view.dispatch({}), true);
    // Two in one task, so that the editor has had no moment of its own to read the first.
    for (const words of ["江上", "有灯"]) document.execCommand("insertText", false, words);
  });
  await expect.poll(() => app.text()).toMatch(/江上有灯$/);
});
