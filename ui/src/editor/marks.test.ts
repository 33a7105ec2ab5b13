import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { afterEach, describe, expect, it, vi } from "vitest";
import { knowsText, knowsVersion, momentEffect, versionEffect } from "./known-texts";
import { layerEffect, type Mark, type MarkKind, type MarkSet, markAt, marks, marksOf } from "./marks";
import { randomText, seeded } from "./testing";

let view: EditorView;
const onMark = vi.fn();
afterEach(() => {
  view.destroy();
  onMark.mockReset();
});

function open(text: string): void {
  view = new EditorView({
    parent: document.body,
    doc: text,
    extensions: [EditorState.lineSeparator.of("\n"), marks(onMark)],
  });
  view.dispatch({ effects: versionEffect(1) });
}

function put(
  layer: string,
  version: number,
  list: readonly Omit<Mark, "kind">[],
  more: Partial<MarkSet> = {},
): boolean {
  const kind: MarkKind = "issue-high";
  const set = {
    layer,
    version,
    unit: "utf16" as const,
    marks: list.map((mark) => ({ kind, ...mark })),
    ...more,
  };
  const effect = layerEffect(view.state, set);
  if (effect) view.dispatch({ effects: effect });
  return effect !== null;
}

const texts = (layer: string) =>
  marksOf(view.state, layer).map(({ from, to }) => view.state.sliceDoc(from, to));

describe("marks", () => {
  it("of a stored version are mapped to the current text", () => {
    open("山高水长");
    view.dispatch({ changes: { from: 0, insert: "题\n" } });
    expect(put("issues", 1, [{ id: "a", from: 2, to: 4 }])).toBe(true);
    expect(texts("issues")).toEqual(["水长"]);
    view.dispatch({ changes: { from: 0, to: 3 } });
    expect(texts("issues")).toEqual(["水长"]);
    view.dispatch({ changes: { from: 1, to: 3 } });
    expect(texts("issues")).toEqual([]);
  });

  it("of a moment are mapped until it is forgotten or becomes a version", () => {
    open("山高水长");
    const at = (moment: number) => ({
      layer: "find",
      moment,
      unit: "utf16" as const,
      marks: [{ id: "a", from: 2, to: 4, kind: "hit" as const }],
    });
    view.dispatch({ changes: { from: 0, to: 1, insert: "大山" } });
    view.dispatch({ effects: momentEffect(1) });
    view.dispatch({ changes: { from: 0, insert: "看，" } });
    const effect = layerEffect(view.state, at(1));
    if (effect) view.dispatch({ effects: effect });
    expect(texts("find")).toEqual(["高水"]);
    expect(knowsText(view.state, at(2))).toBe(false);
    for (let moment = 2; moment < 20; moment += 1) view.dispatch({ effects: momentEffect(moment) });
    expect(knowsText(view.state, at(1))).toBe(false);
    view.dispatch({ effects: versionEffect(7, 19) });
    expect(knowsText(view.state, at(19))).toBe(false);
    expect(knowsText(view.state, at(18))).toBe(true);
  });

  it("are returned in chars on request", () => {
    open("𠮷𠮷水");
    put("issues", 1, [{ id: "a", from: 2, to: 3 }], { unit: "chars" });
    expect(texts("issues")).toEqual(["水"]);
  });

  it("are refused for unknown versions", () => {
    open("甲");
    expect(put("a", 2, [])).toBe(false);
    view.dispatch({ effects: versionEffect(2) });
    view.dispatch({ effects: versionEffect(2) });
    expect(knowsVersion(view.state, 1)).toBe(true);
    view.dispatch({ effects: versionEffect(3) });
    expect([1, 2, 3].map((version) => knowsVersion(view.state, version))).toEqual([false, true, true]);
  });

  it("a version may be the text of an earlier moment", () => {
    open("甲乙");
    view.dispatch({ effects: momentEffect(1) });
    view.dispatch({ changes: { from: 0, insert: "新" } });
    view.dispatch({ effects: versionEffect(2, 1) });
    put("a", 2, [{ id: "a", from: 1, to: 2 }]);
    expect(texts("a")).toEqual(["乙"]);
    view.dispatch({ effects: versionEffect(3, 99) });
    expect(knowsVersion(view.state, 3)).toBe(false);
  });

  it("layers are independent", () => {
    open("甲乙丙");
    put("a", 1, [{ id: "a", from: 0, to: 3 }]);
    put("b", 1, [{ id: "b", from: 1, to: 2 }], {
      marks: [{ id: "b", from: 1, to: 2, kind: "issue-critical" }],
    });
    expect(markAt(view.state, 1, false)).toMatchObject({ id: "b", from: 1, to: 2 });
    put("b", 1, []);
    expect(markAt(view.state, 1, false)).toMatchObject({ id: "a" });
    expect(markAt(view.state, 3, false)).toBeNull();
    expect(markAt(view.state, 3, true)).toMatchObject({ id: "a" });
  });

  it("show their kind and title and open on click", () => {
    open("甲乙丙");
    put("a", 1, [{ id: "a", from: 1, to: 2, title: "错字" }]);
    const span = view.contentDOM.querySelector<HTMLElement>(".cm-mark-issue-high");
    expect(span?.title).toBe("错字");
    span?.click();
    expect(onMark).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: "a", from: 1, to: 2 }),
      "open",
    );
  });

  it("never break an edit, whatever their ranges", () => {
    const random = seeded(5);
    const odd = [Number.NaN, -1, -99, Number.POSITIVE_INFINITY, 1e9, 2.5];
    for (let round = 0; round < 30; round += 1) {
      let state = EditorState.create({
        doc: randomText(random, 60),
        extensions: [EditorState.lineSeparator.of("\n"), marks(onMark)],
      });
      let version = 1;
      for (let step = 0; step < 40; step += 1) {
        const { length } = state.doc;
        const place = () => (random.int(5) === 0 ? random.pick(odd) : random.int(length + 9));
        const set: MarkSet = {
          layer: random.pick(["a", "b"]),
          version: version - random.int(4),
          unit: random.pick(["chars", "utf16"]),
          marks: Array.from({ length: random.int(6) }, (_, id) => ({
            id: String(id),
            from: place(),
            to: place(),
            kind: "hit",
          })),
        };
        const effect = layerEffect(state, set);
        if (effect) state = state.update({ effects: effect }).state;
        if (step === 0 || random.int(9) === 0) {
          version += 1;
          state = state.update({ effects: versionEffect(version) }).state;
        }
        const from = random.int(length + 1);
        const to = Math.min(length, from + random.int(20));
        state = state.update({ changes: { from, to, insert: randomText(random, 4) } }).state;
        for (const mark of [...marksOf(state, "a"), ...marksOf(state, "b")]) {
          expect(mark.from).toBeLessThan(mark.to);
          expect(mark.to).toBeLessThanOrEqual(state.doc.length);
        }
      }
    }
  });
});
