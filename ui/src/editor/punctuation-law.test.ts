// Whatever is typed in English, undo removes all of it, and replacing typographic marks with straight ones gives what
// was typed. There is one exception: three hyphens become one dash, as two do. (Hyphens in code, or on a line of only
// spaces and `>`, stay as they are.)
import fc from "fast-check";
import { expect, it } from "vitest";
import type { NovelLanguage } from "./language";
import { Typist } from "./punctuation-typist";

/** The number of texts to try; `WENFANG_SEQUENCES=10000` for a long night. */
const numRuns = Number(process.env.WENFANG_SEQUENCES ?? 200);
/** The seed; a failure prints the one that reproduces it. */
const seed = Number(process.env.WENFANG_SEED ?? 8);

const mark = fc.constantFrom(`"`, "'", "-", "--", "---", "...", ".", " ", "\n", "`", "*", ">", "(");
const word = fc.constantFrom("a", "I", "tis", "em", "embers", "n", "cause", "Cause", "90s", "1984", "7");
const ascii = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));
const prose = fc
  .array(fc.oneof({ weight: 4, arbitrary: mark }, { weight: 3, arbitrary: word }, ascii), { maxLength: 40 })
  .map((pieces) => pieces.join(""));

const STRAIGHT: Readonly<Record<string, string>> = {
  "“": `"`,
  "”": `"`,
  "‘": "'",
  "’": "'",
  "—": "--",
  "…": "...",
};

const straight = (text: string) => text.replace(/[“”‘’—…]/g, (found) => STRAIGHT[found] ?? found);
const outsideCode = (line: string, change: (part: string) => string) =>
  line
    .split(/(`+)/)
    .map((part, at) => (at % 4 === 0 ? change(part) : part))
    .join("");
const expected = (typed: string) =>
  typed
    .split("\n")
    .map((line) => (/^[ >-]*$/.test(line) ? line : outsideCode(line, (part) => part.replace(/---?/g, "--"))))
    .join("\n");

function typing(language: NovelLanguage, text: string, check: (typist: Typist) => void): void {
  const typist = new Typist(language);
  try {
    check(typist.type(text));
  } finally {
    typist.destroy();
  }
}

it("straight marks restore what was typed", () => {
  fc.assert(
    fc.property(prose, (text) =>
      typing("en", text, (typist) => expect(straight(typist.text())).toBe(expected(text))),
    ),
    { numRuns, seed },
  );
});

it("undo removes everything, and redo restores it", () => {
  fc.assert(
    fc.property(prose, fc.constantFrom("en", "zh", "ja"), (text, language) =>
      typing(language, text, (typist) => {
        const typed = typist.text();
        while (typist.undo());
        expect(typist.text()).toBe("");
        while (typist.redo());
        expect(typist.text()).toBe(typed);
      }),
    ),
    { numRuns, seed },
  );
});

it("lettered paragraphs convert the same in novels of any language", () => {
  fc.assert(
    fc.property(prose, fc.constantFrom("zh", "ja"), (text, language) => {
      const typed = text.split("\n");
      let english: string[] = [];
      typing("en", text, (typist) => {
        english = typist.text().split("\n");
      });
      const result = typed.map((line, at) => (/[a-z]/i.test(line) ? english[at] : line));
      typing(language, text, (typist) => expect(typist.text().split("\n")).toEqual(result));
    }),
    { numRuns, seed },
  );
});
