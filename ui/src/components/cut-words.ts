// Shows truncated text in full as a tooltip, anywhere in the window.

/** Maximum length of the tooltip, in characters. */
const MAX_LENGTH = 400;

function isCut(one: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(one);
  if (textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth) return true;
  return webkitLineClamp !== "none" && webkitLineClamp !== "" && one.scrollHeight > one.clientHeight;
}

/** Elements that already have a tooltip. */
const HAS_TOOLTIP = "[title]:not([data-cut])";

function onPointerOver(event: PointerEvent): void {
  if (!(event.target instanceof HTMLElement)) return;
  // The truncated element is the hovered one, or up to two levels above it around a highlighted part.
  let one: HTMLElement | null = event.target;
  for (let up = 0; up < 3 && one !== null; up += 1, one = one.parentElement) {
    if (one.closest(HAS_TOOLTIP) !== null) return;
    if (isCut(one)) {
      const words = (one.textContent ?? "").trim();
      const characters = [...words];
      one.dataset.cut = "";
      one.title = characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join("")}…` : words;
      return;
    }
    if (one.dataset.cut !== undefined) {
      delete one.dataset.cut;
      one.removeAttribute("title");
    }
  }
}

/** Starts showing tooltips for truncated text. Returns a function that stops it. */
export function showCutWords(): () => void {
  document.addEventListener("pointerover", onPointerOver);
  return () => document.removeEventListener("pointerover", onPointerOver);
}
