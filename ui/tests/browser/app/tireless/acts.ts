// The acts of an author, each with its effect on the window and the expected result. After each act the author
// continues typing at once, without waiting for the window.
import { zh as bin } from "@/features/bin/words";
import { zh as binder } from "@/features/binder/words";
import { zh as checkpoints } from "@/features/checkpoints/words";
import { zh as findWords } from "@/features/find/words";
import { DIALOG } from "../../../dialog";
import {
  at,
  type Book,
  become,
  bounds,
  caretOf,
  chapterOf,
  edit,
  goBack,
  goTo,
  goToLine,
  isOnBranch,
  mainText,
  mayGive,
  neighbour,
  newScene,
  openOf,
  order,
  remember,
  replaceSelection,
  type Scene,
  sceneOf,
} from "./book";
import {
  type Act,
  button,
  chaptersOf,
  cutShort,
  Difference,
  type Doing,
  expectOpen,
  type Kind,
  newPart,
  scenesOf,
  spell,
  takeCaret,
  takeOrder,
  typeOn,
} from "./doing";
import { LINES } from "./lines";
import { PROPOSALS } from "./proposals";

/** The scenes that will leave the manuscript when the open part goes into the bin. */
function leaving(book: Book): number[] {
  const { scenes } = chapterOf(book, book.open);
  return scenes.length === 1 ? scenes : [book.open];
}

function remove(book: Book, scenes: readonly number[]): void {
  const before = order(book);
  const { id, scenes: siblings } = chapterOf(book, scenes[0] ?? book.open);
  if (siblings.length === scenes.length) book.chapters = book.chapters.filter((one) => one.id !== id);
  else book.chapters.find((one) => one.id === id)?.scenes.splice(siblings.indexOf(scenes[0] ?? 0), 1);
  if (scenes.includes(book.open)) goTo(book, neighbour(before, book.open, order(book)));
}

/** After a restart of the page, undo histories and carets of all scenes are gone. */
function forget(book: Book): void {
  for (const scene of book.scenes.values())
    Object.assign(scene, { undo: [], redo: [], caret: at(0), isVisited: false });
}

async function backOrForward(doing: Doing, way: "undo" | "redo"): Promise<void> {
  const { window, book, act } = doing;
  const scene = openOf(book);
  const texts = mayGive(scene[way]);
  await window.press(way === "undo" ? "Control+Z" : "Control+Shift+Z");
  if (texts.length === 0) return expectOpen(doing);
  const { held, shown } = await window.shows({ scene: scene.id, texts, caret: null });
  if (!held) throw new Difference(act, { scene: scene.id, [way]: texts }, shown);
  goBack(scene, shown.text, { anchor: shown.anchor, head: shown.head }, way);
}

const go = (step: 1 | -1, by: "chapter" | "scene"): Kind => ({
  weight: 3,
  do: async (doing) => {
    const { window, book } = doing;
    const key = step === 1 ? "PageDown" : "PageUp";
    await window.press(by === "chapter" ? `Control+${key}` : `Control+Shift+${key}`);
    if (by === "scene") {
      const all = order(book);
      const next = all[all.indexOf(book.open) + step];
      if (next !== undefined) goTo(book, next);
    } else {
      const place = book.chapters.indexOf(chapterOf(book, book.open));
      const rest = step === 1 ? book.chapters.slice(place + 1) : book.chapters.slice(0, place).reverse();
      const next = rest.find(({ scenes }) => scenes.length > 0)?.scenes[0];
      if (next !== undefined) goTo(book, next);
    }
    await typeOn(doing);
    await expectOpen(doing);
  },
});

const move = (step: 1 | -1): Kind => ({
  weight: 1,
  can: (book) => movedBy(book, step) !== null,
  do: async (doing) => {
    const { window, book } = doing;
    const moved = movedBy(book, step);
    await window.begin(step === 1 ? "binder.move_down" : "binder.move_up");
    await typeOn(doing);
    if (moved !== null) book.chapters = moved;
    await expectOpen(doing);
  },
});

/** The chapters after the open part moved one step up or down; null at the end. */
function movedBy(book: Book, step: 1 | -1): Book["chapters"] | null {
  const chapters = structuredClone(book.chapters);
  const place = chapters.findIndex(({ scenes }) => scenes.includes(book.open));
  const own = chapters[place];
  const other = chapters[place + step];
  if (own === undefined) return null;
  if (own.scenes.length === 1) {
    if (other === undefined) return null;
    [chapters[place], chapters[place + step]] = [other, own];
    return chapters;
  }
  const index = own.scenes.indexOf(book.open);
  own.scenes.splice(index, 1);
  if (index + step >= 0 && index + step <= own.scenes.length) own.scenes.splice(index + step, 0, book.open);
  else if (other === undefined) return null;
  else other.scenes.splice(step === 1 ? 0 : other.scenes.length, 0, book.open);
  return chapters;
}

