import { afterEach, expect, it } from "vitest";
import { refuseStrayInput } from "./stray-input";

const stop = refuseStrayInput();
afterEach(() => document.body.replaceChildren());

/** Whether the engine may act on Ctrl+A in an element. */
function selects(html: string): boolean {
  document.body.innerHTML = html;
  const init = { key: "a", ctrlKey: true, bubbles: true, cancelable: true };
  return document.body.firstElementChild?.dispatchEvent(new KeyboardEvent("keydown", init)) ?? false;
}

it.each(["<input>", "<textarea></textarea>", '<div contenteditable="true"></div>'])(
  "Ctrl+A selects in %s",
  (html) => {
    expect(selects(html)).toBe(true);
  },
);

it("Ctrl+A on a button selects nothing of the page", () => {
  expect(selects("<button></button>")).toBe(false);
});

it("is over when it is stopped", () => {
  stop();
  expect(selects("<button></button>")).toBe(true);
});
