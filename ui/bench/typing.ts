// The time from a key to the frame that shows it.
import type { Page } from "playwright-core";

const KEYS = 60;

/** A space after so many keys, and a pause of so many ms. */
interface Words {
  every: number;
  pause: number;
}

/** Types where the caret is put, in one run or in words, and times each key. */
export async function typeKeys(
  page: Page,
  focus: (page: Page) => Promise<void>,
  words?: Words,
): Promise<number[]> {
  await page.bringToFront();
  await focus(page);
  await page.evaluate(() => {
    const times: number[] = [];
    const onKey = (event: KeyboardEvent) => {
      const begun = event.timeStamp;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => times.push(performance.now() - begun);
        channel.port2.postMessage(null);
      });
    };
    window.addEventListener("keydown", onKey, true);
    Object.assign(window, {
      taken: () => {
        window.removeEventListener("keydown", onKey, true);
        return times;
      },
    });
  });
  await page.waitForTimeout(300);
  for (let at = 0; at < KEYS; at += 1) {
    const isEnd = words !== undefined && at % words.every === words.every - 1;
    await page.keyboard.press(isEnd ? "Space" : ("abcdefghij"[at % 10] ?? "a"));
    await page.waitForTimeout(isEnd ? words.pause : 40);
  }
  await page.waitForTimeout(200);
  return page.evaluate(() => (window as unknown as { taken(): number[] }).taken());
}

/** Puts the caret so far from the middle of the text, and the middle into sight. */
export async function goToMiddle(page: Page, by = 0): Promise<void> {
  await page.evaluate((by) => {
    const writing = window.wenfang.writing();
    const middle = Math.floor(writing.length() / 2) + by;
    writing.reveal({ from: middle, to: middle }, "select");
    writing.focus();
  }, by);
}
