// The window as the tester drives it: real keys, the program behind it, which can be killed and restarted, and the
// visible state of the open text.
import { rm } from "node:fs/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { type ModelServer, startModelServer } from "../../../model-server";
import type { Built, Running } from "../loopback";
import { startProgram } from "../loopback";
import { provider, setUp } from "../with-models";

/** The visible state of the window: the open scene, its text, its caret in UTF-16 units, and the focused element. */
export interface Shown {
  scene: number | null;
  text: string;
  anchor: number;
  head: number;
  /** Whether typing goes into this text. */
  writes: boolean;
}

/** The state that the window must show. A null caret is wherever the program put it. */
export interface Wanted {
  scene: number;
  /** The text must be one of these. */
  texts: string[];
  caret: { anchor: number; head: number } | null;
}

export interface Outline {
  volumes: {
    id: number;
    chapters: { id: number; title: string; scenes: { id: number; counts: { standard: number } }[] }[];
  }[];
}

/** Maximum time for the window to show the expected state, ms. A busy machine is slow, not wrong. */
const PATIENCE = Number(process.env.WENFANG_PATIENCE ?? 20_000);

const IGNORED = [/status of 422/, /Viewport failed to stabilize/, /ERR_|Failed to fetch|network/i];

export class TestWindow {
  page: Page;
  cdp: CDPSession;
  /** Errors and exceptions of the page. */
  readonly errors: string[] = [];
  /** The model's answer to everything. */
  readonly answered = "改过了。";
  private running: Running;
  private readonly built: Built;
  private readonly server: ModelServer;

  private constructor(page: Page, cdp: CDPSession, running: Running, built: Built, server: ModelServer) {
    [this.page, this.cdp, this.running, this.built, this.server] = [page, cdp, running, built, server];
  }

