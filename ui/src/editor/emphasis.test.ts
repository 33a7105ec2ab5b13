import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EmphasisMark, toggleEmphasis } from "./emphasis";

/** A text with its selection between 〔 and 〕; a caret is 〔〕. */
function toggled(text: string, ...marks: EmphasisMark[]): string {
  const [from, to] = [text.indexOf("〔"), text.indexOf("〕") - 1];
  const doc = text.replace("〔", "").replace("〕", "");
  let state = EditorState.create({ doc, selection: { anchor: from, head: to } });
  for (const mark of marks) {
    toggleEmphasis(mark)({
      state,
      dispatch: (transaction) => {
        state = transaction.state;
      },
    });
  }
  const { from: begin, to: end } = state.selection.main;
  return `${state.sliceDoc(0, begin)}〔${state.sliceDoc(begin, end)}〕${state.sliceDoc(end)}`;
}

describe("emphasis", () => {
  it.each([
    ["他〔很〕想走", "*", "他*〔很〕*想走"],
    ["他*〔很〕*想走", "*", "他〔很〕想走"],
    ["他〔*很*〕想走", "*", "他〔很〕想走"],
    ["a 〔word〕 here", "**", "a **〔word〕** here"],
    ["a〔 word 〕here", "**", "a〔 **word** 〕here"],
    ["他*〔很〕*想走", "**", "他***〔很〕***想走"],
    ["他***〔很〕***想走", "*", "他**〔很〕**想走"],
    ["他***〔很〕***想走", "**", "他*〔很〕*想走"],
    ["〔# 题\n甲\n\n　　乙〕", "*", "〔# *题*\n*甲*\n\n　　*乙〕*"],
    ["〔*甲*\n乙〕", "*", "〔*甲*\n*乙〕*"],
    ["〔*甲*\n*乙*〕", "*", "〔甲\n乙〕"],
    ["甲〔〕乙", "**", "甲**〔〕**乙"],
    ["甲**〔〕**乙", "**", "甲〔〕乙"],
    ["甲**乙〔〕**丙", "**", "甲**乙**〔〕丙"],
    ["甲〔　〕乙", "*", "甲〔　〕乙"],
  ] as const)("%s by %s becomes %s", (before, mark, after) => {
    expect(toggled(before, mark)).toBe(after);
  });

  it("is one history step, and does nothing in a read-only text", () => {
    const state = EditorState.create({ doc: "甲", extensions: EditorState.readOnly.of(true) });
    expect(toggleEmphasis("*")({ state, dispatch: () => expect.unreachable() })).toBe(false);
  });

  it("applied twice restores any selection without asterisks", () => {
    const words = fc.stringMatching(/^[甲乙a-c ，\n]{1,12}$/);
    fc.assert(
      fc.property(words, words, words, fc.constantFrom<EmphasisMark>("*", "**"), (a, b, c, mark) => {
        expect(toggled(`${a}〔${b}〕${c}`, mark, mark)).toBe(`${a}〔${b}〕${c}`);
      }),
    );
  });
});
