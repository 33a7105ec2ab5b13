import { history, isolateHistory, moveLineUp, redo, undo, undoDepth } from "@codemirror/commands";
import { type ChangeSpec, EditorState, Transaction, type TransactionSpec } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { type Anchor, type AnchorRole, anchorAt, anchors, anchorsEffect, anchorsNow } from "./anchors";
import { momentEffect, type TextName, versionEffect } from "./known-texts";
import { programEdit, staging } from "./program";
import { type Random, seeded } from "./testing";

const ROLES: readonly AnchorRole[] = ["plant", "reminder", "payoff"];

/** One open text without an editor view. */
class Sheet {
  state: EditorState;

  constructor(text: string) {
    this.state = EditorState.create({
      doc: text,
      extensions: [EditorState.lineSeparator.of("\n"), history({ minDepth: 500 }), anchors],
    });
    this.name(1);
  }

  apply(...specs: TransactionSpec[]): void {
    this.state = this.state.update(...specs).state;
  }

  edit(from: number, to: number, insert = "", more: TransactionSpec = {}): void {
    this.apply({ changes: { from, to, insert }, annotations: isolateHistory.of("full"), ...more });
  }

  name(version: number, moment?: number): void {
    this.apply({ effects: versionEffect(version, moment) });
  }

  moment(moment: number): void {
    this.apply({ effects: momentEffect(moment) });
  }

