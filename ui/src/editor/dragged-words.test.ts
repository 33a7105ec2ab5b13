import { history, redo, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Anchor, anchors, anchorsEffect, anchorsNow } from "./anchors";
import { draggedWords } from "./dragged-words";
import { versionEffect } from "./known-texts";
import { words } from "./testing";
import { wholeMarks } from "./whole-marks";
import { wholeSlice } from "./whole-slice";

/** A text whose selection, between 〔 and 〕, is dragged to ↓. */
function drop(text: string): EditorView {
  const at = (sign: string) => text.slice(0, text.indexOf(sign)).replace(/[〔〕↓]/g, "").length;
  const [from, to, place] = [at("〔"), at("〕"), at("↓")];
  const doc = text.replace(/[〔〕↓]/g, "");
  const state = EditorState.create({ doc, extensions: [history(), draggedWords, wholeMarks, anchors] });
  const view = new EditorView({ state });
  view.dispatch({ effects: versionEffect(1), selection: { anchor: from, head: to } });
  const inside: Anchor = { id: "a", from: to - 1, to, role: "comment", title: "" };
  const effects = anchorsEffect(view.state, { version: 1, anchors: [inside] });
  if (effects) view.dispatch({ effects });
  // As the editor does it.
  const changes = view.state.changes([
    { from, to },
    { from: place, insert: wholeSlice(view.state.doc, from, to).text },
  ]);
  const selection = { anchor: changes.mapPos(place, -1), head: changes.mapPos(place, 1) };
  view.dispatch({ changes, selection, userEvent: "move.drop" });
  return view;
}

const text = (view: EditorView) => view.state.doc.toString();
const anchored = (view: EditorView) =>
  anchorsNow(view.state).map(({ from, to }) => [...text(view)].slice(from, to).join(""));

describe("dragged words", () => {
  it.each([
    ["↓甲*乙〔丙*丁〕戊", "*丙*丁甲*乙*戊"],
    ["〔甲*乙〕丙*丁↓", "*丙*丁甲*乙*"],
    ["*甲〔乙〕丙*↓", "*甲丙*乙"],
    ["甲〔乙〕丙↓", "甲丙乙"],
    ["甲*〔乙〕*丙↓", "甲丙*乙*"],
    ["↓甲*a 〔b〕*", "b甲*a* "],
    ["甲*乙〔丙*\n丁〕戊\n↓", "甲*乙*戊\n*丙*\n丁"],
    ["《《甲〔乙》》丙〕丁↓", "《《甲》》丁《《乙》》丙"],
  ])("of %s leave whole marks", (before, after) => {
    const view = drop(before);
    expect(text(view)).toBe(after);
    const doc = before.replace(/[〔〕↓]/g, "");
    const last = [...before.slice(0, before.indexOf("〕"))].at(-1) ?? "";
    expect(anchored(view)).toEqual([last]);
    undo(view);
    expect([text(view), anchored(view)]).toEqual([doc, [last]]);
    redo(view);
    expect([text(view), anchored(view)]).toEqual([after, [last]]);
  });

  it("keep every word and show no asterisk", () => {
    const pieces = fc.constantFrom("甲", "乙", " ", "*丙丁*", "**丁戊**", "《《己庚》》", "^[庚辛]");
    const line = fc.array(pieces, { minLength: 1, maxLength: 5 }).map((all) => all.join("，"));
    const lines = fc.array(line, { minLength: 1, maxLength: 3 }).map((all) => all.join("\n"));
    fc.assert(
      fc.property(lines, fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), (doc, numbers) => {
        const places = numbers.map((one) => one % (doc.length + 1)).sort((a, b) => a - b);
        const [one = 0, two = 0, three = 0] = places;
        if (one === two || two === three) return;
        const signed = `${doc.slice(0, one)}〔${doc.slice(one, two)}〕${doc.slice(two, three)}↓${doc.slice(three)}`;
        const view = drop(signed);
        const sorted = (of: string) => [...words(of)].sort().join("");
        const letters = (of: string) => sorted(of).replace(/[*《》^[\]]/g, "");
        expect(letters(text(view))).toBe(letters(doc));
        undo(view);
        expect(text(view)).toBe(doc);
      }),
      { numRuns: 500 },
    );
  });
});
