// Keys on their way to the page. The system hands them over one by one, each after the page has handled the one before: on a
// busy machine a whole sentence may still be coming when the window is asked to close.
import { isComposed } from "./ending-composition";
import { isHoldingTyping } from "./held-typing";

/** How the end of the keys is known: the shell sent a last one behind them, or none comes for a while. */
export type KeysEnd = "last key" | "quiet";

/** Whether it is the key that the shell sends last, F24, which no keyboard has. Some releases of WebKitGTK have no name for it. */
const isLastKey = ({ key, code }: KeyboardEvent): boolean =>
  key === "F24" || (key === "Unidentified" && code === "Unidentified");
/** After so long without input nothing is on its way, ms. */
const QUIET = 250;
/** Waits no longer than this, ms, for a last key that does not come, and for keys that never end. */
const LONGEST = { "last key": 10_000, quiet: 3500 } as const;

const INPUT = ["keydown", "beforeinput", "input", "compositionstart", "compositionupdate", "compositionend"];

/** When the last key came, and when anything was typed, by `performance.now()`. */
let lastKeyAt = Number.NEGATIVE_INFINITY;
let inputAt = Number.NEGATIVE_INFINITY;

function came(event: Event): void {
  inputAt = performance.now();
  if (!(event instanceof KeyboardEvent) || !isLastKey(event)) return;
  lastKeyAt = inputAt;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Listens to what is typed. Answers with how to stop. */
export function listenToInput(): () => void {
  for (const name of INPUT) window.addEventListener(name, came, true);
  return () => {
    for (const name of INPUT) window.removeEventListener(name, came, true);
  };
}

/** Resolves when what the author typed so far has arrived in the text it is meant for. */
export async function untilKeysArrived(end: KeysEnd): Promise<void> {
  const begun = performance.now();
  const isQuiet = (now: number) => now - Math.max(begun, inputAt) >= QUIET;
  // The last key may have overtaken the wish to close that it came with. An input method that composes keeps it for itself.
  const isOver = (now: number) =>
    (end === "last key" && lastKeyAt >= begun - 1000) || ((end === "quiet" || isComposed()) && isQuiet(now));
  for (;;) {
    const now = performance.now();
    if ((isOver(now) && !isHoldingTyping()) || now - begun >= LONGEST[end]) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
