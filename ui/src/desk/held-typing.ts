// Typing between an act that leads to another text and the moment that text can be typed in. The words belong there: an
// unseen field takes them, those of input methods too, and the editor or field that comes inserts them. When none comes they
// go to what had the keyboard before, or to the open text where that takes no words.
import { typeInto } from "@/editor/typed";
import { desk, isWritable } from "./desk";
import { openScene } from "./open-scenes";

/** A text that has not come so long after it was promised is not coming, ms. The keyboard goes back to where it was. */
const LONGEST = 5000;

interface Held {
  field: HTMLTextAreaElement;
  /** What had the keyboard. */
  before: Element | null;
  composing: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Called when its words have come to their text. */
  onArrived: () => void;
}

let held: Held | null = null;
/** What is typed behind commands that wait for the words before them. The last one has the keyboard. */
const behind: Held[] = [];
/** Acts under way that may lead to another text. */
let acts = 0;
/** What was promised and has not come yet: a text, or a field such as that of a title. */
let awaited: "text" | "field" | null = null;
/** Who takes the keyboard when the acts under way have ended: one of them may still lead elsewhere. */
let next: ((words: string) => void) | null = null;

const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [data-notices]";

/** Whether the keyboard is in a field other than a text, such as a search. */
function isInField(): boolean {
  const at = document.activeElement;
  if (at === null || at.matches(".held-typing") || at.closest(".cm-content") !== null) return false;
  return at.matches("input, textarea, select, [contenteditable=true]");
}

/**
 * Whether what is typed now is meant for a text: the keyboard is in one, in nothing, in a notice, or in a dialog or menu that
 * is closing; while no novel is open, anywhere but in a field or a dialog.
 */
function isMeantForText(): boolean {
  const at = document.activeElement;
  if (desk().project === null) return desk().dialog === null && !isInField();
  if (at === null || at === document.body || at.closest(".cm-content") !== null) return true;
  return at.closest(OVERLAYS) !== null && desk().dialog === null;
}

function open(words: string): void {
  if (held !== null) {
    const { field } = behind.at(-1) ?? held;
    field.value += words;
    // A press on a notice may have taken the keyboard from it.
    field.focus({ preventScroll: true });
    return;
  }
  // Where none is open, one is on its way.
  if (isWritable() || desk().project === null) held = newField(words);
}

/** Waits for the text from now on. */
function wait(now: Held): void {
  clearTimeout(now.timer);
  now.timer = setTimeout(giveBack, LONGEST);
}

/** An unseen field that has the keyboard from now on. */
function newField(words: string): Held {
  const field = document.createElement("textarea");
  field.className = "held-typing";
  field.tabIndex = -1;
  field.spellcheck = false;
  field.autocomplete = "off";
  field.value = words;
  const now: Held = {
    field,
    before: document.activeElement,
    composing: false,
    timer: undefined,
    onArrived: () => undefined,
  };
  wait(now);
  field.addEventListener("compositionstart", () => {
    now.composing = true;
  });
  field.addEventListener("compositionend", () => {
    now.composing = false;
  });
  document.body.append(field);
  field.focus({ preventScroll: true });
  return now;
}

/**
 * For a command while words wait for the text that an earlier one leads to: resolves when they have come there. What is typed
 * from now on is what follows this command. Null when no words wait.
 */
export function heldTypingArrived(): Promise<void> | null {
  const last = behind.at(-1) ?? held;
  if (last === null || last.field.value === "") return null;
  const mine = newField("");
  behind.push(mine);
  return new Promise((resolve) => {
    last.onArrived = () => {
      resolve();
      // The command has begun by then. When it leads nowhere the keyboard goes back.
      setTimeout(() => {
        if (held === mine && acts === 0 && awaited === null) giveBack();
      });
    };
  });
}

/**
 * From now on what is typed waits for the text or the field that comes, behind `words`. Where a field other than a text, or a
 * dialog, has the keyboard, nothing is held.
 */
export function holdTyping(words = "", where: "text" | "field" = "text"): void {
  awaited = where;
  next = null;
  // The act that leads there may have taken its time.
  if (held !== null) wait(held);
  if (desk().dialog === null && !isInField()) open(words);
}

/**
 * Runs an act that may lead to another text. What is typed meanwhile goes there, or, when the act leads nowhere, to where the
 * keyboard was.
 */
export async function whileHolding<T>(act: () => Promise<T>): Promise<T> {
  acts += 1;
  if (isMeantForText()) open("");
  try {
    return await act();
  } finally {
    acts -= 1;
    if (acts === 0 && next !== null) takeHeldTyping(next);
    else if (acts === 0 && awaited === null) giveBack();
  }
}

/**
 * Hands over what was typed; `receive` takes the keyboard and inserts the words. It is called at once, or when the acts under
 * way have ended and an input method that composes in the unseen field has; not at all when one of the acts leads elsewhere.
 */
export function takeHeldTyping(receive: (words: string) => void): void {
  awaited = null;
  next = acts > 0 ? receive : null;
  if (acts > 0) return;
  const from = held;
  if (from === null) {
    receive("");
    return;
  }
  const take = () => {
    if (held !== from) return;
    held = behind.shift() ?? null;
    clearTimeout(from.timer);
    receive(from.field.value);
    from.field.remove();
    if (held === null) return;
    held.before = document.activeElement;
    (behind.at(-1) ?? held).field.focus({ preventScroll: true });
    from.onArrived();
  };
  if (from.composing) from.field.addEventListener("compositionend", () => setTimeout(take), { once: true });
  else take();
}

/**
 * Whether the open text takes the keyboard when its editor comes: not from a field, as that of a title, that is promised or
 * has it. The editor of a text comes anew when its chapter gets a second scene.
 */
export function isForText(): boolean {
  return awaited === "text" || (awaited === null && !isInField());
}

/** Whether something was typed that has not come to its text yet. */
export function isHoldingTyping(): boolean {
  return held !== null;
}

function giveBack(): void {
  const before = held?.before ?? null;
  takeHeldTyping((words) => {
    if (before instanceof HTMLElement && takes(before, words)) return typeInto(before, words);
    // An act that began elsewhere and left no words may have led to another field or dialog, which has the keyboard.
    if (words === "" && before !== document.body) return;
    const { scene } = desk();
    const writing = scene === null ? null : openScene(scene)?.writing;
    writing?.focus();
    writing?.type(words);
  });
}

/** Whether an element can have the keyboard back, and the words with it. A notice takes no words. */
function takes(before: HTMLElement, words: string): boolean {
  if (!before.isConnected || before === document.body) return false;
  return words === "" || before.closest("[data-notices]") === null;
}
