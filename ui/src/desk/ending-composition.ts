// Ends an active composition before another element takes focus. WebKitGTK would carry its letters over into the next
// focused element.

/** A composition that has not ended after this long is given up on, in ms. */
const MAX_WAIT = 300;

/** The element with an active composition; null when there is none. */
let at: HTMLElement | null = null;

const STARTS = ["compositionstart", "compositionupdate"];

function onStart({ target }: Event): void {
  if (target instanceof HTMLElement) at = target;
}

function onEnd(): void {
  at = null;
}

/** Whether a composition is active in any element. */
export function isComposed(): boolean {
  return at?.isConnected ?? false;
}

/** Starts tracking compositions. Returns a function that stops it. */
export function listenToCompositions(): () => void {
  for (const name of STARTS) window.addEventListener(name, onStart, true);
  window.addEventListener("compositionend", onEnd, true);
  return () => {
    for (const name of STARTS) window.removeEventListener(name, onStart, true);
    window.removeEventListener("compositionend", onEnd, true);
  };
}

/** Ends an active composition as a blur would, and keeps the focus where it is. Null when there is no composition. */
export function endComposition(): Promise<void> | null {
  const field = at;
  if (field === null || !field.isConnected) return null;
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      field.removeEventListener("compositionend", go);
      at = null;
      // The following act captures what is typed from now on, and by then the editor has read what the input method
      // left.
      resolve();
    };
    const timer = setTimeout(go, MAX_WAIT);
    field.addEventListener("compositionend", go);
    field.blur();
    field.focus({ preventScroll: true });
  });
}
