// Random acts of an author in the real window, with real keys: the short form of `browser/app/tireless.test.ts`, with
// the same model. WENFANG_ACTS sets the number, WENFANG_SEED the seed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { zh as writing } from "../../src/features/writing/words";
import {
  at,
  type Book,
  become,
  caretOf,
  chapterOf,
  edit,
  goBack,
  mayGive,
  newScene,
  openOf,
  order,
  replaceSelection,
} from "../browser/app/tireless/book";
import { Author } from "./author";
import { until } from "./processes";
import { type Running, Studio } from "./studio";

const ACTS = Number(process.env.WENFANG_ACTS ?? 40);
const SEED = Number(process.env.WENFANG_SEED ?? 8);
/** Delay between two keys, ms: faster than a hand. */
const PACE = "4";

interface Outline {
  volumes: { chapters: { id: number; title: string; scenes: { id: number }[] }[] }[];
}

/** The real window and its expected state. */
class Hands {
  readonly book: Book = { chapters: [], scenes: new Map(), open: 1, checkpoints: [] };
  readonly #studio: Studio;
  readonly #novel: string;
  #app: Running;
  #author: Author;

  private constructor(studio: Studio, novel: string, app: Running) {
    [this.#studio, this.#novel, this.#app] = [studio, novel, app];
    this.#author = new Author(app.window, studio.display, "random-acts");
  }

  /** A novel of two chapters, open at the end of the first. */
  static async begin(): Promise<Hands> {
    const studio = await Studio.open({ managed: true });
    const novel = studio.novel("第一章 夜渡\n\n雾来了。\n\n第二章 天明\n\n天亮了。\n");
    const hands = new Hands(studio, novel, await studio.drive([novel]));
    hands.book.chapters = hands.#chapters();
    for (const id of order(hands.book)) newScene(hands.book, id, hands.#stored(id));
    hands.book.open = order(hands.book)[0] ?? 0;
    await hands.#toText();
    return hands;
  }

  key(...keys: string[]): void {
    this.#studio.display.xdotool("key", "--delay", PACE, ...keys);
  }

  type(words: string): void {
    this.#studio.display.xdotool("type", "--delay", PACE, words);
  }

  /** Types into the open text. */
  write(words: string): void {
    this.type(words);
    replaceSelection(openOf(this.book), words);
  }

  /** Runs a command by its name. */
  command(name: string): Promise<void> {
    return this.#author.command(name);
  }

  /** Waits until the open text is one of these; returns which. */
  async shows(texts: readonly string[]): Promise<string> {
    let now = "";
    return until("the text is as it must be", async () => {
      now = await this.#author.written();
      return texts.includes(now) ? { now } : null;
    }).then(
      ({ now }) => now,
      (error: Error) => {
        throw new Error(`${error.message}: ${JSON.stringify(texts)}; it is ${JSON.stringify(now)}`);
      },
    );
  }

  /** A scene was created: the one that the model does not know. Returns its place. */
  async made(): Promise<{ chapter: Book["chapters"][number]; scene: number }> {
    return until("a new scene is there", () => {
      for (const chapter of this.#chapters())
        for (const scene of chapter.scenes) if (!this.book.scenes.has(scene)) return { chapter, scene };
      return null;
    });
  }

  /** Closes the window at once and opens it again; the caret is at the end. */
  async reopen(): Promise<void> {
    this.key("alt+F4");
    await until("the program has ended", () => this.#app.processes().length === 0);
    await this.#app.stop();
    this.#app = await this.#studio.drive([this.#novel]);
    this.#author = this.#author.at(this.#app.window);
    await this.#toText();
    for (const scene of this.book.scenes.values()) Object.assign(scene, { undo: [], redo: [], caret: at(0) });
    this.toEnd();
  }

  toEnd(): void {
    this.key("ctrl+End");
    openOf(this.book).caret = at(openOf(this.book).text.length);
  }

  /** Closes the window; every scene is stored as in the model. */
  async holdsAsAWhole(): Promise<void> {
    this.key("alt+F4");
    await until("the program has ended", () => this.#app.processes().length === 0);
    expect(this.#chapters().map(({ scenes }) => scenes)).toEqual(
      this.book.chapters.map(({ scenes }) => scenes),
    );
    for (const { id, text } of this.book.scenes.values()) expect(this.#stored(id)).toBe(text);
  }

  /** Every scene as stored. */
  whole(): string {
    const scenes = this.#chapters().flatMap((chapter) => chapter.scenes);
    return JSON.stringify(scenes.map((scene) => [scene, this.#stored(scene)]));
  }

  async #toText(): Promise<void> {
    await this.#author.writes();
    this.#studio.display.typeInto(await this.#studio.display.window("夜渡"), "");
    this.toEnd();
  }

  #chapters(): Book["chapters"] {
    const { volumes } = this.#studio.cli<Outline>("outline", this.#novel);
    return volumes
      .flatMap(({ chapters }) => chapters)
      .map(({ id, title, scenes }) => ({ id, title, scenes: scenes.map((scene) => scene.id) }));
  }

  #stored(scene: number): string {
    return this.#studio.stored(this.#novel, scene);
  }
}

type Doing = (hands: Hands, words: string, n: number) => Promise<void> | void;

const step =
  (key: string, by: "scene" | "chapter", way: 1 | -1): Doing =>
  (hands, words) => {
    const { book } = hands;
    hands.key(key);
    const firsts = book.chapters.map(({ scenes }) => scenes[0] ?? 0);
    const [places, from] =
      by === "scene" ? [order(book), book.open] : [firsts, chapterOf(book, book.open).scenes[0] ?? 0];
    book.open = places[places.indexOf(from) + way] ?? book.open;
    hands.write(words);
  };

const history =
  (key: string, way: "undo" | "redo"): Doing =>
  async (hands) => {
    const scene = openOf(hands.book);
    const texts = mayGive(scene[way]);
    hands.key(key);
    const text = await hands.shows(texts.length === 0 ? [scene.text] : texts);
    if (texts.length > 0) goBack(scene, text, at(0), way);
    hands.toEnd();
  };

const DOING: Record<string, Doing> = {
  type: (hands, words) => hands.write(words),
  line: (hands, words) => {
    hands.key("Return");
    replaceSelection(openOf(hands.book), "\n");
    hands.write(words);
  },
  delete: (hands, _, n) => {
    const scene = openOf(hands.book);
    const steps = Math.min(1 + (n % 3), caretOf(scene).head);
    for (let step = 0; step < steps; step += 1) {
      hands.key("BackSpace");
      const { head } = caretOf(scene);
      edit(scene, head - 1, head, "");
    }
  },
  undo: history("ctrl+z", "undo"),
  redo: history("ctrl+shift+z", "redo"),
  save: (hands, words) => {
    hands.key("ctrl+s");
    hands.write(words);
  },
  nextScene: step("ctrl+shift+Next", "scene", 1),
  previousScene: step("ctrl+shift+Prior", "scene", -1),
  nextChapter: step("ctrl+Next", "chapter", 1),
  previousChapter: step("ctrl+Prior", "chapter", -1),
  newScene: async (hands, words) => {
    const { book } = hands;
    hands.key("ctrl+alt+n");
    hands.type(words);
    const { scene } = await hands.made();
    const { scenes } = chapterOf(book, book.open);
    scenes.splice(scenes.indexOf(book.open) + 1, 0, scene);
    newScene(book, scene);
    book.open = scene;
    replaceSelection(openOf(book), words);
  },
  newChapter: async (hands, words) => {
    const { book } = hands;
    hands.key("ctrl+shift+n");
    hands.type(words);
    hands.key("Return");
    hands.type(words);
    const { chapter, scene } = await hands.made();
    book.chapters.splice(book.chapters.indexOf(chapterOf(book, book.open)) + 1, 0, chapter);
    newScene(book, scene);
    book.open = scene;
    replaceSelection(openOf(book), words);
  },
  split: async (hands, words) => {
    const { book } = hands;
    await hands.command(writing.commands.split);
    hands.type(words);
    const { scene: id } = await hands.made();
    const scene = openOf(book);
    const { head } = caretOf(scene);
    newScene(book, id, scene.text.slice(head));
    become(scene, scene.text.slice(0, head));
    scene.caret = at(head);
    const { scenes } = chapterOf(book, scene.id);
    scenes.splice(scenes.indexOf(scene.id) + 1, 0, id);
    book.open = id;
    replaceSelection(openOf(book), words);
  },
  reopen: (hands, words) => {
    hands.write(words);
    return hands.reopen();
  },
};

/** The weight of each act in the random choice. */
const WEIGHTS: Record<string, number> = { type: 4, undo: 2, newScene: 2, split: 2, reopen: 0.4 };

const acts = fc.array(
  fc.record({
    kind: fc.oneof(
      ...Object.keys(DOING).map((kind) => ({
        weight: Math.round((WEIGHTS[kind] ?? 1) * 5),
        arbitrary: fc.constant(kind),
      })),
    ),
    words: fc.stringMatching(/^[a-z]{1,5}[0-9]$/),
    n: fc.nat(99),
  }),
  { minLength: ACTS, maxLength: ACTS, size: "max" },
);

test(`${ACTS} random acts with real keys`, { timeout: 120_000 + ACTS * 10_000 }, async () => {
  const hands = await Hands.begin();
  const [sequence = []] = fc.sample(acts, { numRuns: 1, seed: SEED });
  for (const [index, { kind, words, n }] of sequence.entries()) {
    const what = `act ${index}, ${kind} ${words} (WENFANG_SEED=${SEED})`;
    try {
      await DOING[kind]?.(hands, words, n);
      await hands.shows([openOf(hands.book).text]);
    } catch (error) {
      throw new Error(`${what}: ${error}\n${hands.whole()}`);
    }
  }
  await hands.holdsAsAWhole();
});
