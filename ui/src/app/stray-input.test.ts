import { afterEach, expect, it } from "vitest";
import { refuseStrayInput } from "./stray-input";

const stop = refuseStrayInput();
afterEach(() => document.body.replaceChildren());

/** Whether the browser may handle Ctrl+A in an element. */
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

it("Ctrl+A on a button selects nothing on the page", () => {
  expect(selects("<button></button>")).toBe(false);
});

it("the browser's menu opens for fields and selected text only", () => {
  const opens = (html: string) => {
    document.body.innerHTML = html;
    const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
    return document.body.firstElementChild?.dispatchEvent(event);
  };
  expect(opens("<input>")).toBe(true);
  expect(opens("<p>江</p>")).toBe(false);
  document.body.innerHTML = "<p>江</p>";
  document.getSelection()?.selectAllChildren(document.body);
  const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
  expect(document.body.firstElementChild?.dispatchEvent(event)).toBe(true);
  document.getSelection()?.removeAllRanges();
});

it("a key pressed in a dialog ends there, and the next one is for the text", () => {
  document.body.innerHTML = "<div data-base-ui-portal><button></button></div><textarea></textarea>";
  const press = (type: string, where: string) => {
    const event = new KeyboardEvent(type, { key: "Enter", bubbles: true, cancelable: true });
    return document.querySelector(where)?.dispatchEvent(event);
  };
  press("keydown", "button");
  expect(press("keypress", "button")).toBe(true);
  // The dialog is closed, and the text has the focus.
  press("keydown", "button");
  document.querySelector("[data-base-ui-portal]")?.remove();
  expect(press("keypress", "textarea")).toBe(false);
  press("keydown", "textarea");
  expect(press("keypress", "textarea")).toBe(true);
});

it("stops on request", () => {
  stop();
  expect(selects("<button></button>")).toBe(true);
});
