// Captures typing between an act that leads to another text and the moment that text is ready. A hidden field captures
// the words, including composed ones, and the editor or field that opens then inserts them. When none opens, they go to
// the previously focused element, or to the open text where that element cannot take words.
import { type TypedBy, typeInto } from "@/editor/typed";
import { desk, isWritable } from "./desk";
import { openScene } from "./open-scenes";
import { isInField } from "./typing-place";

/** How long to wait for a promised text, in ms. Then the focus goes back to where it was. */
const MAX_WAIT = 5000;

interface Held {
  field: HTMLTextAreaElement;
  /** The element that had focus. */
  before: Element | null;
  composing: boolean;
  by: TypedBy;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Called when the words have reached their text. */
  onArrived: () => void;
}

/** Takes focus and inserts captured words. */
type Receive = (words: string, by: TypedBy) => void;

let held: Held | null = null;
/** Captures behind commands that wait for earlier words. The last one has focus. */
const queued: Held[] = [];
/** The number of running acts that may lead to another text. */
let runningActs = 0;
/** What was promised and has not opened yet: a text, or a field such as a title's. */
let awaited: "text" | "field" | null = null;
/** Receives the words once the running acts have ended: one of them may still lead elsewhere. */
let receiver: Receive | null = null;

const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [data-notices]";

/** Whether focus is in a dialog or menu that is closing. */
function isInClosing(): boolean {
  return desk().dialog === null && document.activeElement?.closest(OVERLAYS) != null;
}

/**
 * Whether typing is meant for a text: focus is in one, in nothing, in a notice, or in a dialog or menu that is closing;
 * while no novel is open, anywhere except in a field or a dialog.
 */
function isMeantForText(): boolean {
  const at = document.activeElement;
  if (desk().project === null) return desk().dialog === null && !isInField();
  if (at === null || at === document.body || at.closest(".cm-content") !== null) return true;
  return isInClosing();
}

function open(words: string): void {
  if (held !== null) {
    const { field } = queued.at(-1) ?? held;
    field.value += words;
    // A press on a notice may have taken focus from it.
    field.focus({ preventScroll: true });
    return;
  }
  // If none is open yet, one is about to open.
  if (isWritable() || desk().project === null) held = newField(words);
}

/** Restarts the wait for the text. */
function restartTimer(now: Held): void {
  clearTimeout(now.timer);
  now.timer = setTimeout(restoreFocus, MAX_WAIT);
}

/** Creates a hidden field and focuses it. */
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
    by: "keys",
    timer: undefined,
    onArrived: () => undefined,
  };
  restartTimer(now);
  field.addEventListener("compositionstart", () => {
    now.composing = true;
    now.by = "input method";
  });
  field.addEventListener("compositionend", () => {
    now.composing = false;
  });
  document.body.append(field);
  field.focus({ preventScroll: true });
  return now;
}

/**
 * For a command issued while words wait for the text that an earlier command leads to: resolves when they have reached
 * it. From now on typing follows this command. Null when no words wait.
 */
export function heldTypingArrived(): Promise<void> | null {
  const last = queued.at(-1) ?? held;
  if (last === null || last.field.value === "") return null;
  const mine = newField("");
  queued.push(mine);
  return new Promise((resolve) => {
    last.onArrived = () => {
      resolve();
      // By then the command has started. If it leads nowhere, focus goes back.
      setTimeout(() => {
        if (held === mine && runningActs === 0 && awaited === null) restoreFocus();
      });
    };
  });
}

/**
 * Captures typing from now on, after `words`, until the expected text or field opens. Does nothing where a field other
 * than a text, or a dialog, has focus.
 */
export function holdTyping(words = "", where: "text" | "field" = "text"): void {
  awaited = where;
  receiver = null;
  // The act that leads there may have been slow.
  if (held !== null) restartTimer(held);
  if (desk().dialog === null && (isInClosing() || !isInField())) open(words);
}

/**
 * Runs an act that may lead to another text. Typing meanwhile goes there or, when the act leads nowhere, to the element
 * that had focus.
 */
export async function whileHolding<T>(act: () => Promise<T>): Promise<T> {
  runningActs += 1;
  if (isMeantForText()) open("");
  try {
    return await act();
  } finally {
    runningActs -= 1;
    if (runningActs === 0 && receiver !== null) takeHeldTyping(receiver);
    else if (runningActs === 0 && awaited === null) restoreFocus();
  }
}

/**
 * Hands over the captured words. `receive` is called at once, or once the running acts and a composition in the hidden
 * field have ended; never when one of the acts leads elsewhere.
 */
export function takeHeldTyping(receive: Receive): void {
  // What was promised stays so: a text that opens meanwhile must not take what is for a field.
  if (runningActs > 0) {
    receiver = receive;
    return;
  }
  awaited = null;
  receiver = null;
  const from = held;
  if (from === null) {
    receive("", "keys");
    return;
  }
  const take = () => {
    if (held !== from) return;
    held = queued.shift() ?? null;
    clearTimeout(from.timer);
    receive(from.field.value, from.by);
    from.field.remove();
    if (held === null) return;
    held.before = document.activeElement;
    (queued.at(-1) ?? held).field.focus({ preventScroll: true });
    from.onArrived();
  };
  if (from.composing) from.field.addEventListener("compositionend", () => setTimeout(take), { once: true });
  else take();
}

/**
 * Whether an opening editor takes focus. It does not take it from a field, such as a title's, that is promised or
 * focused: an editor is also recreated when its chapter gets a second scene.
 */
export function isForText(): boolean {
  return awaited === "text" || (awaited === null && !isInField());
}

/** Whether captured words have not reached their text yet. */
export function isHoldingTyping(): boolean {
  return held !== null;
}

function restoreFocus(): void {
  const before = held?.before ?? null;
  takeHeldTyping((words, by) => {
    if (before instanceof HTMLElement && canReceive(before, words)) return typeInto(before, words, by);
    // An act that began elsewhere and captured no words may have led to another field or dialog, which has focus.
    if (words === "" && before !== document.body && isFocusElsewhere()) return;
    const { scene } = desk();
    const writing = scene === null ? null : openScene(scene)?.writing;
    writing?.focus();
    writing?.type(words, by);
  });
}

/** Whether an element other than the hidden field has focus. */
function isFocusElsewhere(): boolean {
  const at = document.activeElement;
  return at !== null && at !== document.body && !at.matches(".held-typing");
}

/** Whether an element can take focus back, with the words. A notice takes no words. */
function canReceive(before: HTMLElement, words: string): boolean {
  if (!before.isConnected || before === document.body) return false;
  return words === "" || before.closest("[data-notices]") === null;
}
