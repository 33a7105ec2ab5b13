// The focus after its element is removed. The browser would leave it to the page, and WebKit then sends the next key to
// the selection in the text: a second Delete in a list would delete words of the manuscript.
import { type RefObject, useEffect } from "react";

/** Whether no element has the focus, or only a pane whose focused element was removed. */
export function isFocusLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.hasAttribute("data-keeps-focus");
}

/** The pane takes the focus when its focused element is removed, until something in it does. */
export function useKeptFocus(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = pane;
    return current === null ? undefined : keepFocus(current);
  }, [pane]);
}

function keepFocus(pane: HTMLElement): () => void {
  /** The element of the pane that had the focus last; null once it is elsewhere. */
  let last: Element | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element && pane.contains(target) ? target : null;
  };
  const onPress = ({ target }: PointerEvent) => {
    if (!(target instanceof Node && pane.contains(target))) last = null;
  };
  const removed = new MutationObserver(() => {
    const { activeElement } = document;
    if (last === null || last.isConnected || (activeElement !== null && activeElement !== document.body))
      return;
    pane.focus({ preventScroll: true });
  });
  pane.tabIndex = -1;
  pane.dataset.keepsFocus = "";
  document.addEventListener("focusin", onFocus);
  document.addEventListener("pointerdown", onPress, true);
  removed.observe(pane, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("pointerdown", onPress, true);
    removed.disconnect();
  };
}
