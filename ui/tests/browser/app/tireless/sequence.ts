// Sequences of acts: generated at random, run in a window, compared with the model at each step and as a whole at the
// end.
import { join } from "node:path";
import fc from "fast-check";
import { ACTS, kindOf } from "./acts";
import { at, type Book, newScene, openOf, order, sceneOf } from "./book";
import { type Act, Difference, placesOf, scenesOf } from "./doing";
import type { TestWindow } from "./window";

const words = fc.oneof(
  fc.stringMatching(/^[a-z]{1,4}[0-9]{1,2}$/),
  fc.stringMatching(/^[江上有雾船灯夜雨]{1,6}$/),
);

/** An act of any kind. To shrink a failing sequence, acts are replaced by a rest. */
const act: fc.Arbitrary<Act> = fc.oneof(
  { withCrossShrink: true },
  { weight: 0, arbitrary: fc.constant<Act>({ kind: "rest", n: 0, words: "" }) },
  ...Object.entries(ACTS)
    .filter(([kind]) => kind !== "rest")
    .map(([kind, { weight }]) => ({
      weight: Math.round(weight * 2),
      arbitrary: fc.record({ kind: fc.constant(kind as Act["kind"]), n: fc.nat(99), words }),
    })),
);

export const sequences = (length: number): fc.Arbitrary<Act[]> =>
  fc.array(act, { minLength: length, maxLength: length, size: "max" });

let novels = 0;

/** A new novel with three chapters, open at its first scene. */
async function begin(window: TestWindow): Promise<Book> {
  novels += 1;
  // The scenes of the previous novel have the same ids, and its window may still be storing its layout.
  await window.away();
  const path = join(window.home, `n${novels}.wenfang`);
  await window.answer(path);
  const { path: chosen } = await window.call<{ path: { path: string } }>("window.choose", {
    kind: "new_project",
    title: "",
    name: `n${novels}.wenfang`,
  });
  const title = `n${novels}`;
  await window.call("project.create", { path: chosen.path, title, author: "", first_chapter: "c1" });
  const { volumes } = await window.outline();
  const made = <T>(request: object) => window.call<T>("manuscript.create", request);
  for (const chapter of ["c2", "c3"]) {
    const { chapter: id } = await made<{ chapter: number }>({
      parent: { volume: volumes[0]?.id },
      title: chapter,
    });
    await made({ parent: { chapter: id } });
  }
  const book: Book = {
    chapters: placesOf(await window.outline()),
    scenes: new Map(),
    open: 0,
    checkpoints: [],
  };
  for (const [index, scene] of order(book).entries()) {
    const text = `第${index + 1}章`;
    await window.call("scene.save", { scene, text });
    newScene(book, scene, text);
  }
  await window.load();
  book.open = order(book)[0] ?? 0;
  await window.page.locator("main .cm-content").first().waitFor();
  await window.page.locator("main .cm-content").first().click();
  await window.press("Control+Home");
  openOf(book).caret = at(0);
  return book;
}

/** Runs acts in a new novel of the window. Rejects at the first difference from the model. */
export async function runActs(window: TestWindow, acts: readonly Act[]): Promise<void> {
  const book = await begin(window);
  for (const one of acts) {
    const kind = kindOf(one);
    if (kind.can?.(book) === false) continue;
    await kind.do({ window, book, act: one }).catch((error: Error) => {
      throw error instanceof Difference ? error : new Error(`after ${JSON.stringify(one)}: ${error.message}`);
    });
    if (window.errors.length > 0)
      throw new Error(`after ${JSON.stringify(one)}: ${window.errors.splice(0).join("; ")}`);
  }
  await holdsAsAWhole(window, book, acts.at(-1));
}

/** Every scene has the text of the model, in the file too; nothing is out of place; counts match the texts. */
async function holdsAsAWhole(window: TestWindow, book: Book, last: Act | undefined): Promise<void> {
  await window.kept();
  const differs = (wanted: object, shown: object) =>
    new Difference(last ?? { kind: "rest", n: 0, words: "" }, wanted, shown);
  for (const id of book.scenes.keys()) {
    const { text } = sceneOf(book, id);
    const stored = await window.storedAs(id, text);
    if (stored !== text) throw differs({ scene: id, text }, { scene: id, text: stored });
  }
  const outline = await window.outline();
  const places = placesOf(outline);
  if (JSON.stringify(places) !== JSON.stringify(book.chapters)) throw differs(book.chapters, places);
  for (const { id, counts } of scenesOf(outline)) {
    const count = [...sceneOf(book, id).text.replaceAll(/\s/gu, "")].length;
    if (counts.standard !== count) throw differs({ scene: id, count }, { scene: id, count: counts.standard });
  }
}
