import { history, isolateHistory, moveLineUp, redo, undo, undoDepth } from "@codemirror/commands";
import { EditorState, Transaction, type TransactionSpec } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { type AiSpan, aiSpans, spanAt, spansAdded, spansEffect, spansNow } from "./ai-spans";
import { momentEffect, type TextName, versionEffect } from "./known-texts";
import { programEdit, staging } from "./program";
import { type Random, seeded } from "./testing";

/** One open text without an editor view. */
class Sheet {
  state: EditorState;

  constructor(text: string) {
    this.state = EditorState.create({
      doc: text,
      extensions: [EditorState.lineSeparator.of("\n"), history({ minDepth: 500 }), aiSpans],
    });
    this.apply({ effects: versionEffect(1) });
  }

  apply(...specs: TransactionSpec[]): void {
    this.state = this.state.update(...specs).state;
  }

  edit(from: number, to: number, insert = "", more: TransactionSpec = {}): void {
    this.apply({ changes: { from, to, insert }, annotations: isolateHistory.of("full"), ...more });
  }

  put(name: TextName, spans: [generation: number, from: number, to: number][]): boolean {
    const list = spans.map(([generation, from, to]) => ({ generation, from, to }));
    const effect = spansEffect(this.state, { ...name, spans: list });
    if (effect) this.apply({ effects: effect });
    return effect !== null;
  }

  go(command: typeof undo): boolean {
    return command({
      state: this.state,
      dispatch: (transaction) => {
        this.state = transaction.state;
      },
    });
  }

  /** The words of each span, prefixed with the generation. */
  words(): string[] {
    const chars = [...this.state.doc.toString()];
    return spansNow(this.state).map(
      ({ generation, from, to }) => `${generation}${chars.slice(from, to).join("")}`,
    );
  }
}

function sheet(text: string, spans: [number, number, number][]): Sheet {
  const made = new Sheet(text);
  made.put({ version: 1 }, spans);
  return made;
}

describe("AI spans", () => {
  it("split around text the author inserts, and exclude text at their borders", () => {
    const it = sheet("他在雪夜藏剑", [[1, 2, 4]]);
    it.edit(2, 2, "大");
    it.edit(5, 5, "里");
    expect(it.words()).toEqual(["1雪夜"]);
    it.edit(4, 4, "之");
    expect(it.words()).toEqual(["1雪", "1夜"]);
    it.edit(4, 5);
    expect(it.words()).toEqual(["1雪夜"]);
  });

  it("shrink on deletion and are restored by undo", () => {
    const it = sheet("他在雪夜藏剑于井", [[1, 2, 6]]);
    it.edit(0, 3);
    it.edit(2, 5, "刀");
    expect(it.words()).toEqual(["1夜藏"]);
    it.edit(0, 3);
    expect(it.words()).toEqual([]);
    for (const words of ["1夜藏", "1夜藏剑", "1雪夜藏剑"]) {
      it.go(undo);
      expect(it.words()).toEqual([words]);
    }
    for (let step = 0; step < 3; step += 1) it.go(redo);
    expect(it.words()).toEqual([]);
  });

  it("can be added with an edit, and follow its undo and redo", () => {
    const it = sheet("甲乙丙", [[1, 0, 3]]);
    it.edit(1, 2, "一二", { effects: spansAdded.of([{ generation: 2, from: 1, to: 3 }]) });
    expect(it.words()).toEqual(["1甲", "2一二", "1丙"]);
    it.edit(2, 2, "点");
    it.go(undo);
    it.go(undo);
    expect(it.words()).toEqual(["1甲乙丙"]);
    it.go(redo);
    it.go(redo);
    expect(it.words()).toEqual(["1甲", "2一", "2二", "1丙"]);
  });

  it("follow their line when lines are moved by key", () => {
    const it = sheet("甲甲\n乙乙\n丙丙", [
      [1, 0, 2],
      [2, 4, 7],
    ]);
    it.apply({ selection: { anchor: 7 } });
    it.go(moveLineUp);
    it.go(moveLineUp);
    expect(it.state.doc.toString()).toBe("丙丙\n甲甲\n乙乙");
    expect(it.words()).toEqual(["2丙", "1甲甲", "2乙"]);
    it.go(undo);
    expect(it.words()).toContain("1甲甲");
  });

  it("are found by position; a span ending there matches last", () => {
    const it = sheet("一二三四五", [
      [1, 0, 2],
      [2, 2, 4],
    ]);
    expect([0, 1, 2, 3, 4, 5].map((at) => spanAt(it.state, at)?.generation)).toEqual([
      1,
      1,
      2,
      2,
      2,
      undefined,
    ]);
  });
});

