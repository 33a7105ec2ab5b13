// The window in Chromium: one browser for a file of tests, a fresh home for each window.
//
// Always: what the page says as an error, throws, or asks of another host fails the test that opened it.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { DIALOG } from "../../dialog";
import { launch } from "../chromium";
import { openFerry } from "./ferry";
import { type Running, type StartOptions, startProgram } from "./loopback";

/** The window and what is behind it. */
export interface App extends Running {
  page: Page;
  cdp: CDPSession;
  /** What went wrong in the page so far, and what it asked of others. */
  said: string[];
  /** From now on such errors are part of the test. */
  expects(pattern: RegExp): void;
  /** Runs a command of the window by its id. */
  run(command: string): Promise<void>;
  /** The text in the editor of the open scene. */
  text(): Promise<string>;
  /** The editor of the open scene. */
  editor(): Locator;
  /** Waits until the words are kept so. */
  kept(state: "saved" | "kept" | "changed" | "failed"): Promise<void>;
  /** The words of the chapter, as the status bar has them. */
  chapterWords(): Promise<number>;
  /** The open scene. */
  scene(): Promise<number>;
  /** The dialog that is open. */
  dialog(): Locator;
}

export interface OpenOptions extends StartOptions {
  language?: "zh" | "en";
  theme?: string;
  settings?: object;
  /** What is done to the program before the page comes. */
  before?: (running: Running) => Promise<void>;
  /** Errors that are part of the test. */
  expects?: RegExp[];
  /** Keep the home when the window closes. */
  keepHome?: boolean;
}

/** Answers of the desk that are failures are listed by the browser as errors; what they mean is the test's to say. */
const ANSWERED = /status of 422/;

/** What the editor says when it had to measure a long text more often than usual. It is no error. */
const MEASURED = /Viewport failed to stabilize/;

let browser: Browser | undefined;
const open = new Set<{ app: App; close(): Promise<void> }>();

/** Opens the browser for this file, and closes what its tests opened. */
export function inBrowser(): void {
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async ({ task }) => {
    const said: string[] = [];
    const shots = process.env.WENFANG_SHOTS;
    for (const window of open) {
      if (shots !== undefined && task.result?.state === "fail") {
        const name = task.name.replace(/\W+/g, "-");
        await window.app.page.screenshot({ path: join(shots, `failed-${name}.png`) }).catch(() => undefined);
      }
      said.push(...window.app.said);
      await window.close();
    }
    open.clear();
    expect(said).toEqual([]);
  });
  afterAll(async () => browser?.close());
}

/** Starts the program and opens its window. */
export async function openApp(options: OpenOptions = {}): Promise<App> {
  if (browser === undefined) throw new Error("call inBrowser() first");
  const running = await startProgram(inject("built"), options);
  const { language = "zh", theme = "light", settings = {} } = options;
  await options.before?.(running);
  await running.call("settings.change", { changes: { language, theme, ...settings } });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 820 },
    reducedMotion: "reduce",
    locale: language === "zh" ? "zh-CN" : "en",
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const said: string[] = [];
  const expected = [ANSWERED, MEASURED, ...(options.expects ?? [])];
  const say = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) said.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") say(message.text());
  });
  page.on("pageerror", (error) => say(`${error.name}: ${error.message}`));
  page.on("dialog", (dialog) => {
    say(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => say(`popup: ${popup.url()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(running.origin) && !url.startsWith("data:")) say(`request: ${url}`);
  });
  await page.goto(running.url);
  await page.locator("#root > *").first().waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
  const app: App = {
    ...running,
    page,
    cdp,
    said,
    expects: (pattern) => expected.push(pattern),
    run: (command) => page.evaluate((id) => window.wenfang.run(id), command),
    text: () => page.evaluate(() => window.wenfang.text()),
    scene: () => page.evaluate(() => window.wenfang.scene()),
    editor: () => page.locator("main .cm-content").first(),
    kept: async (state) => {
      // The status bar shows what the last key did with the next frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      await page.locator(`[data-testid=kept][data-kept=${state}]`).waitFor({ timeout: 15_000 });
    },
    chapterWords: async () => {
      const shown = await page.locator("[data-testid=chapter-words]").textContent();
      return Number(/\d[\d,]*/.exec(shown ?? "")?.[0].replaceAll(",", ""));
    },
    dialog: () => page.locator(DIALOG),
  };
  open.add({
    app,
    close: async () => {
      await context.close();
      await running.kill();
      if (!options.keepHome) await rm(running.home, { recursive: true, force: true });
    },
  });
  return app;
}

/** Opens the first chapters of the Chinese sample, of which nothing but the text is there yet. */
export async function openSample(options: OpenOptions = {}): Promise<App> {
  const app = await openApp({ before: openFerry, ...options });
  await app.editor().waitFor();
  return app;
}

/** Waits until a dialog is there and has the keyboard. */
export async function inDialog(app: App): Promise<void> {
  await app.page.waitForFunction((dialog) => document.activeElement?.closest(dialog) != null, DIALOG);
}

/** Puts words into whatever has the focus, as an input method does. */
export async function type(app: App, text: string): Promise<void> {
  await app.page.keyboard.insertText(text);
}

/** Puts the caret at the end of the text. */
export async function goToEnd(app: App): Promise<void> {
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+End");
}

/** A text of the shared corpus, or null where there is none. */
export async function corpus(name: string): Promise<string | null> {
  const at = fileURLToPath(new URL("../../../../../shared/corpus", import.meta.url));
  return readFile(join(at, name), "utf8").catch(() => null);
}

/** The newest text of a scene as the backend has it, the draft first. */
export async function storedText(app: App, scene: number): Promise<string> {
  const read = await app.call<{ text: string; draft: { text: string } | null }>("scene.text", { scene });
  return read.draft?.text ?? read.text;
}
