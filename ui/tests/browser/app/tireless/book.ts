// The model of the window: the open scene, the caret, the text of each scene, the result of undo. Plain values; no
// function touches the window.

/** A selection in UTF-16 units. */
export interface Caret {
  anchor: number;
  head: number;
}

/** A step of undo or redo: the resulting text. */
export interface Step {
  text: string;
  /** The editor may join it with the step below it if both were typed without a pause. */
  joins: boolean;
}

export interface Scene {
  id: number;
  text: string;
  /** Null if the program rewrote the text around it: it is wherever the window shows it. */
  caret: Caret | null;
  undo: Step[];
  redo: Step[];
  /** Whether it was open since the page was started; otherwise it has no editor, and so no steps. */
  isVisited: boolean;
  /** The name of the open line; empty for the main line. */
  line: string;
  /** The texts of the other lines. */
  lines: Map<string, string>;
}

export interface Chapter {
  id: number;
  title: string;
  scenes: number[];
}

/** A state of the whole manuscript, as a checkpoint remembers it. */
export interface Snapshot {
  name: string;
  chapters: Chapter[];
  texts: Map<number, string>;
}

export interface Book {
  chapters: Chapter[];
  /** Every scene ever created, including those in the bin. */
  scenes: Map<number, Scene>;
  open: number;
  checkpoints: Snapshot[];
}

export const order = (book: Book): number[] => book.chapters.flatMap(({ scenes }) => scenes);

export function sceneOf(book: Book, id: number): Scene {
  const scene = book.scenes.get(id);
  if (scene === undefined) throw new Error(`scene ${id} is not known`);
  return scene;
}

/** The open scene. It has an editor from here on. */
export function openOf(book: Book): Scene {
  const scene = sceneOf(book, book.open);
  scene.isVisited = true;
  return scene;
}

/** Goes to a scene. Its caret is where it was, and nothing is selected. */
export function goTo(book: Book, id: number): void {
  const scene = sceneOf(book, id);
  if (scene.caret !== null) scene.caret = at(scene.caret.head);
  book.open = id;
}

export function chapterOf(book: Book, scene: number): Chapter {
  const chapter = book.chapters.find(({ scenes }) => scenes.includes(scene));
  if (chapter === undefined) throw new Error(`scene ${scene} is in no chapter`);
  return chapter;
}

export const at = (head: number): Caret => ({ anchor: head, head });
export const bounds = ({ anchor, head }: Caret): [number, number] => [
  Math.min(anchor, head),
  Math.max(anchor, head),
];

export function newScene(book: Book, id: number, text = ""): Scene {
  const scene: Scene = {
    id,
    text,
    caret: at(0),
    undo: [],
    redo: [],
    isVisited: false,
    line: "",
    lines: new Map(),
  };
  book.scenes.set(id, scene);
  return scene;
}

export function caretOf({ id, caret }: Scene): Caret {
  if (caret === null) throw new Error(`the caret of scene ${id} is not known`);
  return caret;
}

/** An edit of the author's: words replace the selection. */
export function replaceSelection(scene: Scene, words: string): void {
  const [from, to] = bounds(caretOf(scene));
  edit(scene, from, to, words);
}

/** Replaces a range; the caret is behind the words. */
export function edit(scene: Scene, from: number, to: number, words: string): void {
  if (from === to && words === "") return;
  // Keys are pressed one by one: on a busy machine a pause between any two ends a step of undo.
  const keys = /^[!-~]+$/.test(words) ? [...words] : [words];
  const [before, after] = [scene.text.slice(0, from), scene.text.slice(to)];
  for (const at of keys.keys()) {
    const text = at === 0 ? scene.text : before + keys.slice(0, at).join("") + after;
    scene.undo.push({ text, joins: true });
  }
  scene.redo = [];
  scene.text = before + words + after;
  scene.caret = at(from + words.length);
}

/** The program changed the text: one step of undo if the scene has an editor. */
export function become(scene: Scene, text: string): void {
  if (scene.text === text) return;
  if (scene.isVisited) scene.undo.push({ text: scene.text, joins: false });
  scene.redo = [];
  scene.text = text;
  scene.caret = null;
}

/** The texts that one press of undo (or redo) may give. Steps typed without a pause may have been joined. */
export function mayGive(steps: readonly Step[]): string[] {
  const texts: string[] = [];
  for (let place = steps.length - 1; place >= 0; place -= 1) {
    const step = steps[place];
    if (step === undefined) break;
    texts.push(step.text);
    if (!step.joins || steps[place - 1]?.joins !== true) break;
  }
  return texts;
}

/** Goes back (or forward) to the editor's current text, which must be one of `mayGive`. */
export function goBack(scene: Scene, text: string, caret: Caret, way: "undo" | "redo"): void {
  const [from, to] = way === "undo" ? [scene.undo, scene.redo] : [scene.redo, scene.undo];
  let now = scene.text;
  while (now !== text) {
    const step = from.pop();
    if (step === undefined) throw new Error(`${way} has no step that gives ${JSON.stringify(text)}`);
    to.push({ text: now, joins: step.joins });
    now = step.text;
  }
  scene.text = text;
  scene.caret = caret;
}

/** The scene that the window opens when some were removed: the nearest behind the open one, else before it. */
export function neighbour(before: readonly number[], open: number, now: readonly number[]): number {
  const place = before.indexOf(open);
  const nearest = [...before.slice(place + 1), ...before.slice(0, place).reverse()];
  const next = nearest.find((id) => now.includes(id));
  if (next === undefined) throw new Error("no scene is left");
  return next;
}

/** The text of a scene on its main line. */
export const mainText = ({ line, lines, text }: Scene): string =>
  line === "" ? text : (lines.get("") ?? text);

export const isOnBranch = ({ line }: Scene): boolean => line !== "";

/** Continues on another line. */
export function goToLine(scene: Scene, line: string, text: string): void {
  scene.lines.set(scene.line, scene.text);
  scene.lines.delete(line);
  scene.line = line;
  become(scene, text);
}

export function remember(book: Book, name: string): Snapshot {
  return {
    name,
    chapters: structuredClone(book.chapters),
    texts: new Map(order(book).map((id) => [id, mainText(sceneOf(book, id))])),
  };
}
