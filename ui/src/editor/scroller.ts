// The scrolling element around the text: the editor itself, or an ancestor.

/** The nearest element that scrolls vertically, including the given one. */
export function scrollerAround(start: Element | null): Element {
  for (let element = start; element; element = element.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return document.documentElement;
}

/** The part of the window in which its content is visible, in pixels of the window. */
export function seenPart(scroller: Element): { top: number; bottom: number } {
  if (scroller === document.documentElement) return { top: 0, bottom: window.innerHeight };
  const { top, bottom } = scroller.getBoundingClientRect();
  return { top, bottom };
}
