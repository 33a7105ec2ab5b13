// Acts of an author at the window, and what an author sees: by the names on the screen, driven through WebDriver.
import { join } from "node:path";
import { DIALOG } from "../dialog";
import type { Display } from "./display";
import { until } from "./processes";
import { OUTPUT } from "./studio";
import { KEY, type Window } from "./webdriver";

const BUTTONS =
  "button, [role=button], [role=tab], [role=treeitem], [role=option], [role=menuitem], [role=radio], label, a";

export class Author {
  readonly window: Window;
  readonly #display: Display;
  readonly #story: string;
  #pictures: number;

  /** The author of a story, which names the pictures. */
  constructor(window: Window, display: Display, story: string, pictures = 0) {
    this.window = window;
    this.#display = display;
    this.#story = story;
    this.#pictures = pictures;
  }

  /** The same author at another window, after a restart. */
  at(window: Window): Author {
    return new Author(window, this.#display, this.#story, this.#pictures);
  }

  /** Presses the element with a name: a button, a tab, a row. If a dialog is open, the one in front. */
  async press(name: string): Promise<void> {
    await until(`“${name}” can be pressed`, () =>
      this.window.click(
        (wanted, selector, dialog) => {
          const dialogs = document.querySelectorAll(dialog);
          const where = dialogs[dialogs.length - 1] ?? document;
          const named = (element: Element) =>
            [element.getAttribute("aria-label"), element.textContent].some((text) =>
              text?.trim().startsWith(wanted),
            );
          const found = [...where.querySelectorAll<HTMLElement>(selector)].filter(
            (element) =>
              named(element) &&
              element.checkVisibility() &&
              !element.matches(":disabled, [aria-disabled=true]"),
          );
          // The shortest name is the closest match.
          return found.sort((a, b) => (a.textContent?.length ?? 0) - (b.textContent?.length ?? 0))[0];
        },
        name,
        BUTTONS,
        DIALOG,
      ),
    );
  }

  /** Replaces the content of the field with this name. */
  async fill(label: string, text: string): Promise<void> {
    await until(`the field “${label}” is there`, () =>
      this.window.run((wanted) => {
        const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
        const field = fields.find((one) => {
          const names = [
            one.getAttribute("aria-label"),
            ...[...(one.labels ?? [])].map(({ textContent }) => textContent),
          ];
          return names.some((name) => name?.startsWith(wanted));
        });
        field?.focus();
        field?.select();
        return field !== undefined && document.activeElement === field;
      }, label),
    );
    await this.window.insert(text);
  }

  /** Runs a command through the palette, by its name. */
  async command(name: string): Promise<void> {
    await this.window.press(KEY.control, "k");
    await until("the palette is open", () =>
      this.window.run(
        () => document.querySelector("[role=dialog] [role=combobox]") === document.activeElement,
      ),
    );
    await this.window.insert(name);
    await until(`the palette offers “${name}”`, () =>
      this.window.run(
        (wanted) =>
          document.querySelector("[role=dialog] [role=option]")?.textContent?.includes(wanted) ?? false,
        name,
      ),
    );
    await this.window.press(KEY.enter);
  }

  /** Goes to a chapter through the palette. */
  async goTo(chapter: string): Promise<void> {
    await this.command(chapter);
    await this.writes();
  }

  /** Waits until a dialog is open. */
  async covered(): Promise<void> {
    await until("a dialog is open", () =>
      this.window.run((dialog) => document.querySelector(dialog) !== null, DIALOG),
    );
  }

  /** Waits until no dialog is open. */
  async left(): Promise<void> {
    await until("no dialog is open", () =>
      this.window.run((dialog) => document.querySelector(dialog) === null, DIALOG),
    );
  }

  /** Waits until the text is editable, and puts the caret at its end or beginning. */
  async writes(at: "end" | "start" = "end"): Promise<void> {
    await this.left();
    await until("a text is open", () =>
      this.window.run(() => {
        const text = document.querySelector<HTMLElement>(".cm-content[contenteditable=true]");
        text?.focus();
        return text !== null && document.activeElement === text;
      }),
    );
    await this.window.press(KEY.control, at === "end" ? KEY.end : KEY.home);
  }

  /** The visible lines of the open text. */
  async text(): Promise<string> {
    return this.window.run(() =>
      [...document.querySelectorAll(".cm-content .cm-line")].map((line) => line.textContent).join("\n"),
    );
  }

  /** The lines of the focused text. */
  async written(): Promise<string> {
    return this.window.run(() => {
      const text = document.activeElement?.closest(".cm-content");
      return [...(text?.querySelectorAll(".cm-line") ?? [])].map((line) => line.textContent).join("\n");
    });
  }

  /** Puts the caret before or behind words of the open text, by keys. */
  async caret(side: "before" | "behind", words: string): Promise<void> {
    const text = await this.text();
    const at = text.indexOf(words);
    if (at < 0) throw new Error(`the open text has no “${words}”: ${text}`);
    await this.writes("start");
    await this.window.repeat(KEY.right, at + (side === "before" ? 0 : words.length));
  }

  /** Selects words of the open text, by keys. */
  async select(words: string): Promise<void> {
    await this.caret("before", words);
    await this.window.repeat(KEY.right, words.length, KEY.shift);
    await this.selected(words);
  }

  /** Waits until exactly these words are selected. */
  async selected(words: string): Promise<void> {
    await until(`“${words}” is selected`, () =>
      this.window.run((wanted) => getSelection()?.toString() === wanted, words),
    );
  }

  /** Waits until the open text points a passage out: these words, or any. */
  async pointedOut(words?: string): Promise<void> {
    await until(`“${words ?? "a passage"}” is pointed out`, () =>
      this.window.run((wanted) => {
        const marks = [...document.querySelectorAll("main .cm-pointed-out")];
        const text = marks.map(({ textContent }) => textContent).join("");
        return wanted === null ? text !== "" : text === wanted;
      }, words ?? null),
    );
  }

  /** The passages of threads marked in the open text. */
  async marked(): Promise<string[]> {
    return this.window.run(() =>
      [...document.querySelectorAll("main .cm-anchor")].map((one) => one.textContent),
    );
  }

  /** The position of words of the open text on the screen: their middle. */
  async placeOf(words: string): Promise<{ x: number; y: number }> {
    return until(`“${words}” stands on the screen`, () =>
      this.window.run((wanted) => {
        for (const line of document.querySelectorAll("main .cm-content .cm-line")) {
          const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const at = node.textContent?.indexOf(wanted) ?? -1;
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + wanted.length);
            const [rect] = range.getClientRects();
            if (rect !== undefined) return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
          }
        }
        return null;
      }, words),
    );
  }

  /** 字数 of the chapter, as the status bar shows it. */
  async words(): Promise<number> {
    const shown = await this.window.run(
      () => document.querySelector("[data-testid=chapter-words]")?.textContent ?? "",
    );
    return Number(shown.replace(/\/.*/, "").replace(/\D/g, ""));
  }

  /** Waits until the status bar shows one of these save states. */
  async kept(...states: ("saved" | "kept")[]): Promise<void> {
    await until(`the text is ${states.join(" or ")}`, () =>
      this.window.run((wanted) => {
        const shown = document.querySelector<HTMLElement>("[data-testid=kept]")?.dataset["kept"] ?? "";
        return wanted.split(" ").includes(shown);
      }, states.join(" ")),
    );
  }

  /** Whether the window shows some words. */
  async isShown(words: string): Promise<boolean> {
    return this.window.run((wanted) => document.body.innerText.includes(wanted), words);
  }

  /** Waits until the window shows some words. */
  async sees(...words: readonly string[]): Promise<void> {
    for (const wanted of words) await until(`the window shows “${wanted}”`, () => this.isShown(wanted));
  }

  /** Waits until nothing on the page moves. */
  async rests(): Promise<void> {
    await until("the page rests", () =>
      this.window.run(async () => {
        const moving = document.getAnimations().filter(({ effect, playState }) => {
          const times = effect?.getComputedTiming().iterations;
          return playState === "running" && times !== Number.POSITIVE_INFINITY;
        });
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return moving.length === 0;
      }),
    );
  }

  /** Stores a picture of the screen. */
  async picture(name: string): Promise<void> {
    this.#pictures += 1;
    const number = String(this.#pictures).padStart(2, "0");
    // Wait for animations to end first.
    await new Promise((resolve) => setTimeout(resolve, 400));
    this.#display.screenshot(join(OUTPUT, this.#story, `${number} ${name}.png`));
  }
}