  put(name: TextName, ranges: Record<string, [number, number]>): boolean {
    const list = Object.entries(ranges).map(
      ([id, [from, to]], at): Anchor => ({ id, from, to, role: ROLES[at % 3] ?? "plant", title: id }),
    );
    const effect = anchorsEffect(this.state, { ...name, anchors: list });
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

  /** The words of each anchor, by id; null for a deleted anchor. */
  words(): Record<string, string | null> {
    const chars = [...this.state.doc.toString()];
    return Object.fromEntries(
      anchorsNow(this.state).map(({ id, from, to, gone }) => [
        id,
        gone ? null : chars.slice(from, to).join(""),
      ]),
    );
  }
}

function sheet(text: string, ranges: Record<string, [number, number]>): Sheet {
  const made = new Sheet(text);
  made.put({ version: 1 }, ranges);
  return made;
}

describe("an anchor", () => {
  it("includes text inserted inside it, not at its borders", () => {
    const it = sheet("他在雪夜藏剑", { a: [2, 4] });
    it.edit(2, 2, "大");
    it.edit(5, 5, "里");
    expect(it.words()).toEqual({ a: "雪夜" });
    it.edit(4, 4, "之");
    expect(it.words()).toEqual({ a: "雪之夜" });
  });

  it("shrinks on deletion and is restored by undo", () => {
    const it = sheet("他在雪夜藏剑于井", { a: [2, 6] });
    it.edit(0, 3);
    expect(it.words()).toEqual({ a: "夜藏剑" });
    it.edit(2, 5, "刀");
    expect(it.words()).toEqual({ a: "夜藏" });
    it.go(undo);
    expect(it.words()).toEqual({ a: "夜藏剑" });
    it.go(undo);
    expect(it.words()).toEqual({ a: "雪夜藏剑" });
    it.go(redo);
    it.go(redo);
    expect(it.words()).toEqual({ a: "夜藏" });
  });

  it.each([
    ["deleted", { from: 2, to: 4 }],
    ["written over", { from: 2, to: 4, insert: "雨天" }],
    ["written over with more", { from: 0, to: 6, insert: "雪夜" }],
    [
      "moved away",
      [
        { from: 2, to: 4 },
        { from: 6, insert: "雪夜" },
      ],
    ],
  ] satisfies [string, ChangeSpec][])("is gone when %s, until undo", (_, changes) => {
    const it = sheet("他在雪夜藏剑", { a: [2, 4] });
    it.apply({ changes, annotations: isolateHistory.of("full") });
    expect(it.words()).toEqual({ a: null });
    it.edit(0, 0, "看");
    it.go(undo);
    it.go(undo);
    expect(it.words()).toEqual({ a: "雪夜" });
    it.go(redo);
    expect(it.words()).toEqual({ a: null });
  });

  it("keeps the words around a paste over its middle", () => {
    const it = sheet("他在雪夜藏剑", { a: [1, 5] });
    it.edit(2, 4, "雨\n天");
    expect(it.words()).toEqual({ a: "在雨\n天藏" });
    it.edit(4, 7, "埋");
    expect(it.words()).toEqual({ a: "在雨\n" });
  });

  it("goes along when its words are cut and pasted", () => {
    const it = sheet("他在雪夜藏剑于井", { a: [2, 4], b: [3, 6] });
    it.edit(1, 5, "", { userEvent: "delete.cut" });
    expect(it.words()).toEqual({ a: null, b: "剑" });
    it.edit(4, 4, "在雪夜藏", { userEvent: "input.paste" });
    expect(it.words()).toEqual({ a: "雪夜", b: "剑" });
    // A second copy leaves it where it is.
    it.edit(0, 0, "在雪夜藏", { userEvent: "input.paste" });
    expect(it.words()).toEqual({ a: "雪夜", b: "剑" });
    expect(anchorAt(it.state, 10)?.id).toBe("a");
    it.go(undo);
    it.go(undo);
    expect(it.words()).toEqual({ a: null, b: "剑" });
    it.go(redo);
    expect(it.words()).toEqual({ a: "雪夜", b: "剑" });
    it.go(undo);
    it.go(undo);
    expect(it.words()).toEqual({ a: "雪夜", b: "雪夜藏剑".slice(1) });
  });

  it("does not come back with other words, or after it was restored", () => {
    const it = sheet("他在雪夜藏剑于井", { a: [2, 4] });
    it.edit(2, 4, "", { userEvent: "delete.cut" });
    it.edit(0, 0, "雪天", { userEvent: "input.paste" });
    it.edit(0, 0, "雪夜");
    expect(it.words()).toEqual({ a: null });
    it.go(undo);
    it.go(undo);
    it.go(undo);
    it.edit(0, 0, "雪夜", { userEvent: "input.paste" });
    expect(anchorsNow(it.state)).toEqual([{ id: "a", from: 4, to: 6, gone: false }]);
  });

  it("goes along when whole lines are cut, and when it is dragged", () => {
    const it = sheet("甲甲\n乙乙\n丙丙", { a: [0, 2] });
    it.edit(0, 3, "", { userEvent: "delete.cut" });
    it.edit(5, 5, "\n甲甲", { userEvent: "input.paste" });
    expect(it.words()).toEqual({ a: "甲甲" });
    it.apply({
      changes: [
        { from: 6, to: 8 },
        { from: 0, insert: "甲甲" },
      ],
      userEvent: "move.drop",
    });
    expect(anchorsNow(it.state)).toEqual([{ id: "a", from: 0, to: 2, gone: false }]);
  });

  it("follows its line when lines are moved by key", () => {
    const it = sheet("甲甲\n乙乙\n丙丙", { a: [0, 2], b: [4, 5], c: [6, 8] });
    it.apply({ selection: { anchor: 7 } });
    it.go(moveLineUp);
    it.go(moveLineUp);
    expect(it.state.doc.toString()).toBe("丙丙\n甲甲\n乙乙");
    expect(it.words()).toEqual({ a: "甲甲", b: "乙", c: "丙丙" });
    it.go(undo);
    expect(it.words()).toEqual({ a: "甲甲", b: "乙", c: "丙丙" });
  });

  it("is found by position, the innermost first", () => {
    const it = sheet("一二三四五", { wide: [0, 4], narrow: [1, 3] });
    const at = [0, 1, 3, 4, 5].map((position) => anchorAt(it.state, position)?.id);
    expect(at).toEqual(["wide", "narrow", "wide", "wide", undefined]);
    expect(anchorAt(it.state, 1)).toEqual({
      id: "narrow",
      from: 1,
      to: 3,
      role: "reminder",
      title: "narrow",
    });
  });
});

describe("anchors of a named text", () => {
  it("are mapped to the current text, and refused for unknown texts", () => {
    const it = new Sheet("𠮷雪夜");
    it.edit(0, 0, "看");
    expect(it.put({ version: 2 }, { a: [1, 3] })).toBe(false);
    expect(it.put({ version: 1 }, { a: [1, 3] })).toBe(true);
    expect(it.words()).toEqual({ a: "雪夜" });
    expect(anchorsNow(it.state)).toEqual([{ id: "a", from: 2, to: 4, gone: false }]);
    it.name(2);
    it.name(3);
    expect(it.put({ version: 1 }, {})).toBe(false);
  });

  it("sent with a save are not disturbed by its answer", () => {
    const it = sheet("他在雪夜藏剑", { a: [2, 4], b: [4, 6] });
    it.edit(2, 4);
    it.edit(1, 1, "已");
    it.moment(1);
    expect(anchorsNow(it.state)).toEqual([
      { id: "a", from: 3, to: 3, gone: true },
      { id: "b", from: 3, to: 5, gone: false },
    ]);
    // Written while the save is in flight: it replaces the anchor's text, which a composed change cannot express.
    it.edit(4, 4, "了");
    it.edit(3, 4);
    it.name(2, 1);
    it.put({ version: 2 }, { a: [3, 3], b: [3, 5], c: [0, 1] });
    expect(it.words()).toEqual({ a: null, b: "了剑", c: "他" });
    for (let step = 0; step < 4; step += 1) it.go(undo);
    expect(it.words()).toEqual({ a: "雪夜", b: "藏剑", c: "他" });
  });

  it("placed again are not moved by older history steps", () => {
    const it = sheet("他在雪夜藏剑", { a: [2, 4] });
    it.edit(2, 4);
    it.name(2);
    it.put({ version: 2 }, { a: [2, 4] });
    it.go(undo);
    expect(it.words()).toEqual({ a: "藏剑" });
    it.put({ version: 2 }, {});
    it.go(redo);
    expect(it.words()).toEqual({});
  });

  it("may have any range", () => {
    const it = new Sheet("一二三");
    it.put(
      { version: 1 },
      { a: [Number.NaN, 2], b: [2, 1], c: [-5, 99], d: [50, 90], e: [0, Number.POSITIVE_INFINITY] },
    );
    expect(it.words()).toEqual({ a: null, b: null, c: "一二三", d: null, e: null });
  });
});

/** The characters of each anchor, by anchor id. */
type Members = ReadonlyMap<string, ReadonlySet<string>>;

/** A simple model of a text in which every character is unique. */
class Model {
  chars: string[];
  private members: Members = new Map();
  private done: Members[] = [];
  private undone: Members[] = [];

