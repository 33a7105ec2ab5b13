// A composition is ended where it is, and whoever waits for its end goes on.
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

const tell = (name: string, data = "") =>
  field.dispatchEvent(new CompositionEvent(name, { bubbles: true, data }));

it("without a composition nothing waits", () => {
  expect(endComposition()).toBeNull();
  tell("compositionstart");
  tell("compositionend", "江");
  expect(endComposition()).toBeNull();
});

it("the field loses the keyboard for a moment and has it again", async () => {
  tell("compositionstart");
  tell("compositionupdate", "jiang");
  field.addEventListener("blur", () => setTimeout(() => tell("compositionend", "jiang")));
  await endComposition();
  expect(document.activeElement).toBe(field);
  expect(endComposition()).toBeNull();
});

it("one that never ends holds nobody up for long", async () => {
  tell("compositionupdate", "jiang");
  await endComposition();
  expect(endComposition()).toBeNull();
});

it("a field that has gone composes no more", () => {
  tell("compositionstart");
  field.remove();
  expect(endComposition()).toBeNull();
});
