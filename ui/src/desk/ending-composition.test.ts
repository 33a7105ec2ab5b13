// Ending a composition keeps its text in its field and lets the waiting act continue.
import { afterEach, beforeEach, expect, it } from "vitest";
import { endComposition, listenToCompositions } from "./ending-composition";

let stop: () => void;
let field: HTMLTextAreaElement;

beforeEach(() => {
  stop = listenToCompositions();
  field = document.createElement("textarea");
  document.body.append(field);
  field.focus();
});
afterEach(() => {
  stop();
  field.remove();
});

const fire = (name: string, data = "") =>
  field.dispatchEvent(new CompositionEvent(name, { bubbles: true, data }));

it("without a composition nothing waits", () => {
  expect(endComposition()).toBeNull();
  fire("compositionstart");
  fire("compositionend", "江");
  expect(endComposition()).toBeNull();
});

it("the field is blurred briefly and focused again", async () => {
  fire("compositionstart");
  fire("compositionupdate", "jiang");
  field.addEventListener("blur", () => setTimeout(() => fire("compositionend", "jiang")));
  await endComposition();
  expect(document.activeElement).toBe(field);
  expect(endComposition()).toBeNull();
});

it("a composition that never ends delays the act only briefly", async () => {
  fire("compositionupdate", "jiang");
  await endComposition();
  expect(endComposition()).toBeNull();
});

it("a removed field has no composition", () => {
  fire("compositionstart");
  field.remove();
  expect(endComposition()).toBeNull();
});
