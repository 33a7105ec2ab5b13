// Words that are cut because there is no room for them are told whole by the pointer's rest, wherever they stand.

/** More than this no hint holds, in characters. */
const MOST = 400;

function isCut(one: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(one);
  if (textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth) return true;
  return webkitLineClamp !== "none" && webkitLineClamp !== "" && one.scrollHeight > one.clientHeight;
}

/** What says its own name to the pointer already. */
const TELLS = "[title]:not([data-cut])";

function tell(event: PointerEvent): void {
  if (!(event.target instanceof HTMLElement)) return;
  // The words are in the element that is pointed at, or in one or two around what marks a part of them.
  let one: HTMLElement | null = event.target;
  for (let up = 0; up < 3 && one !== null; up += 1, one = one.parentElement) {
    if (one.closest(TELLS) !== null) return;
    if (isCut(one)) {
      const words = (one.textContent ?? "").trim();
      const characters = [...words];
      one.dataset.cut = "";
      one.title = characters.length > MOST ? `${characters.slice(0, MOST).join("")}…` : words;
      return;
    }
    if (one.dataset.cut !== undefined) {
      delete one.dataset.cut;
      one.removeAttribute("title");
    }
  }
}

/** From now on cut words are told; the answer ends it. */
export function tellCutWords(): () => void {
  document.addEventListener("pointerover", tell);
  return () => document.removeEventListener("pointerover", tell);
}
