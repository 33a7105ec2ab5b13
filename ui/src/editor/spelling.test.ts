import { Text } from "@codemirror/state";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createWriting, type Writing } from "./create";
import { type Misspelt, piecesIn, placesIn, type Spelling } from "./spelling-paragraphs";

/** Knows a paragraph once it was checked and answered: words with a doubled z are misspelt. */
class FakeSpelling implements Spelling {
  readonly known = new Map<string, readonly Misspelt[]>();
  readonly checked: string[][] = [];
  private pendingAnswers: (() => void)[] = [];

  misspelt(paragraph: string): readonly Misspelt[] | undefined {
    return this.known.get(paragraph);
  }

  check(paragraphs: readonly string[]): Promise<void> {
    this.checked.push([...paragraphs]);
    return new Promise((resolve) => {
      this.pendingAnswers.push(() => {
        for (const text of paragraphs) {
          const found = [...text.matchAll(/\w*zz\w*/g)];
          this.known.set(
            text,
            found.map(({ index, 0: word }) => ({ from: index, to: index + word.length })),
          );
        }
        resolve();
      });
    });
  }

  async answer(): Promise<void> {
    for (const one of this.pendingAnswers.splice(0)) one();
    await vi.advanceTimersByTimeAsync(0);
  }
}

let target: Writing;
let spelling: FakeSpelling;

function open(text: string): void {
  target = createWriting({
    parent: document.body,
    text,
    version: 1,
    label: "Text",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: true, punctuation: true, language: "en" },
    scrolls: "self",
    callbacks: { onEdit: () => undefined, onSelection: () => undefined },
  });
  spelling = new FakeSpelling();
  target.setSpelling(spelling);
}

async function checked(text: string): Promise<void> {
  open(text);
  await pause();
  await spelling.answer();
}

const pause = () => vi.advanceTimersByTimeAsync(150);

const marked = () =>
  [...target.view.contentDOM.querySelectorAll(".cm-misspelt")].map((element) => element.textContent);

function type(text: string, at: number): void {
  target.view.dispatch({
    changes: { from: at, insert: text },
    selection: { anchor: at + text.length },
    userEvent: "input.type",
  });
}

const compose = (event: "compositionstart" | "compositionend") =>
  target.view.contentDOM.dispatchEvent(new CompositionEvent(event, { bubbles: true }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  target.destroy();
  vi.useRealTimers();
});

it("marks misspelt words after a pause, moves marks with edits, and drops them when the word changes", async () => {
  open("one fizz two\n第二段\nbuzz");
  expect(spelling.checked).toEqual([]);
  await pause();
  expect(spelling.checked).toEqual([["one fizz two", "buzz"]]);
  await spelling.answer();
  expect(marked()).toEqual(["fizz", "buzz"]);
  type("more ", 0);
  expect(marked()).toEqual(["fizz", "buzz"]);
  type("x", 13);
  expect(target.text()).toBe("more one fizzx two\n第二段\nbuzz");
  expect(marked()).toEqual(["buzz"]);
  await pause();
  // The other paragraphs are cached by their words.
  expect(spelling.checked.slice(1)).toEqual([["more one fizzx two"]]);
});

it("checks nothing while a key is held down", async () => {
  await checked("one ");
  for (let at = 4; at < 24; at += 1) {
    type("z", at);
    await vi.advanceTimersByTimeAsync(140);
  }
  expect(spelling.checked).toHaveLength(1);
  await pause();
  expect(spelling.checked).toHaveLength(2);
});

it("does not mark the word being typed until the caret leaves it", async () => {
  await checked("one ");
  type("fizz", 4);
  await pause();
  await spelling.answer();
  expect(marked()).toEqual([]);
  type(" ", 8);
  await pause();
  await spelling.answer();
  expect(marked()).toEqual(["fizz"]);
  type("buzz", 9);
  await pause();
  await spelling.answer();
  expect(marked()).toEqual(["fizz"]);
  target.view.dispatch({ selection: { anchor: 0 } });
  await pause();
  expect(marked()).toEqual(["fizz", "buzz"]);
});

it("an answer about words that are gone marks nothing", async () => {
  open("fizz one");
  await pause();
  await target.become("another fuzz", "replace");
  await spelling.answer();
  expect(marked()).toEqual([]);
  await pause();
  await spelling.answer();
  expect(marked()).toEqual(["fuzz"]);
  target.setSpelling(null);
  expect(marked()).toEqual([]);
});

it("checks nothing while an input method composes", async () => {
  await checked("one");
  compose("compositionstart");
  type(" fizz", 3);
  await vi.advanceTimersByTimeAsync(2000);
  expect(spelling.checked).toHaveLength(1);
  compose("compositionend");
  await vi.advanceTimersByTimeAsync(300);
  expect(spelling.checked).toHaveLength(2);
});

it("respells a word in one history step, only where it still is", async () => {
  await checked("one fizz two");
  const word = target.misspeltAt(6);
  expect(word).toEqual({ from: 4, to: 8, text: "fizz" });
  if (word === null) return;
  type("1", 0);
  target.respell(word, "fish");
  expect(target.text()).toBe("1one fizz two");
  target.respell({ ...word, from: 5, to: 9 }, "fish");
  expect(target.text()).toBe("1one fish two");
  target.undo();
  expect(target.text()).toBe("1one fizz two");
});

it("finds the next misspelt word after the selection, wrapping around", async () => {
  open("buzz one\ntwo\nthree fizz");
  const next = async () => {
    const found = target.toNextMisspelt();
    await vi.advanceTimersByTimeAsync(0);
    await spelling.answer();
    return (await found) ? target.selectedText() : null;
  };
  target.view.dispatch({ selection: { anchor: 4 } });
  expect(await next()).toBe("fizz");
  expect(await next()).toBe("buzz");
  expect(await next()).toBe("fizz");
  await target.become("nothing here", "replace");
  expect(await next()).toBeNull();
});

it("checks a very long paragraph in whole words around the visible part", () => {
  const long = "word ".repeat(10_000);
  target = { destroy: () => undefined } as Writing;
  const [piece] = piecesIn(Text.of([long]), [{ from: 20_002, to: 21_003 }]);
  expect(
    piece?.text
      .trim()
      .split(" ")
      .every((word) => word === "word"),
  ).toBe(true);
  const { start = 0, text = "" } = piece ?? {};
  expect(text.length).toBeGreaterThan(1700);
  expect(long.slice(start, start + text.length)).toBe(text);
  expect(placesIn("𝄞 fizz", [{ start: 2, end: 6 }])).toEqual([{ from: 3, to: 7 }]);
});