  constructor(text: string) {
    this.chars = [...text];
  }

  /** Sets the anchors; existing ones keep their characters. */
  put(ranges: Record<string, [number, number]>): void {
    const newText = ([id, [from, to]]: [string, [number, number]]) =>
      [id, this.members.get(id) ?? new Set(this.chars.slice(from, to))] as const;
    this.members = new Map(Object.entries(ranges).map(newText));
  }

  /** Applies a change to the current text, character by character. */
  change(
    changes: readonly { from: number; to: number; insert: string }[],
    step: "new" | "joined" | "none",
  ): void {
    if (step === "new") this.done.push(this.members);
    if (step !== "none") this.undone = [];
    for (const { from, to, insert } of changes.toReversed()) this.chars.splice(from, to - from, ...insert);
    this.setMembers(this.members);
  }

  /** Limits the undo depth: steps without effect are dropped while text streams in. */
  limit(depth: number): void {
    this.done.splice(depth);
  }

  back(text: string, side: "undo" | "redo"): void {
    const [from, to] = side === "undo" ? [this.done, this.undone] : [this.undone, this.done];
    const before = from.pop() ?? new Map();
    // A step without effect cannot be redone.
    if (text !== this.chars.join("")) to.push(this.members);
    this.chars = [...text];
    this.setMembers(new Map([...this.members].map(([id, set]) => [id, before.get(id) ?? set])));
  }

