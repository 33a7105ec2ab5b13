// Shared parts of the tester's acts: the type of an act, and the checks after it.
import { DIALOG } from "../../../dialog";
import type { ACTS } from "./acts";
import { type Book, type Chapter, openOf, replaceSelection } from "./book";
import type { Outline, TestWindow } from "./window";

/** An act of an author: `n` chooses among the existing items, `words` are typed right after it. */
export interface Act {
  kind: keyof typeof ACTS;
  n: number;
  words: string;
}

export interface Doing {
  window: TestWindow;
  book: Book;
  act: Act;
}

export interface Kind {
  /** Its weight in the random choice. */
  weight: number;
  /** Whether it is possible now; always if absent. */
  can?: (book: Book) => boolean;
  do: (doing: Doing) => Promise<void>;
}

/** Continues typing in the open text, at once if the position of the caret is known. */
export async function typeOn(doing: Doing): Promise<void> {
  const { window, book, act } = doing;
  if (openOf(book).caret === null) await takeCaret(doing);
  await window.type(act.words);
  replaceSelection(openOf(book), act.words);
}

/** Types letters of an input method, which are not text yet and are not stored. Returns them. */
export async function spell({ window, book, act }: Doing): Promise<string> {
  const letters = ["jiang", "shang you", "wuwei", "chuan lai le"][act.n % 4] ?? "wuwei";
  await window.spell(letters);
  const stored = await window.stored(book.open);
  const { text, undo, redo } = openOf(book);
  const isWritten = [text, ...[...undo, ...redo].map((step) => step.text)].some((one) =>
    one.includes(letters),
  );
  if (stored.includes(letters) && !isWritten) throw new Difference(act, { without: letters }, { stored });
  return letters;
}

/**
 * Something other than the input method ended it. Among Latin letters the spelled letters become text, else they
 * disappear.
 */
export function cutShort({ book }: Doing, letters: string): void {
  const { text } = openOf(book);
  if (/[A-Za-z]{2}/.test(text) && !/\p{Script=Han}/u.test(text)) replaceSelection(openOf(book), letters);
}

export async function expectOpen({ window, book, act }: Doing): Promise<void> {
  const { id, text, caret } = openOf(book);
  const { held, shown } = await window.shows({ scene: id, texts: [text], caret });
  if (held) return;
  // The place where the words went instead.
  const stored = Object.fromEntries(
    await Promise.all(
      [...book.scenes.keys()].map(async (one) => [one, await window.stored(one).catch(String)]),
    ),
  );
  throw new Difference(act, { scene: id, text, ...caret }, { ...shown, stored });
}

/** The window and the model differ. */
export class Difference extends Error {
  constructor(act: Act, wanted: object, shown: object) {
    super(
      `after ${JSON.stringify(act)}\n  must be ${JSON.stringify(wanted)}\n  is      ${JSON.stringify(shown)}`,
    );
  }
}

/** Waits for a part that the model does not know yet. */
export async function newPart<T extends { id: number }>(
  window: TestWindow,
  parts: (outline: Outline) => T[],
  known: (id: number) => boolean,
): Promise<T> {
  const until = Date.now() + 20_000;
  while (Date.now() < until) {
    const made = parts(await window.outline()).find(({ id }) => !known(id));
    if (made !== undefined) return made;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const titles = chaptersOf(await window.outline()).map(({ title }) => title);
  throw new Error(`no new part came; chapters ${JSON.stringify(titles)}; ${await window.state()}`);
}

export const chaptersOf = ({ volumes }: Outline) => volumes.flatMap(({ chapters }) => chapters);
export const scenesOf = (outline: Outline) => chaptersOf(outline).flatMap(({ scenes }) => scenes);

/** The chapters with their scenes, in order, in the backend. */
export const placesOf = (outline: Outline): Chapter[] =>
  chaptersOf(outline).map(({ id, title, scenes }) => ({
    id,
    title,
    scenes: scenes.map((scene) => scene.id),
  }));

/** The order of chapters and scenes in the backend, where the window chose a place that the model leaves open. */
export async function takeOrder({ window, book }: Doing): Promise<void> {
  book.chapters = placesOf(await window.outline());
}

/** The program placed the caret in a text that it changed: the model takes it from there. */
export async function takeCaret({ window, book, act }: Doing): Promise<void> {
  const scene = openOf(book);
  const { held, shown } = await window.shows({ scene: scene.id, texts: [scene.text], caret: null });
  if (!held) throw new Difference(act, { scene: scene.id, text: scene.text }, shown);
  scene.caret = { anchor: shown.anchor, head: shown.head };
}

export const button = (window: TestWindow, name: string) =>
  window.page.locator(DIALOG).getByRole("button", { name, exact: true });
