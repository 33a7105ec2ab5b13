// The window in Chromium: one browser per test file, a fresh home for each window.
//
// An error of the page, an exception or a request to another host fails the test that opened it.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { DIALOG } from "../../dialog";
import { launch } from "../chromium";
import { openFerry } from "./ferry";
import { type Running, type StartOptions, startProgram } from "./loopback";

/** The window and the program behind it. */
export interface App extends Running {
  page: Page;
  cdp: CDPSession;
  /** Errors of the page so far, and its requests to others. */
  errors: string[];
  /** Declares that such errors are part of the test. */
  expects(pattern: RegExp): void;
  /** Runs a command of the window by its id. */
  run(command: string): Promise<void>;
  /** The text in the editor of the open scene. */
  text(): Promise<string>;
  /** The editor of the open scene. */
  editor(): Locator;
  /** Waits until the words are stored with this status. */
  kept(...states: ("saved" | "kept" | "changed" | "failed")[]): Promise<void>;
  /** The length of the chapter, as the status bar shows it. */
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
  /** Prepares the program before the page loads. */
  before?: (running: Running) => Promise<void>;
  /** Errors that are part of the test. */
  expects?: RegExp[];
  /** Keep the home when the window closes. */
  keepHome?: boolean;
}

/** The browser lists failures of the desk as errors; the test decides what they mean. */
const ANSWERED = /status of 422/;

/** The editor's message that it measured a long text more often than usual. It is not an error. */
const MEASURED = /Viewport failed to stabilize/;

let browser: Browser | undefined;
const open = new Set<{ app: App; close(): Promise<void> }>();

/** Opens the browser for this file, and closes everything its tests opened. */
export function inBrowser(): void {
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async ({ task }) => {
    const errors: string[] = [];
    const shots = process.env.WENFANG_SHOTS;
    for (const window of open) {
      if (shots !== undefined && task.result?.state === "fail") {
        const name = task.name.replace(/\W+/g, "-");
        await window.app.page.screenshot({ path: join(shots, `failed-${name}.png`) }).catch(() => undefined);
      }
      errors.push(...window.app.errors);
      await window.close();
    }
    open.clear();
    expect(errors).toEqual([]);
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
  const errors: string[] = [];
  const expected = [ANSWERED, MEASURED, ...(options.expects ?? [])];
  const say = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text);
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
    errors,
    expects: (pattern) => expected.push(pattern),
    run: (command) => page.evaluate((id) => window.wenfang.run(id), command),
    text: () => page.evaluate(() => window.wenfang.text()),
    scene: () => page.evaluate(() => window.wenfang.scene()),
    editor: () => page.locator("main [data-open-scene] .cm-content").first(),
    kept: async (...states) => {
      // The status bar shows the effect of the last key in the next frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      const shown = states.map((state) => `[data-testid=kept][data-kept=${state}]`).join(", ");
      await page.locator(shown).waitFor({ timeout: 15_000 });
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

/** Opens the first chapters of the Chinese sample with nothing but their text. */
export async function openSample(options: OpenOptions = {}): Promise<App> {
  const app = await openApp({ before: openFerry, ...options });
  await app.editor().waitFor();
  return app;
}

/** Waits until a dialog is open and has the focus. */
export async function inDialog(app: App): Promise<void> {
  await app.page.waitForFunction((dialog) => document.activeElement?.closest(dialog) != null, DIALOG);
}

/** Inserts words into the focused element, as an input method does. */
export async function type(app: App, text: string): Promise<void> {
  await app.page.keyboard.insertText(text);
}

/** Waits until the text points a passage out: these words, or any. Returns it. */
export async function pointedOut(app: App, words?: string): Promise<string> {
  const found = await app.page.waitForFunction((wanted) => {
    const marks = [...document.querySelectorAll("main .cm-pointed-out")];
    const text = marks.map(({ textContent }) => textContent).join("");
    return (wanted === undefined || text === wanted) && text;
  }, words);
  return String(await found.jsonValue());
}

/** Puts the caret at the end of the text. */
export async function goToEnd(app: App): Promise<void> {
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+End");
}

/** A text of the shared corpus, or null if it is missing. */
export async function corpus(name: string): Promise<string | null> {
  const at = fileURLToPath(new URL("../../../../../shared/corpus", import.meta.url));
  return readFile(join(at, name), "utf8").catch(() => null);
}

/** The newest text of a scene in the backend, preferring the draft. */
export async function storedText(app: App, scene: number): Promise<string> {
  const read = await app.call<{ text: string; draft: { text: string } | null }>("scene.text", { scene });
  return read.draft?.text ?? read.text;
}
