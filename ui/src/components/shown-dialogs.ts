// How many dialogs are on the screen, for what must not lie over them; and where the keyboard goes when the last one is gone.
import { useLayoutEffect } from "react";
import { create } from "zustand";

const useCount = create<number>(() => 0);

const TEXT = "main [contenteditable=true]";

/** What had the keyboard before the first of the dialogs. */
let before: Element | null = null;
let wasText = false;

function textToWrite(): HTMLElement | null {
  const text = (where: string) => document.querySelector<HTMLElement>(`main ${where} [contenteditable=true]`);
  // Other scenes of the chapter may stand before the open one.
  return text("[data-open-scene]") ?? text("");
}

/** Puts a keyboard that nothing has into the text: what had it before the dialog may be gone with what the dialog did. */
function toText(): void {
  if (useCount.getState() > 0 || document.activeElement !== document.body) return;
  textToWrite()?.focus();
}

/**
 * Where a dialog gives the keyboard back to: a text that it took it from may have come anew. The library would take whatever had
 * the keyboard before that.
 */
export function finalFocus(): HTMLElement | true {
  if (!wasText || before?.isConnected === true) return true;
  return textToWrite() ?? true;
}

/** Counts the dialog that this stands in, as long as it is drawn. */
export function useShownDialog(): void {
  useLayoutEffect(() => {
    if (useCount.getState() === 0) {
      before = document.activeElement;
      wasText = before?.matches(TEXT) ?? false;
    }
    useCount.setState((count) => count + 1, true);
    return () => {
      useCount.setState((count) => count - 1, true);
      // The library gives the keyboard back in the frame after this.
      requestAnimationFrame(() => requestAnimationFrame(toText));
    };
  }, []);
}

/** Whether a dialog is on the screen. */
export function useIsDialogShown(): boolean {
  return useCount((count) => count > 0);
}

/** The same as the hook, to be put into a dialog that has no component of its own. */
export function ShownDialog(): null {
  useShownDialog();
  return null;
}