describe("spans of a named text", () => {
  it("are mapped to the current text, and refused for unknown texts", () => {
    const it = new Sheet("𠮷雪夜");
    it.edit(0, 0, "看");
    expect(it.put({ version: 2 }, [[1, 1, 3]])).toBe(false);
    expect(it.put({ version: 1 }, [[1, 1, 3]])).toBe(true);
    expect(it.words()).toEqual(["1雪夜"]);
    expect(spansNow(it.state)).toEqual([{ generation: 1, from: 2, to: 4 }]);
  });

  it("leave spans added since then as they are", () => {
    const it = new Sheet("甲乙");
    it.apply({ effects: momentEffect(1) });
    it.edit(1, 1, "一二", { effects: spansAdded.of([{ generation: 2, from: 1, to: 3 }]) });
    it.put({ moment: 1 }, [[1, 0, 2]]);
    expect(it.words()).toEqual(["1甲", "2一二", "1乙"]);
  });

  it("may have any range, and may overlap", () => {
    const it = sheet("一二三", [
      [9, Number.NaN, 2],
      [9, 2, 1],
      [2, 1, 99],
      [1, -5, 2],
      [9, 50, 90],
    ]);
    expect(it.words()).toEqual(["1一二", "2三"]);
  });
});

it("a streamed text's spans follow undo and redo of its step", () => {
  const page = sheet("甲乙丙丁", [[1, 1, 3]]);
  const outside = [programEdit.of("stream"), Transaction.addToHistory.of(false)];
  page.edit(0, 1);
  page.apply({
    changes: { from: 1, insert: "一二" },
    annotations: outside,
    effects: spansAdded.of([{ generation: 2, from: 1, to: 3 }]),
  });
  page.apply({ changes: { from: 1, to: 3 }, annotations: [...outside, staging.of(true)] });
  page.apply({
    changes: { from: 1, insert: "一二" },
    annotations: [programEdit.of("stream"), staging.of(true), isolateHistory.of("full")],
  });
  expect(page.words()).toEqual(["1乙", "2一二", "1丙"]);
  page.go(undo);
  expect(page.words()).toEqual(["1乙丙"]);
  page.go(redo);
  expect(page.words()).toEqual(["1乙", "2一二", "1丙"]);
});

/** Characters that occur only once in a text: Han, and characters outside the BMP. */
function* unique(): Generator<string, never> {
  for (let at = 0; ; at += 1) {
    yield String.fromCodePoint(at % 3 === 2 ? 0x20000 + at : at < 20_000 ? 0x4e00 + at : 0x30000 + at);
  }
}

/** Runs of characters with one origin. Every character is unique, so its origin never changes. */
function runs(text: string, origins: ReadonlyMap<string, number>): AiSpan[] {
  const found: { generation: number; from: number; to: number }[] = [];
  for (const [at, char] of [...text].entries()) {
    const generation = origins.get(char);
    if (generation === undefined) continue;
    const last = found.at(-1);
    if (last && last.to === at && last.generation === generation) last.to = at + 1;
    else found.push({ generation, from: at, to: at + 1 });
  }
  return found;
}

