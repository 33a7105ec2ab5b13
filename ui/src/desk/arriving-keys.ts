// Keys on their way to the page. The system delivers them one by one, each after the page has handled the previous one:
// on a busy machine a whole sentence may still be pending when the window is asked to close.
import { isComposed } from "./ending-composition";
import { isHoldingTyping } from "./held-typing";

/** How the end of input is detected: the shell sends a last key after it, or no input arrives for a while. */
export type KeysEnd = "last key" | "quiet";

/**
 * Whether it is the key that the shell sends last: F24, which no keyboard has. Some releases of WebKitGTK do not name
 * it.
 */
const isLastKey = ({ key, code }: KeyboardEvent): boolean =>
  key === "F24" || (key === "Unidentified" && code === "Unidentified");
/** After this long without input nothing is pending, in ms. */
const QUIET_TIME = 250;
/** The longest wait, in ms, for a last key that does not arrive, and for input that never ends. */
const MAX_WAIT = { "last key": 10_000, quiet: 3500 } as const;

const INPUT = ["keydown", "beforeinput", "input", "compositionstart", "compositionupdate", "compositionend"];

/** When the last key arrived, and when anything was typed, by `performance.now()`. */
let lastKeyAt = Number.NEGATIVE_INFINITY;
let inputAt = Number.NEGATIVE_INFINITY;

function onInput(event: Event): void {
  inputAt = performance.now();
  if (!(event instanceof KeyboardEvent) || !isLastKey(event)) return;
  lastKeyAt = inputAt;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Starts listening to input. Returns a function that stops it. */
export function listenToInput(): () => void {
  for (const name of INPUT) window.addEventListener(name, onInput, true);
  return () => {
    for (const name of INPUT) window.removeEventListener(name, onInput, true);
  };
}

/** Resolves when everything the author typed so far has arrived in its text. */
export async function untilKeysArrived(end: KeysEnd): Promise<void> {
  const startedAt = performance.now();
  const isQuiet = (now: number) => now - Math.max(startedAt, inputAt) >= QUIET_TIME;
  // The last key may have overtaken the close request that it accompanies. A composing input method swallows it.
  const isOver = (now: number) =>
    (end === "last key" && lastKeyAt >= startedAt - 1000) ||
    ((end === "quiet" || isComposed()) && isQuiet(now));
  for (;;) {
    const now = performance.now();
    if ((isOver(now) && !isHoldingTyping()) || now - startedAt >= MAX_WAIT[end]) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
