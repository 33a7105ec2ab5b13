import { history, isolateHistory, redo, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Anchor, anchors, anchorsEffect } from "./anchors";
import { carriedAnchors, forgetCut, passagesNow } from "./cut-anchors";
import { momentEffect, versionEffect } from "./known-texts";

let told: string[] = [];
const views: EditorView[] = [];

beforeEach(() => {
  told = [];
  forgetCut();
});

afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
});

/** A text with anchors, by the words they are on. */
function open(doc: string, ...words: string[]): EditorView {
  const view = new EditorView({
    state: EditorState.create({
      doc,
      extensions: [
        history(),
        anchors,
        carriedAnchors({
          onBrought: (brought) => {
            for (const { id, from, to } of brought) told.push(`${id}: ${view.state.sliceDoc(from, to)}`);
          },
          onTakenBack: (ids) => told.push(...ids.map((id) => `${id} back`)),
        }),
      ],
    }),
  });
  views.push(view);
  view.dispatch({ effects: versionEffect(1) });
  const list = words.map((word): Anchor => {
    const from = doc.indexOf(word);
    return { id: word, from, to: from + word.length, role: "comment", title: word };
  });
  const effects = anchorsEffect(view.state, { version: 1, anchors: list });
  if (effects) view.dispatch({ effects });
  return view;
}

const annotations = isolateHistory.of("full");

function cut(view: EditorView, from: number, to: number): void {
  view.dispatch({ selection: { anchor: from, head: to } });
  view.dispatch({ changes: { from, to }, userEvent: "delete.cut", annotations });
}

function paste(view: EditorView, at: number, insert: string): void {
  view.dispatch({ changes: { from: at, insert }, userEvent: "input.paste", annotations });
}

const heard = async () => {
  await Promise.resolve();
  return told.splice(0);
};

it("another text tells of what was cut, and of undo and redo", async () => {
  const [one, other] = [open("他在雪夜藏剑", "雪夜"), open("灯灭了")];
  cut(one, 1, 5);
  paste(other, 2, "在雪夜藏");
  expect(await heard()).toEqual(["雪夜: 雪夜"]);
  undo(other);
  expect(await heard()).toEqual(["雪夜 back"]);
  redo(other);
  expect(await heard()).toEqual(["雪夜: 雪夜"]);
});

it("the own text, other words and another copy tell nothing", async () => {
  const [one, other] = [open("他在雪夜藏剑", "雪夜"), open("灯灭了")];
  cut(one, 1, 5);
  paste(one, 0, "在雪夜藏");
  paste(other, 0, "雪夜");
  forgetCut();
  paste(other, 0, "在雪夜藏");
  expect(await heard()).toEqual([]);
});

it("words typed since are around the passage, not in it", () => {
  const view = open("灯灭了");
  view.dispatch({ effects: momentEffect(7) });
  view.dispatch({ changes: { from: 0, insert: "夜里𠮷，" } });
  expect(passagesNow(view.state, 7, [{ id: "a", from: 1, to: 3 }])).toEqual([
    { id: "a", from: 5, to: 7, quote: "灭了" },
  ]);
  view.dispatch({ changes: { from: 0, to: view.state.doc.length } });
  expect(passagesNow(view.state, 7, [{ id: "a", from: 1, to: 3 }])).toEqual([]);
});
