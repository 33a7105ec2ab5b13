// How many dialogs are on the screen, for what must not lie over them; and where the keyboard goes when the last one is gone.
import { useLayoutEffect } from "react";
import { create } from "zustand";

const useCount = create<number>(() => 0);

/** Puts a keyboard that nothing has into the text: what had it before the dialog may be gone with what the dialog did. */
function toText(): void {
  if (useCount.getState() > 0 || document.activeElement !== document.body) return;
  const text = (where: string) => document.querySelector<HTMLElement>(`main ${where} [contenteditable=true]`);
  // Other scenes of the chapter may stand before the open one.
  (text("[data-open-scene]") ?? text(""))?.focus();
}

/** Counts the dialog that this stands in, as long as it is drawn. */
export function useShownDialog(): void {
  useLayoutEffect(() => {
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