function random1000(random: Random, streams: boolean): void {
  const source = unique();
  const newText = (length: number) => Array.from({ length }, () => source.next().value).join("");
  const origins = new Map<string, number>();
  const page = new Sheet(newText(200));
  let moments = 0;
  let time = 0;
  let composed: { from: number; to: number } | null = null;
  let seen = 0;
  for (let step = 0; step < 1000; step += 1) {
    const text = page.state.doc.toString();
    const chars = [...text];
    const units = (count: number) => chars.slice(0, count).join("").length;
    if (step % 50 === 0) {
      // The spans of the current text are set again, as after an answer from the backend.
      moments += 1;
      page.apply({ effects: momentEffect(moments) });
      const spans: [number, number, number][] = [];
      for (let at = 0; at < chars.length; ) {
        const to = Math.min(chars.length, at + 1 + random.int(30));
        for (const char of chars.slice(at, to)) origins.delete(char);
        const generation = random.int(4);
        if (generation > 0) {
          spans.push([generation, at, to]);
          for (const char of chars.slice(at, to)) origins.set(char, generation);
        }
        at = to;
      }
      page.put({ moment: moments }, spans);
    }
    const act = random.int(20);
    if (act < 5) {
      composed = null;
      page.go(random.int(3) === 0 ? redo : undo);
    } else {
      const place = () => {
        const spans = spansNow(page.state);
        if (random.int(3) > 0 || spans.length === 0) return random.int(chars.length + 1);
        const { from, to } = random.pick(spans);
        return random.pick([from, to]);
      };
      const range = () => {
        const from = place();
        return { from, to: Math.min(chars.length, from + random.int(random.pick([2, 4, 12]))) };
      };
      const insert = () => newText(1 + random.int(chars.length > 300 ? 3 : 12));
      let changes: { from: number; to: number; insert: string }[] = [];
      let userEvent = "input.type";
      const annotations = [];
      let generation = 0;
      if (act < 8) changes = [{ ...range(), insert: "" }];
      else if (act < 11) changes = [{ ...range(), insert: insert() }];
      else if (act < 13) {
        userEvent = composed ? "input.type.compose" : "input.type.compose.start";
        const at: { from: number; to: number } = composed ?? range();
        const word = insert();
        changes = [{ ...at, insert: word }];
        composed = random.int(4) === 0 ? null : { from: at.from, to: at.from + [...word].length };
      } else if (act < 18 || !streams) {
        // Several changes at once; half of them are written by a model.
        let end = -1;
        for (const one of [range(), range(), range()].sort((a, b) => a.from - b.from)) {
          if (one.from <= end) continue;
          changes.push({ ...one, insert: random.int(3) === 0 ? "" : insert() });
          end = one.to;
        }
        if (random.int(2) === 0) {
          generation = 5 + random.int(3);
          annotations.push(programEdit.of("proposal"), isolateHistory.of("full"));
        }
      } else {
        const at = place();
        changes = [{ from: at, to: at, insert: insert() }];
        annotations.push(programEdit.of("stream"), Transaction.addToHistory.of(false));
      }
      if (!userEvent.startsWith("input.type.compose")) composed = null;
      time += random.pick([1, 50, 400, 2000]);
      const added: AiSpan[] = [];
      if (generation > 0) {
        let shift = 0;
        for (const one of changes) {
          const from = units(one.from) + shift;
          if (one.insert !== "") added.push({ generation, from, to: from + one.insert.length });
          for (const char of one.insert) origins.set(char, generation);
          shift += one.insert.length - (units(one.to) - units(one.from));
        }
      }
      page.apply({
        changes: changes.map(({ from, to, insert: word }) => ({
          from: units(from),
          to: units(to),
          insert: word,
        })),
        userEvent: changes.every((one) => one.insert === "") ? "delete.selection" : userEvent,
        annotations: [Transaction.time.of(time), ...annotations],
        effects: spansAdded.of(added),
      });
    }
    const spans = spansNow(page.state);
    // Comparing strings is faster than comparing lists.
    expect(JSON.stringify(spans)).toBe(JSON.stringify(runs(page.state.doc.toString(), origins)));
    seen += spans.length;
  }
  expect(seen).toBeGreaterThan(5000);
  while (page.go(undo));
  expect(undoDepth(page.state)).toBe(0);
  expect(spansNow(page.state)).toEqual(runs(page.state.doc.toString(), origins));
  while (page.go(redo));
  expect(spansNow(page.state)).toEqual(runs(page.state.doc.toString(), origins));
}

describe("every character keeps its origin through 1,000 random edits, undone and redone", () => {
  it.each([1, 2, 4])("seed %i", (seed) => random1000(seeded(seed), false));
  it.each([11, 31])("while text streams in, seed %i", (seed) => random1000(seeded(seed), true));
});