  /** Extends each anchor from its first remaining character to its last. */
  private setMembers(members: Members): void {
    const places = new Map(this.chars.map((char, at) => [char, at]));
    const extended = (set: ReadonlySet<string>) => {
      const there = [...set].flatMap((char) => places.get(char) ?? []);
      return new Set(there.length === 0 ? [] : this.chars.slice(Math.min(...there), Math.max(...there) + 1));
    };
    this.members = new Map([...members].map(([id, set]) => [id, extended(set)]));
  }

  words(): Record<string, string | null> {
    const word = (set: ReadonlySet<string>) => this.chars.filter((char) => set.has(char)).join("");
    return Object.fromEntries([...this.members].map(([id, set]) => [id, set.size === 0 ? null : word(set)]));
  }
}

/** Characters that occur only once in a text: Han, and characters outside the BMP. */
function* unique(): Generator<string, never> {
  for (let at = 0; ; at += 1) {
    yield String.fromCodePoint(at % 3 === 2 ? 0x20000 + at : at < 20_000 ? 0x4e00 + at : 0x30000 + at);
  }
}

function random1000(random: Random, streams: boolean): void {
  const source = unique();
  const newText = (length: number) => Array.from({ length }, () => source.next().value).join("");
  const page = new Sheet(newText(200));
  const model = new Model(page.state.doc.toString());
  let named = 0;
  /** Replaces deleted anchors with new ones, as an author would. */
  const replace = () => {
    named += 1;
    page.moment(named);
    const kept = anchorsNow(page.state).filter((one) => !one.gone || random.int(4) === 0);
    const ranges: Record<string, [number, number]> = {};
    for (const { id, from, to } of kept) ranges[id] = [from, to];
    for (let at = kept.length; at < 30; at += 1) {
      const from = random.int(model.chars.length - 1);
      const to = Math.min(model.chars.length, from + 1 + random.int(random.pick([2, 9, 60])));
      ranges[`${named}-${at}`] = [from, to];
    }
    page.put({ moment: named }, ranges);
    model.put(ranges);
  };
  const units = (chars: number) => model.chars.slice(0, chars).join("").length;
  let composed: { from: number; to: number } | null = null;
  let time = 0;

  let living = 0;
  for (let step = 0; step < 1000; step += 1) {
    if (step % 20 === 0) replace();
    const { length } = model.chars;
    const act = random.int(20);
    if (act < 4) {
      composed = null;
      const side = random.int(3) === 0 ? "redo" : "undo";
      // Changes outside the history are not undone, so an undone step always has its text.
      if (page.go(side === "undo" ? undo : redo)) {
        model.back(page.state.doc.toString(), side);
        if (streams) model.limit(undoDepth(page.state));
      }
    } else {
      const place = () => {
        if (random.int(3) > 0) return random.int(length + 1);
        // Anchor borders are where mistakes are most likely.
        const { from, to } = random.pick(anchorsNow(page.state));
        return random.pick([from, to]);
      };
      const range = () => {
        const from = place();
        return { from, to: Math.min(length, from + random.int(random.pick([2, 5, 30]))) };
      };
      let changes: { from: number; to: number; insert: string }[] = [];
      let userEvent = "input.type";
      let outside = false;
      const insert = () => newText(1 + random.int(length > 400 ? 1 : 5));
      if (act < 8)
        changes = [{ from: place(), to: 0, insert: insert() }].map((one) => ({ ...one, to: one.from }));
      else if (act < 11) changes = [{ ...range(), insert: "" }];
      else if (act < 14) changes = [{ ...range(), insert: insert() }];
      else if (act < 16) {
        // Several changes at once.
        const places = [range(), range(), range()].sort((one, two) => one.from - two.from);
        let end = -1;
        for (const one of places) {
          if (one.from <= end) continue;
          changes.push({ ...one, insert: random.int(2) === 0 ? "" : insert() });
          end = one.to;
        }
      } else if (act < 19 || !streams) {
        // Composed text is replaced again and again, and finally by the chosen word.
        userEvent = composed ? "input.type.compose" : "input.type.compose.start";
        const at: { from: number; to: number } = composed ?? range();
        const word = insert();
        changes = [{ ...at, insert: word }];
        composed = random.int(4) === 0 ? null : { from: at.from, to: at.from + [...word].length };
      } else {
        const at = place();
        changes = [{ from: at, to: at, insert: insert() }];
        outside = true;
      }
      if (!userEvent.startsWith("input.type.compose")) composed = null;
      const depth = undoDepth(page.state);
      time += random.pick([1, 50, 400, 2000]);
      const before = page.state.doc.toString();
      const spec: TransactionSpec = {
        changes: changes.map(({ from, to, insert: word }) => ({
          from: units(from),
          to: units(to),
          insert: word,
        })),
        userEvent: changes.every((one) => one.insert === "") ? "delete.selection" : userEvent,
        annotations: [Transaction.time.of(time), ...(outside ? [Transaction.addToHistory.of(false)] : [])],
      };
      page.apply(spec);
      const changed = before !== page.state.doc.toString();
      const kind = outside || !changed ? "none" : undoDepth(page.state) === depth ? "joined" : "new";
      if (outside) model.limit(undoDepth(page.state));
      model.change(changes, kind);
    }
    expect(page.state.doc.toString()).toBe(model.chars.join(""));
    expect(page.words()).toEqual(model.words());
    living += anchorsNow(page.state).filter((one) => !one.gone).length;
  }
  expect(living).toBeGreaterThan(10_000);
}

describe("anchors survive 1,000 random live edits exactly", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("seed %i", (seed) => random1000(seeded(seed), false), 30_000);
  it.each([11, 31, 2038, 2056])(
    "while text streams in, seed %i",
    (seed) => random1000(seeded(seed), true),
    30_000,
  );
});

