// Ends what an input method composes before something else takes its place. WebKitGTK would carry the letters over into
// whatever gets the keyboard next.

/** A composition that has not ended after so long has no end, ms. */
const LONGEST = 300;

/** Where an input method composes; null when none does. */
let at: HTMLElement | null = null;

const STARTS = ["compositionstart", "compositionupdate"];

function begun({ target }: Event): void {
  if (target instanceof HTMLElement) at = target;
}

function ended(): void {
  at = null;
}

/** Whether an input method composes somewhere. */
export function isComposed(): boolean {
  return at?.isConnected ?? false;
}

/** Listens to input methods. Answers with how to stop. */
export function listenToCompositions(): () => void {
  for (const name of STARTS) window.addEventListener(name, begun, true);
  window.addEventListener("compositionend", ended, true);
  return () => {
    for (const name of STARTS) window.removeEventListener(name, begun, true);
    window.removeEventListener("compositionend", ended, true);
  };
}

/**
 * Ends a composition that is under way, as the loss of the keyboard would. The keyboard stays where it is. Null when nothing
 * is composed.
 */
export function endComposition(): Promise<void> | null {
  const field = at;
  if (field === null || !field.isConnected) return null;
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      field.removeEventListener("compositionend", go);
      at = null;
      // The act that follows holds what is typed from now on, and the editor has read what the input method left by then.
      resolve();
    };
    const timer = setTimeout(go, LONGEST);
    field.addEventListener("compositionend", go);
    field.blur();
    field.focus({ preventScroll: true });
  });
}
