// What scrolls around the text: the editor itself, or something it stands in.

/** The nearest element that scrolls up and down, the given one included. */
export function scrollerAround(start: Element | null): Element {
  for (let element = start; element; element = element.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return document.documentElement;
}

/** The part of the window in which its content is seen, in pixels of the window. */
export function seenPart(scroller: Element): { top: number; bottom: number } {
  if (scroller === document.documentElement) return { top: 0, bottom: window.innerHeight };
  const { top, bottom } = scroller.getBoundingClientRect();
  return { top, bottom };
}