it("anchors are restored through more steps than the history keeps", () => {
  const page = sheet(`始${"甲".repeat(900)}终`, { a: [1, 901] });
  for (let step = 0; step < 700; step += 1) page.edit(1, 2);
  expect(page.words()).toEqual({ a: "甲".repeat(200) });
  while (page.go(undo));
  const { length } = page.state.doc;
  expect(length).toBeGreaterThan(700);
  expect(page.words()).toEqual({ a: "甲".repeat(length - 2) });
  while (page.go(redo));
  expect(page.words()).toEqual({ a: "甲".repeat(200) });
});

it("a streamed text's anchors follow undo and redo of its step", () => {
  const page = sheet("甲乙丙丁", { a: [1, 3] });
  const outside = [programEdit.of("stream"), Transaction.addToHistory.of(false)];
  page.edit(0, 1);
  page.apply({ changes: { from: 1, insert: "一二" }, annotations: outside });
  page.moment(1);
  page.put({ moment: 1 }, { a: [0, 4], b: [1, 2], c: [1, 3] });
  page.edit(1, 2);
  expect(page.words()).toEqual({ a: "乙二丙", b: null, c: "二" });
  page.apply({ changes: { from: 1, to: 2 }, annotations: [...outside, staging.of(true)] });
  page.apply({
    changes: { from: 1, insert: "二" },
    annotations: [programEdit.of("stream"), staging.of(true), isolateHistory.of("full")],
  });
  expect(page.words()).toEqual({ a: "乙二丙", b: null, c: "二" });
  page.go(undo);
  expect(page.state.doc.toString()).toBe("乙丙丁");
  expect(page.words()).toEqual({ a: "乙丙", b: null, c: null });
  page.go(redo);
  expect(page.words()).toEqual({ a: "乙二丙", b: null, c: "二" });
});
