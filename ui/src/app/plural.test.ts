import i18next from "i18next";
import { expect, it } from "vitest";
import { startI18n, words } from "./i18n";
import { chosenForms } from "./plural";

it.each([
  ["1 scene{|s}", "1 scene"],
  ["2 scene{|s}", "2 scenes"],
  ["0 scene{|s}", "0 scenes"],
  ["1,001 word{|s}", "1,001 words"],
  ["11 word{|s}", "11 words"],
  ["1k word{|s}", "1k words"],
  ["1 entr{y|ies} {was|were} added and 3 scene{|s}", "1 entry was added and 3 scenes"],
  ["3 chapter{|s} and 1 scene{|s}", "3 chapters and 1 scene"],
  ["1 of them {is a draft|are drafts}", "1 of them is a draft"],
  ["some scene{|s}", "some scenes"],
  ["{n} or {A|B}", "{n} or {A|B}"],
])("%s reads %s", (text, read) => {
  expect(chosenForms(text)).toBe(read);
});

it("the window uses the singular for one word", async () => {
  await startI18n("en");
  const render = (n: string) => i18next.t("app:status.chapter", { n, context: "words" });
  expect([render("1"), render("2")]).toEqual(["Chapter: 1 word", "Chapter: 2 words"]);
});

const COUNTED =
  /\{\{(?!most|limit)\w+\}\} (?:word|character|chapter|scene|volume|entrie|text|place|day|name|hit|matche|file|token|finding|event|payoff|pair|part|note|step|passage|request|change|paragraph)s\b/;

it("notices use the singular for a count of one", () => {
  const counting = [
    "find:replaced.done",
    "find:replaced.undone",
    "find:results.count",
    "findings:brought.some",
    "palette:count",
  ];
  const render = (key: string) =>
    i18next.t(key, { n: "1", scenes: "1", chapters: "1", found: "1", fresh: "1", gone: "0" });
  expect(counting.map(render)).toEqual([
    "Replaced 1 match in 1 scene",
    "The replacement was undone in 1 scene",
    "1 match in 1 scene of 1 chapter",
    "Checked: 1 finding (waived ones included), 1 new, 0 gone.",
    "1 entry",
  ]);
});

/** The English words of the window, whatever they are nested in. */
function textsOf(value: object): string[] {
  return Object.values(value).flatMap((one) => (typeof one === "object" ? textsOf(one) : [String(one)]));
}
const texts = Object.values(words).flatMap(({ en }) => textsOf(en));

it("English words after a number have both forms", () => {
  expect(texts.filter((text) => COUNTED.test(text))).toEqual([]);
});

it("no two forms are left in a text of the window", () => {
  const forms = /\{[^{}]*\|[^{}]*\}/;
  expect(texts.filter((text) => forms.test(text)).length).toBeGreaterThan(100);
  expect(texts.map(chosenForms).filter((text) => forms.test(text))).toEqual([]);
});
