// Checks that everything on the page fits into the window: every control is in reach, no label is cut without a way
// to read it, and no scrolling area is too low to read.
import type { Page } from "playwright-core";

/** What does not fit, one line each. */
export const cramped = (page: Page): Promise<string[]> => page.evaluate(crampedHere);

/** The same, for a driver that runs functions in the page: it uses nothing outside itself. */
export function crampedHere(): string[] {
  /** Smaller differences are rounding, px. */
  const SLACK = 1.5;
  /** Minimum height of a scrolling area and minimum width of words: two lines, three characters; px. */
  const LEAST = 40;
  const found: string[] = [];
  const nameOf = (one: Element) => {
    const label = one.getAttribute("aria-label") ?? one.textContent ?? "";
    return `${one.tagName.toLowerCase()}${one.role ? `[${one.role}]` : ""} ${label.trim().slice(0, 40)}`;
  };
  const shown = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    one.closest(".sr-only, [aria-hidden=true], [inert], [data-base-ui-focus-guard]") === null &&
    one.getBoundingClientRect().width > 1;
  const scrolls = (value: string) => value === "auto" || value === "scroll";
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth || root.scrollHeight > root.clientHeight)
    found.push(`the page is ${root.scrollWidth}x${root.scrollHeight}`);
  const dialog = document.querySelector(":is([role=dialog], [role=alertdialog]):not([role=region] *)");
  const within = dialog ?? document.body;
  const pressed =
    "button, input, textarea, a[href], [role=tab], [role=radio], [role=option], [role=combobox], [role=switch]";
  for (const one of within.querySelectorAll<HTMLElement>(pressed)) {
    if (!shown(one)) continue;
    const box = one.getBoundingClientRect();
    // An element that can be scrolled into view is in reach; its scrolling area is checked separately.
    let across = true;
    let down = true;
    for (
      let at: HTMLElement | null = one.parentElement;
      at !== null && (across || down);
      at = at.parentElement
    ) {
      const style = getComputedStyle(at);
      const area =
        at === document.body ? new DOMRect(0, 0, innerWidth, innerHeight) : at.getBoundingClientRect();
      if (scrolls(style.overflowX)) across = false;
      if (scrolls(style.overflowY)) down = false;
      const clips = (value: string) => at === document.body || value === "hidden" || value === "clip";
      if (
        across &&
        clips(style.overflowX) &&
        (box.left < area.left - SLACK || box.right > area.right + SLACK)
      ) {
        found.push(
          `${nameOf(one)}: ${Math.round(box.left)}–${Math.round(box.right)} of ${Math.round(area.left)}–${Math.round(area.right)} across`,
        );
        break;
      }
      if (
        down &&
        clips(style.overflowY) &&
        (box.top < area.top - SLACK || box.bottom > area.bottom + SLACK)
      ) {
        found.push(
          `${nameOf(one)}: ${Math.round(box.top)}–${Math.round(box.bottom)} of ${Math.round(area.top)}–${Math.round(area.bottom)} down`,
        );
        break;
      }
      if (style.position === "fixed") break;
    }
  }
  const worded = "button, [role=tab], [role=radio], label, legend, th, h1, h2, h3";
  for (const one of within.querySelectorAll<HTMLElement>(worded)) {
    if (!shown(one)) continue;
    const cut = [one, ...one.querySelectorAll<HTMLElement>("*")].find((part) => {
      const { overflowX, display } = getComputedStyle(part);
      const hides = overflowX === "hidden" || overflowX === "clip";
      if (!hides || display === "inline" || part.clientWidth < 2) return false;
      if (part.scrollWidth <= part.clientWidth + SLACK) return false;
      // A tooltip shows the cut text; a single letter or two carry no meaning.
      part.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      return part.title === "" || part.clientWidth < LEAST;
    });
    if (cut !== undefined) found.push(`${nameOf(one)}: words are cut`);
  }
  for (const one of within.querySelectorAll<HTMLElement>("*")) {
    if (!scrolls(getComputedStyle(one).overflowY) || !shown(one) || one.closest("textarea, pre") !== null)
      continue;
    if (one.scrollHeight > one.clientHeight + SLACK && one.clientHeight < LEAST)
      found.push(`${nameOf(one)}: scrolls in ${one.clientHeight} px`);
    if (
      one.scrollWidth > one.clientWidth + SLACK &&
      getComputedStyle(one).overflowX !== "hidden" &&
      one.querySelector("button, input") !== null
    )
      found.push(`${nameOf(one)}: scrolls sideways, ${one.scrollWidth} in ${one.clientWidth} px`);
  }
  return found;
}
