import { afterEach, expect, it } from "vitest";
import { keepInputFromReact } from "./unread-input";

const stop = keepInputFromReact();
afterEach(() => document.body.replaceChildren());

/** Whether a listener of the page, as React has one, hears of input in an element. */
function hears(html: string): boolean {
  document.body.innerHTML = html;
  let heard = false;
  const listener = () => {
    heard = true;
  };
  document.body.addEventListener("input", listener, true);
  document.body.firstElementChild?.dispatchEvent(new InputEvent("input", { bubbles: true }));
  document.body.removeEventListener("input", listener, true);
  return heard;
}

it("input in the text is heard by the editor only, input in a field by all", () => {
  expect(hears('<div class="cm-content" contenteditable="true"></div>')).toBe(false);
  expect(hears("<input>")).toBe(true);
});

it("stops on request", () => {
  stop();
  expect(hears('<div class="cm-content" contenteditable="true"></div>')).toBe(true);
});
