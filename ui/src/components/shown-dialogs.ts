// Counts the open dialogs, for elements that must not cover them, and restores the focus when the last one closes.
import { useLayoutEffect } from "react";
import { create } from "zustand";

const useCount = create<number>(() => 0);

/**
 * The text to write in: the open scene's, or one outside all scenes. Focusing the text of another scene would open that
 * one.
 */
const TEXT = "main [contenteditable=true]:is([data-open-scene] *, :not([data-scene] *))";

/** The element that had focus before the first dialog. */
let before: Element | null = null;
let wasText = false;

const textToWrite = () => document.querySelector<HTMLElement>(TEXT);

/** Focuses the text if nothing has focus: the previously focused element may be gone after the dialog's act. */
function toText(): void {
  if (useCount.getState() > 0 || document.activeElement !== document.body) return;
  textToWrite()?.focus();
}

/** Whether the dialog's act moved the focus out of all dialogs: to a text, or to the field that captures typing. */
function wasFocusMoved(): boolean {
  const at = document.activeElement;
  return at !== null && at !== document.body && at.closest("[data-base-ui-portal]") === null;
}

/**
 * Where a closing dialog restores the focus, false for nowhere: the text it was in may have been recreated. The library
 * would choose whatever had focus before that text.
 */
export function finalFocus(): HTMLElement | boolean {
  if (wasFocusMoved()) return false;
  if (!wasText || before?.matches(TEXT) === true) return true;
  return textToWrite() ?? false;
}

/** Counts the surrounding dialog while it is rendered. */
export function useShownDialog(): void {
  useLayoutEffect(() => {
    if (useCount.getState() === 0) {
      before = document.activeElement;
      wasText = before?.matches(TEXT) ?? false;
    }
    useCount.setState((count) => count + 1, true);
    return () => {
      useCount.setState((count) => count - 1, true);
      // The library restores the focus in the following frame.
      requestAnimationFrame(() => requestAnimationFrame(toText));
    };
  }, []);
}

/** Whether a dialog is open. */
export function useIsDialogShown(): boolean {
  return useCount((count) => count > 0);
}

/** The hook as a component, for a dialog that has no component of its own. */
export function ShownDialog(): null {
  useShownDialog();
  return null;
}
