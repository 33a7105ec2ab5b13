// An input method composes in the window while drafts are stored, versions saved, a stream arrives and marks change:
// the text is exactly what was typed, in the editor and in the project.
import { beforeEach, expect, it } from "vitest";
import { type App, inBrowser, openApp, storedText } from "./harness";

inBrowser();

const PINYIN = ["j", "ji", "jia", "jian", "jiang"];
let app: App;

beforeEach(async () => {
  app = await openApp({ sample: true });
  await app.editor().waitFor();
  await app.run("edit.select_all");
  await app.page.keyboard.press("Delete");
  await app.kept("kept");
});

/** Text that an input method shows while letters are typed. */
async function compose(...steps: string[]): Promise<void> {
  for (const text of steps) {
    const at = { selectionStart: text.length, selectionEnd: text.length };
    await app.cdp.send("Input.imeSetComposition", { text, ...at });
    await app.page.waitForTimeout(30);
  }
}

/** Takes a candidate with a key: the page sees the key as handled by the input method. */
async function take(candidate: string, key: "Enter" | "Space"): Promise<void> {
  const event = {
    key: key === "Enter" ? "Enter" : " ",
    code: key,
    windowsVirtualKeyCode: 229,
    nativeVirtualKeyCode: 229,
  };
  await app.cdp.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
  await app.cdp.send("Input.insertText", { text: candidate });
  await app.cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
}

/** A composition ends in the task after its last event; before that, its words are not yet part of the text. */
async function isStored(text: string): Promise<void> {
  await expect.poll(() => app.text()).toBe(text);
  await expect.poll(async () => storedText(app, await app.scene())).toBe(text);
  // The last act may have been a save.
  await app.page.locator("[data-testid=kept]:is([data-kept=kept], [data-kept=saved])").waitFor();
  expect(await app.text()).toBe(text);
}

it("candidates by space and Enter, punctuation outside of compositions", async () => {
  await compose(...PINYIN);
  await take("江", "Space");
  await compose("s", "sh", "sha", "shan");
  await take("上", "Enter");
  await app.page.keyboard.type(",");
  await compose("y", "yo", "you", "youw", "youwu");
  await take("有雾", "Space");
  await app.page.keyboard.type(".");
  await isStored("江上，有雾。");
});

it("punctuation typed behind a composition in a busy window", async () => {
  await compose("w", "wu");
  const busy = app.page.evaluate(() => {
    const until = performance.now() + 400;
    while (performance.now() < until);
  });
  // No step waits for the one before; all of them wait for the window.
  const comma = { key: ",", code: "Comma", windowsVirtualKeyCode: 188 };
  await Promise.all([
    busy,
    app.cdp.send("Input.insertText", { text: "雾" }),
    app.cdp.send("Input.dispatchKeyEvent", { type: "keyDown", text: ",", ...comma }),
    app.cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...comma }),
  ]);
  await isStored("雾，");
});

it("a cancelled composition leaves nothing", async () => {
  await compose("z", "zh", "zhi");
  await take("止", "Space");
  await compose(...PINYIN);
  await compose("");
  await isStored("止");
});

it("drafts, versions and marks do not disturb it", async () => {
  await compose("w", "wu");
  await take("雾", "Space");
  await app.page.evaluate(() => {
    const writing = window.wenfang.writing();
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      const length = writing.length();
      const marks = [0, 1].map((id) => ({
        id: `${turn}-${id}`,
        from: Math.min(id, length),
        to: Math.min(id + 1, length),
        kind: "issue-high" as const,
      }));
      const version = window.wenfang.version();
      writing.setMarks({ layer: "issues", version, unit: "chars", marks });
    }, 40);
    Object.assign(window, { stop: () => clearInterval(timer) });
  });
  const wanted = ["雾"];
  for (let turn = 0; turn < 8; turn += 1) {
    await compose(...PINYIN);
    // A version requested in the middle of a composition is created at its end.
    if (turn % 4 === 2) await app.page.evaluate(() => void window.wenfang.run("writing.save"));
    await take("江", turn % 2 === 0 ? "Space" : "Enter");
    wanted.push("江");
  }
  await app.page.evaluate(() => (window as unknown as { stop(): void }).stop());
  await isStored(wanted.join(""));
});

it("a stream arrives complete beside the typed text", async () => {
  await compose("s", "sh", "sha", "shan");
  await take("山", "Space");
  await app.page.evaluate(() => {
    const stream = window.wenfang.writing().stream(0);
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      stream.push(`流${count}。`);
    }, 40);
    const stop = async () => {
      clearInterval(timer);
      await stream.end();
      return Array.from({ length: count }, (_, index) => `流${index + 1}。`).join("");
    };
    Object.assign(window, { stop });
  });
  for (let turn = 0; turn < 4; turn += 1) {
    await compose(...PINYIN);
    await take("江", turn % 2 === 0 ? "Space" : "Enter");
  }
  const streamed = await app.page.evaluate(() => (window as unknown as { stop(): Promise<string> }).stop());
  await app.kept("kept");
  const text = await app.text();
  expect(text).toContain(streamed);
  expect(text.replace(streamed, "")).toBe("山江江江江");
  await isStored(text);
});

it("moving a scene waits for its composition to end", async () => {
  const scene = await app.scene();
  await app.run("binder.new_scene");
  await expect.poll(() => app.page.locator("[data-chapter] .cm-content").count()).toBe(2);
  await app.run("writing.previous_scene");
  await expect.poll(() => app.scene()).toBe(scene);
  const [first, second] = [0, 1].map((at) => app.page.locator("[data-chapter] .cm-content").nth(at));
  await expect.poll(() => first?.evaluate((at) => at === document.activeElement)).toBe(true);
  const { volumes } = await app.call<{ volumes: { chapters: { id: number; scenes: { id: number }[] }[] }[] }>(
    "manuscript.outline",
  );
  const chapter = volumes
    .flatMap(({ chapters }) => chapters)
    .find(({ scenes }) => scenes.some(({ id }) => id === scene));
  await compose(...PINYIN.slice(0, 2));
  await app.call("manuscript.move", { part: { scene }, parent: { chapter: chapter?.id }, at: 1 });
  await app.page.waitForTimeout(500);
  await compose(...PINYIN.slice(2));
  await take("江", "Space");
  await app.page.keyboard.type(",");
  await expect.poll(() => second?.evaluate((at) => at === document.activeElement)).toBe(true);
  await isStored("江，");
});
