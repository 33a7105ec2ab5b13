// Acts of someone who has just installed the program: real keys, the figures that the window shows in several places,
// and a small window with a large interface.
import { join } from "node:path";
import { crampedHere } from "../browser/app/fits";
import { DIALOG } from "../dialog";
import { quoteWidths } from "../quote-widths";
import { Author } from "./author";
import { until } from "./processes";
import type { Running, Studio } from "./studio";

/** The folder for pictures; without it none are taken. */
const PICTURES = process.env.WENFANG_FIRST_HOUR;

/** The words of the window that both languages need. */
const WORDS = {
  en: { settings: "Settings…" },
  zh: { settings: "设置…" },
} as const;

/** The length of a chapter, in each place of the window that shows it. */
export interface Figures {
  status: string;
  binder: string;
  inspector: string;
}

export class Newcomer extends Author {
  readonly studio: Studio;
  readonly #app: Running;
  readonly #story: string;
  readonly #language: keyof typeof WORDS;
  /** What was not in reach, by screen. */
  cramped: Record<string, string[]> = {};
  #taken = 0;
  /** The scale of the interface, in per cent. */
  #scale = 100;

  /** The author of a story, which names the pictures. */
  constructor(app: Running, studio: Studio, language: keyof typeof WORDS, story: string) {
    super(app.window, studio.display, story);
    this.studio = studio;
    this.#app = app;
    this.#story = story;
    this.#language = language;
  }

  /** Presses keys, by their names in X. */
  keys(...names: readonly string[]): void {
    this.studio.display.xdotool("key", "--delay", "30", ...names);
  }

  /** Types characters of the keyboard. */
  types(text: string): void {
    this.studio.display.xdotool("type", "--delay", "20", text);
  }

  /** The width of the widest curly quote in the open text, em. */
  async widestQuote(): Promise<number> {
    const widths = await this.window.run(quoteWidths, "main .cm-line");
    return Math.max(0, ...widths.flat());
  }