/** The two scenes after the open one, or the last one if there are no more. */
function following(book: Book): Scene[] {
  const all = order(book);
  const at = all.indexOf(book.open);
  return [1, 2].map((step) => sceneOf(book, all[Math.min(at + step, all.length - 1)] ?? book.open));
}

/** Everything an author does in a day of writing. */
export const ACTS = {
  rest: { weight: 0, do: async () => undefined },
  type: {
    weight: 10,
    do: async (doing: Doing) => {
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  compose: {
    weight: 3,
    do: async (doing: Doing) => {
      await spell(doing);
      await doing.window.choose(doing.act.words);
      replaceSelection(openOf(doing.book), doing.act.words);
      await expectOpen(doing);
    },
  },
  composeAndCancel: {
    weight: 1,
    do: async (doing: Doing) => {
      const scene = openOf(doing.book);
      // The letters replace the selection, and nothing follows them.
      await spell(doing);
      await doing.window.compose("");
      replaceSelection(scene, "");
      await expectOpen(doing);
    },
  },
  composeAndSave: {
    weight: 1,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      await spell(doing);
      await window.begin("writing.save");
      await window.choose(act.words);
      replaceSelection(openOf(book), act.words);
      await expectOpen(doing);
      await window.saved();
      const stored = await window.stored(book.open);
      if (stored !== openOf(book).text) throw new Difference(act, openOf(book), { stored });
    },
  },
  composeAndLeave: {
    weight: 2,
    do: async (doing: Doing) => {
      const { window, book } = doing;
      const letters = await spell(doing);
      await window.begin("writing.next_scene");
      cutShort(doing, letters);
      const all = order(book);
      const next = all[all.indexOf(book.open) + 1];
      if (next !== undefined) goTo(book, next);
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  composeAndAsk: {
    weight: 1,
    do: async (doing: Doing) => {
      const { window } = doing;
      const letters = await spell(doing);
      await window.begin("palette.open");
      cutShort(doing, letters);
      await window.page.locator(DIALOG).waitFor();
      await window.press("Escape");
      await window.page.locator(DIALOG).waitFor({ state: "hidden" });
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  newline: {
    weight: 2,
    do: async (doing: Doing) => {
      await doing.window.press("Enter");
      replaceSelection(openOf(doing.book), "\n");
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  delete: {
    weight: 4,
    can: (book: Book) => caretOf(openOf(book)).head > 0,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      const scene = openOf(book);
      const { anchor, head } = caretOf(scene);
      const steps = 1 + (act.n % Math.min(4, head));
      await window.press(...Array<string>(steps).fill("Shift+ArrowLeft"), "Backspace");
      const [from, to] = bounds({ anchor, head: head - steps });
      if (from === to) edit(scene, Math.max(0, from - 1), from, "");
      else edit(scene, from, to, "");
      await expectOpen(doing);
    },
  },
  caret: {
    weight: 4,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      const scene = openOf(book);
      await window.press("Control+Home");
      const steps = Math.min(act.n % 12, scene.text.length);
      await window.press(...Array<string>(steps).fill("ArrowRight"));
      scene.caret = at(steps);
      await expectOpen(doing);
    },
  },
  undo: { weight: 5, do: (doing: Doing) => backOrForward(doing, "undo") },
  redo: { weight: 3, do: (doing: Doing) => backOrForward(doing, "redo") },
  save: {
    weight: 2,
    do: async (doing: Doing) => {
      await doing.window.press("Control+S");
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  nextChapter: go(1, "chapter"),
  previousChapter: go(-1, "chapter"),
  nextScene: go(1, "scene"),
  previousScene: go(-1, "scene"),
  hurry: {
    weight: 2,
    can: (book: Book) => following(book).every(({ caret }) => caret !== null),
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      // No waiting between the two scenes.
      for (const scene of following(book)) {
        await window.press("Control+Shift+PageDown");
        await window.type(act.words);
        // After the last scene the keys lead nowhere.
        if (scene.id !== book.open) goTo(book, scene.id);
        replaceSelection(scene, act.words);
      }
      await expectOpen(doing);
    },
  },
  row: {
    weight: 3,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      const chapters = book.chapters.filter(({ scenes }) => scenes.length > 0);
      const chapter = chapters[act.n % chapters.length];
      const scene = chapter?.scenes[act.n % chapter.scenes.length];
      if (chapter === undefined || scene === undefined) return;
      const key = chapter.scenes.length === 1 ? `chapter:${chapter.id}` : `scene:${scene}`;
      await window.page.locator(`[data-key="${key}"]`).click({ position: { x: 60, y: 14 } });
      goTo(book, scene);
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  newScene: {
    weight: 4,
    do: async (doing: Doing) => {
      const { window, book } = doing;
      await window.press("Control+Alt+N");
      await window.type(doing.act.words);
      const { id } = await newPart(window, scenesOf, (one) => book.scenes.has(one));
      const { scenes } = chapterOf(book, book.open);
      scenes.splice(scenes.indexOf(book.open) + 1, 0, id);
      newScene(book, id);
      goTo(book, id);
      replaceSelection(openOf(book), doing.act.words);
      await expectOpen(doing);
    },
  },
  newChapter: {
    weight: 2,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      await window.press("Control+Shift+N");
      await window.type(`t${act.n}`);
      await window.press("Enter");
      await window.type(act.words);
      const made = await newPart(window, chaptersOf, (one) => book.chapters.some(({ id }) => id === one));
      const chapter = await newPart(
        window,
        (outline) =>
          chaptersOf(outline).filter(
            ({ id, title, scenes }) => id === made.id && scenes.length > 0 && title.endsWith(`t${act.n}`),
          ),
        () => false,
      );
      const scene = chapter.scenes[0]?.id ?? 0;
      book.chapters.splice(book.chapters.indexOf(chapterOf(book, book.open)) + 1, 0, {
        id: chapter.id,
        title: chapter.title,
        scenes: [scene],
      });
      newScene(book, scene);
      goTo(book, scene);
      replaceSelection(openOf(book), act.words);
      await expectOpen(doing);
    },
  },
  rename: {
    weight: 1,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      const chapter = chapterOf(book, book.open);
      await window.begin("binder.rename");
      await window.type(`r${act.n}`);
      await window.press("Enter");
      if (chapter.scenes.length === 1) chapter.title = `r${act.n}`;
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  split: {
    weight: 4,
    can: (book: Book) => !isOnBranch(openOf(book)),
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      const scene = openOf(book);
      await window.begin("writing.split");
      await window.type(act.words);
      const { id } = await newPart(window, scenesOf, (one) => book.scenes.has(one));
      const { head } = caretOf(scene);
      newScene(book, id, scene.text.slice(head));
      become(scene, scene.text.slice(0, head));
      scene.caret = at(head);
      const { scenes } = chapterOf(book, scene.id);
      scenes.splice(scenes.indexOf(scene.id) + 1, 0, id);
      goTo(book, id);
      replaceSelection(openOf(book), act.words);
      await expectOpen(doing);
    },
  },
  merge: {
    weight: 2,
    can: (book: Book) => {
      const next = order(book)[order(book).indexOf(book.open) + 1];
      return next !== undefined && ![book.open, next].some((id) => isOnBranch(sceneOf(book, id)));
    },
    do: async (doing: Doing) => {
      const { window, book } = doing;
      const all = order(book);
      const [first, second] = [openOf(book), sceneOf(book, all[all.indexOf(book.open) + 1] ?? 0)];
      await window.begin("binder.merge_next");
      await button(window, binder.merge.act).click();
      const border = first.text !== "" && !first.text.endsWith("\n") && second.text !== "" ? "\n" : "";
      const { caret } = first;
      become(first, first.text + border + second.text);
      first.caret = caret;
      remove(book, [second.id]);
      goTo(book, first.id);
      await typeOn(doing);
      await window.page.locator(DIALOG).waitFor({ state: "hidden" });
      await expectOpen(doing);
    },
  },
  moveUp: move(-1),
  moveDown: move(1),
  bin: {
    weight: 2,
    can: (book: Book) => order(book).length > leaving(book).length,
    do: async (doing: Doing) => {
      await doing.window.begin("binder.to_bin");
      remove(doing.book, leaving(doing.book));
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  binAndUndo: {
    weight: 1,
    can: (book: Book) => order(book).length > leaving(book).length,
    do: async (doing: Doing) => {
      const { window, book } = doing;
      const { open, chapters } = { open: book.open, chapters: structuredClone(book.chapters) };
      const notice = window.page.locator("[data-notices] > *").filter({ hasText: /移到回收站/ });
      // An older notice of this kind has the same button.
      if ((await notice.count()) > 0) return;
      await window.begin("binder.to_bin");
      await notice.getByRole("button", { name: binder.undo, exact: true }).click();
      book.chapters = chapters;
      goTo(book, open);
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  putBack: {
    weight: 1,
    do: async (doing: Doing) => {
      const { window, book } = doing;
      await window.begin("bin.open");
      const back = button(window, bin.putBack);
      const empty = window.page.locator(DIALOG).getByText(bin.empty.title);
      await back.or(empty).first().waitFor();
      if (await back.isVisible()) {
        await back.click();
        const dialog = window.page.locator(DIALOG);
        const stranded = dialog.getByRole("button", { name: /^(连同|放到)/ }).first();
        const done = window.page.getByText(/^已放回/).last();
        await done.or(stranded).first().waitFor();
        if (await stranded.isVisible()) await stranded.click();
      }
      await window.press("Escape");
      await window.page.locator(DIALOG).waitFor({ state: "hidden" });
      await typeOn(doing);
      await expectOpen(doing);
      await takeOrder(doing);
      for (const id of order(book)) if (!book.scenes.has(id)) newScene(book, id, await window.stored(id));
    },
  },
  checkpoint: {
    weight: 1,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      await window.press("Control+Shift+S");
      const dialog = window.page.locator(DIALOG);
      await dialog.getByLabel(checkpoints.dialog.name, { exact: false }).first().fill(`c${act.n}`);
      await window.press("Enter");
      await dialog.waitFor({ state: "hidden" });
      book.checkpoints.push(remember(book, `c${act.n}`));
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  restore: {
    weight: 1,
    can: (book: Book) => {
      const last = book.checkpoints.at(-1);
      return last !== undefined && differs(book, last);
    },
    do: async (doing: Doing) => {
      const { window, book } = doing;
      await window.begin("checkpoint.compare_latest");
      await window.page.getByRole("button", { name: /^恢复到/ }).click();
      await button(window, checkpoints.restore.act).click();
      await window.page.locator(DIALOG).waitFor({ state: "hidden" });
      await window.begin("writing.to_text");
      const last = book.checkpoints.at(-1);
      if (last === undefined) return;
      const before = order(book);
      book.chapters = structuredClone(last.chapters);
      for (const [id, text] of last.texts) {
        const scene = sceneOf(book, id);
        // Texts are restored on the main line; if it already has that text, an open branch stays open.
        if (mainText(scene) === text) continue;
        if (isOnBranch(scene)) goToLine(scene, "", text);
        else become(scene, text);
      }
      if (!order(book).includes(book.open)) goTo(book, neighbour(before, book.open, order(book)));
      await takeCaret(doing);
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  replaceInBook: {
    weight: 1,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      const [query, replacement] = [String(act.n % 10), `z${act.n % 7}`];
      const hits = order(book).some((id) => sceneOf(book, id).text.includes(query));
      await window.press("Control+Shift+H");
      const panel = window.page.getByRole("search");
      await panel.getByLabel(findWords.query, { exact: true }).fill(query);
      await panel.getByLabel(findWords.replacement, { exact: true }).fill(replacement);
      if (hits) {
        await panel.getByRole("button", { name: /^(全部替换|替换 \d+ 处)$/ }).click();
        await window.page
          .getByRole("alertdialog")
          .getByRole("button", { name: findWords.replaceAsk.confirm, exact: true })
          .click();
        await window.page
          .getByText(/^已替换 \d+ 处/)
          .filter({ visible: true })
          .first()
          .waitFor();
      }
      await panel.getByRole("button", { name: findWords.close }).click();
      for (const id of order(book)) {
        const scene = sceneOf(book, id);
        become(scene, scene.text.replaceAll(query, replacement));
      }
      await takeCaret(doing);
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  reload: {
    weight: 0.5,
    do: async (doing: Doing) => {
      const { window, book } = doing;
      await window.kept();
      await window.page.reload();
      await openAgain(doing);
      forget(book);
      await takeCaret(doing);
    },
  },
  kill: {
    weight: 0.5,
    do: async (doing: Doing) => {
      const { window, book } = doing;
      await window.kept();
      await window.reopen("kill");
      await openAgain(doing);
      forget(book);
      await takeCaret(doing);
    },
  },
  closeAtOnce: {
    weight: 0.5,
    do: async (doing: Doing) => {
      const { window, book } = doing;
      await typeOn(doing);
      await window.reopen("close");
      const { head } = caretOf(openOf(book));
      forget(book);
      openOf(book).caret = at(head);
      await expectOpen(doing);
    },
  },
  ...LINES,
  ...PROPOSALS,
} satisfies Record<string, Kind>;

/** The layout of the desk is stored some time after a change: after a crash the previous scene may be the open one. */
async function openAgain({ window, book }: Doing): Promise<void> {
  await window.page.locator("main .cm-content").first().waitFor();
  const scene = await window.openScene();
  if (order(book).includes(scene)) goTo(book, scene);
}

function differs(book: Book, { chapters, texts }: Book["checkpoints"][number]): boolean {
  const places = (list: Book["chapters"]) => JSON.stringify(list);
  return (
    places(chapters) !== places(book.chapters) ||
    [...texts].some(([id, text]) => mainText(sceneOf(book, id)) !== text)
  );
}

export const kindOf = (act: Act): Kind => ACTS[act.kind];
