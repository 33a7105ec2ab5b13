// How many dialogs are on the screen, for what must not lie over them.
import { useLayoutEffect } from "react";
import { create } from "zustand";

const useCount = create<number>(() => 0);

/** Counts the dialog that this stands in, as long as it is drawn. */
export function useShownDialog(): void {
  useLayoutEffect(() => {
    useCount.setState((count) => count + 1, true);
    return () => useCount.setState((count) => count - 1, true);
  }, []);
}

/** Whether a dialog is on the screen. */
export function useIsDialogShown(): boolean {
  return useCount((count) => count > 0);
}

/** The same, to be put into a dialog that has no component of its own. */
export function ShownDialog(): null {
  useShownDialog();
  return null;
}