  /** Waits until the focused text is this. */
  async reads(text: string): Promise<void> {
    let last = "";
    await until(`the text is “${text}”`, async () => {
      last = await this.written();
      return last === text;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}; the text is “${last}”`);
    });
  }

  /** Creates a novel from the welcome page, and types its first words at once. */
  async begins(words: { create: string; title: string }, novel: string, first: () => void): Promise<string> {
    const file = this.studio.path(`${novel}.wenfang`);
    await this.press(words.create);
    await this.covered();
    await this.fill(words.title, novel);
    await this.looks("new novel");
    this.studio.answers(file);
    this.keys("Return");
    await this.left();
    first();
    return file;
  }

  /** Accepts the title of a new chapter, and waits until its text is open. */
  async names(title: string): Promise<void> {
    await until("the title can be written", () =>
      this.window.run((wanted) => {
        const field = document.activeElement;
        return field instanceof HTMLInputElement && field.value === wanted;
      }, title),
    );
    this.keys("Return");
    await this.reads("");
  }

  /** Waits until the field with this label holds a text. Real keys arrive later than what the driver does. */
  async holds(label: string, text: string): Promise<void> {
    await until(`“${label}” holds “${text}”`, () =>
      this.window.run(
        (wanted, value) =>
          [...document.querySelectorAll("textarea")].some(
            (one) => one.labels[0]?.textContent === wanted && one.value === value,
          ),
        label,
        text,
      ),
    );
  }

  /** Waits until the chapter with this title is open. */
  async reaches(chapter: string): Promise<void> {
    await until(`“${chapter}” is open`, () =>
      this.window.run((title) => document.querySelector("main h2")?.textContent === title, chapter),
    );
  }

  /** Closes the find bar. */
  async leavesFind(): Promise<void> {
    this.keys("Escape");
    await until("the find bar is closed", () =>
      this.window.run(() => document.querySelector("[role=search]") === null),
    );
  }

  /** Waits until a field with this label is there. */
  async offers(label: string): Promise<void> {
    await until(`the field “${label}” is there`, () =>
      this.window.run(
        (wanted) => [...document.querySelectorAll("label")].some(({ textContent }) => textContent === wanted),
        label,
      ),
    );
  }

  /** The length of a chapter wherever the window shows it. */
  async figures(chapter: string, counted: string): Promise<Figures> {
    const [binder = "", inspector = ""] = await this.window.run(
      (title, rule) => {
        const rows = [...document.querySelectorAll("[role=treeitem]")];
        const row = rows.find((one) => one.textContent?.includes(title));
        const names = [...document.querySelectorAll("aside dl dt")];
        const name = names.find((one) => one.textContent === rule);
        return [row?.lastElementChild?.textContent, name?.nextElementSibling?.textContent].map(
          (text) => text?.replaceAll(",", "") ?? "",
        );
      },
      chapter,
      counted,
    );
    return { status: String(await this.words()), binder, inspector };
  }

  /** Waits until every place of the window shows the same length of a chapter; returns it. */
  async agree(chapter: string, counted: string): Promise<number> {
    let last: Figures | null = null;
    await until("the lengths agree", async () => {
      last = await this.figures(chapter, counted);
      return new Set(Object.values(last)).size === 1 && Number(last.status) > 0;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${JSON.stringify(last)}`);
    });
    return this.words();
  }

  /** The totals of the import preview. */
  async preview(): Promise<{ chapters: number; words: number }> {
    const shown = await this.window.run(
      (dialog) => document.querySelector(`${dialog} [role=status]`)?.textContent ?? "",
      DIALOG,
    );
    const [, chapters, words] = /([\d,]+) chapters · ([\d,]+) words/.exec(shown) ?? [];
    return { chapters: numberOf(chapters), words: numberOf(words) };
  }

  /** The figure in a list of figures, by its name. */
  async listed(name: string): Promise<number> {
    return numberOf(
      await this.window.run((wanted) => {
        const names = [...document.querySelectorAll("main dt")];
        return names.find((one) => one.textContent === wanted)?.nextElementSibling?.firstChild?.textContent;
      }, name),
    );
  }

  /** Waits until the status bar shows this length of the chapter. */
  async shows(length: string): Promise<void> {
    await until(`the status bar shows “${length}”`, () =>
      this.window.run(
        (wanted) => document.querySelector("[data-testid=chapter-words]")?.textContent === wanted,
        length,
      ),
    );
  }

  /** Waits until every step of the chapter's completion has ended well. */
  async completed(): Promise<void> {
    let last: string[] = [];
    await until("the chapter is complete", async () => {
      last = await this.window.run(() =>
        [...document.querySelectorAll<HTMLElement>("aside [data-step]")].map(
          ({ dataset }) => dataset.status ?? "",
        ),
      );
      return last.length === 4 && last.every((step) => step === "completed");
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${last.join()}`);
    });
  }

  /** Exports the manuscript through the dialog. */
  async exports(
    words: { command: string; choices: string[]; act: string; done: string; close: string },
    to: string,
  ): Promise<void> {
    await this.command(words.command);
    await this.covered();
    for (const choice of words.choices) await this.press(choice);
    await this.looks("export");
    this.studio.answers(to);
    await this.press(words.act);
    await this.sees(words.done);
    await this.looks("exported");
    await this.press(words.close);
    await this.left();
  }

  /** Looks at a screen: stores a picture, and notes what is not in reach. */
  async looks(name: string): Promise<void> {
    await until("the page has the size of its window", async () => {
      const geometry = this.studio.display.xdotool("getactivewindow", "getwindowgeometry", "--shell");
      const height = Number(/HEIGHT=(\d+)/.exec(geometry)?.[1]);
      return height > (await this.window.run(() => innerHeight));
    });
    await until("nothing loads", () =>
      this.window.run(() => document.querySelector("[aria-busy=true]") === null),
    );
    await this.rests();
    await this.picture(name);
    const cramped = await this.window.run(crampedHere);
    if (cramped.length > 0) this.cramped[`${name} at ${this.#scale} %`] = cramped;
  }

  /** Sets the interface to 160 % and the window to 800×600. */
  async shrinks(): Promise<void> {
    const words = WORDS[this.#language];
    await this.command(words.settings);
    await this.covered();
    await this.press("100%");
    await until("the list is open", () =>
      this.window.run(() => document.activeElement?.closest("[role=listbox]") != null),
    );
    this.keys("End", "Return");
    await until("the interface is large", () =>
      this.window.run(() => document.documentElement.style.fontSize === "25.6px"),
    );
    this.keys("Escape");
    await this.left();
    this.studio.display.xdotool("getactivewindow", "windowsize", "800", "600");
    await until("the window is small", () => this.window.run(() => innerWidth === 800));
    this.#scale = 160;
  }

  /** Closes the window by its key, and opens the program again. */
  async comesBack(): Promise<Newcomer> {
    this.keys("alt+F4");
    await until("the program has ended", () => this.#app.processes().length === 0);
    await this.#app.stop();
    const app = await this.studio.drive();
    const again = new Newcomer(app, this.studio, this.#language, this.#story);
    again.cramped = this.cramped;
    again.#taken = this.#taken;
    again.#scale = this.#scale;
    return again;
  }

  /** Stores a picture, if there is a folder for them. */
  override async picture(name: string): Promise<void> {
    if (PICTURES === undefined) return;
    this.#taken += 1;
    const file = `${String(this.#taken).padStart(2, "0")} ${name} ${this.#scale}.png`;
    this.studio.display.screenshot(join(PICTURES, this.#story, file));
  }
}

const numberOf = (shown: string | null | undefined) => Number((shown ?? "").replaceAll(",", "") || "NaN");