  /** Starts the program in a new home and opens its window. */
  static async open(browser: Browser, built: Built): Promise<TestWindow> {
    const running = await startProgram(built);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 820 },
      reducedMotion: "reduce",
      locale: "zh-CN",
    });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const server = await startModelServer();
    const window = new TestWindow(page, cdp, running, built, server);
    await server.script({ default: { deltas: [window.answered] } });
    await setUp(running, provider("one", server.url));
    page.on("console", (message) => {
      if (message.type() === "error") window.say(message.text());
    });
    page.on("pageerror", (error) => window.say(`${error.name}: ${error.message}`));
    await running.call("settings.change", { changes: { language: "zh", theme: "light" } });
    await window.load();
    return window;
  }

  private say(text: string): void {
    if (!IGNORED.some((pattern) => pattern.test(text))) this.errors.push(text);
  }

  call<T = unknown>(name: string, request: object = {}): Promise<T> {
    return this.running.call<T>(name, request);
  }

  answer(...paths: string[]): Promise<void> {
    return this.running.answer(...paths);
  }

  get home(): string {
    return this.running.home;
  }

  outline(): Promise<Outline> {
    return this.call<Outline>("manuscript.outline");
  }

  /** The newest text of a scene in the backend, preferring the draft. */
  async stored(scene: number): Promise<string> {
    const read = await this.call<{ text: string; draft: { text: string } | null }>("scene.text", { scene });
    return read.draft?.text ?? read.text;
  }

  /**
   * Waits until the newest text of a scene is the expected one: that of a scene which was just left is still on its
   * way.
   */
  async storedAs(scene: number, wanted: string): Promise<string> {
    const until = Date.now() + PATIENCE;
    for (;;) {
      const stored = await this.stored(scene);
      if (stored === wanted || Date.now() > until) return stored;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Starts a command as its menu item does once it is enabled, without waiting for it. */
  async begin(command: string): Promise<void> {
    await this.page.waitForFunction((id) => window.wenfang.canRun(id), command, { timeout: PATIENCE });
    await this.page.evaluate((id) => void window.wenfang.run(id), command);
  }

  /** Types words into the focused element, letter by letter if they are letters. */
  async type(words: string): Promise<void> {
    if (/^[a-z0-9]*$/.test(words)) await this.page.keyboard.type(words);
    else await this.page.keyboard.insertText(words);
  }

  /** Sets the composed text of an input method; an empty one ends it without words. */
  async compose(text: string): Promise<void> {
    const at = { selectionStart: text.length, selectionEnd: text.length };
    await this.cdp.send("Input.imeSetComposition", { text, ...at });
  }

  /** Types letters of an input method one by one. */
  async spell(letters: string): Promise<void> {
    for (let length = 1; length <= letters.length; length += 1) await this.compose(letters.slice(0, length));
  }

  /** Takes a candidate of the input method. */
  async choose(words: string): Promise<void> {
    await this.cdp.send("Input.insertText", { text: words });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Waits until the window shows the expected state; returns the last visible state. */
  shows(wanted: Wanted): Promise<{ held: boolean; shown: Shown }> {
    return this.page.evaluate(
      async ({ wanted, patience }) => {
        const look = (): Shown => {
          try {
            const { view } = window.wenfang.writing();
            const { anchor, head } = view.state.selection.main;
            const text = view.state.doc.toString();
            return { scene: window.wenfang.scene(), text, anchor, head, writes: view.hasFocus };
          } catch {
            return { scene: null, text: "", anchor: 0, head: 0, writes: false };
          }
        };
        const holds = ({ scene, text, anchor, head, writes }: Shown) =>
          scene === wanted.scene &&
          wanted.texts.includes(text) &&
          (wanted.caret === null || (anchor === wanted.caret.anchor && head === wanted.caret.head)) &&
          writes;
        const until = performance.now() + patience;
        let rest = 0;
        let shown = look();
        // It must hold in several frames in a row: what arrives a moment later must not change it.
        while (performance.now() < until) {
          shown = look();
          rest = holds(shown) ? rest + 1 : 0;
          if (rest === 3) return { held: true, shown };
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return { held: false, shown };
      },
      { wanted, patience: PATIENCE },
    );
  }

  /** The focused element and the notices: why an act had no effect. */
  state(): Promise<string> {
    return this.page.evaluate(() => {
      const at = document.activeElement;
      const notices = document.querySelector<HTMLElement>("[data-notices]")?.innerText ?? "";
      const value = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.value : "";
      return `the keyboard is in ${at?.tagName} ${at?.className} ${JSON.stringify(value)}; notices ${JSON.stringify(notices)}`;
    });
  }

  openScene(): Promise<number> {
    return this.page.evaluate(() => window.wenfang.scene());
  }

  /** Waits until the typed text is stored. */
  async kept(): Promise<void> {
    await this.page
      .locator("[data-testid=kept]:is([data-kept=kept], [data-kept=saved])")
      .waitFor({ timeout: PATIENCE });
  }

  /** Waits until a version has all the typed text. */
  async saved(): Promise<void> {
    await this.page.locator("[data-testid=kept][data-kept=saved]").waitFor({ timeout: PATIENCE });
  }

  /** Shows another page, so that the window sends pending data about its novel now. */
  async away(): Promise<void> {
    await this.page.goto("about:blank");
  }

  /** Shows the window again. */
  async load(): Promise<void> {
    await this.page.goto(this.running.url);
    await this.page.locator("#root > *").first().waitFor();
  }

  /** Ends the program, by a crash or as the author does, and starts it again with the same home. */
  async reopen(how: "kill" | "close"): Promise<void> {
    if (how === "kill") await this.running.kill();
    else await this.running.close();
    this.running = await startProgram(this.built, { home: this.running.home });
    await this.load();
  }

  /** Closes and removes everything. */
  async end(): Promise<void> {
    await this.page.context().close();
    await this.server.close();
    await this.running.kill();
    await rm(this.running.home, { recursive: true, force: true });
  }
}
