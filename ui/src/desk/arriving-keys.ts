// Keys on their way to the page. The system hands them over one by one, each after the page has handled the one before: on a
// busy machine a whole sentence may still be coming when the window is asked to close.
import { isHoldingTyping } from "./held-typing";

/** After so long without input nothing is on its way, ms: between two keys in a queue lies the handling of one. */
const QUIET = 250;
/** Waits no longer than this, ms: the shell closes a window that has not answered within five seconds. */
const LONGEST = 3500;

const INPUT = ["keydown", "beforeinput", "input", "compositionstart", "compositionupdate", "compositionend"];

/** Resolves when what the author typed so far has arrived in the text it is meant for. */
export async function untilKeysArrived(): Promise<void> {
  const begun = performance.now();
  let last = begun;
  const came = () => {
    last = performance.now();
  };
  for (const name of INPUT) window.addEventListener(name, came, true);
  try {
    for (;;) {
      const now = performance.now();
      const isQuiet = now - last >= QUIET && !isHoldingTyping();
      if (isQuiet || now - begun >= LONGEST) return;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  } finally {
    for (const name of INPUT) window.removeEventListener(name, came, true);
  }
}
