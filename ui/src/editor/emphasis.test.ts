import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EmphasisMark, toggleEmphasis } from "./emphasis";
import { hasEmphasis } from "./emphasis-line";

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
    // The caret steps over the end of a mark, in and out.
    ["甲**乙**〔〕丙", "**", "甲**乙〔〕**丙"],
    ["甲〔〕**乙**丙", "**", "甲**〔〕乙**丙"],
    ["甲**〔〕乙**丙", "**", "甲〔〕**乙**丙"],
    ["甲***乙〔〕***", "*", "甲***乙*〔〕**"],
    ["甲***乙*〔〕**", "*", "甲***乙〔〕***"],
    ["甲***乙*〔〕**", "**", "甲***乙***〔〕"],
    ["*甲**乙〔〕***", "*", "*甲**乙***〔〕"],
    ["甲***〔〕***", "*", "甲**〔〕**"],
    // Marks may touch, overlap and nest.
    ["*一二*〔三四〕", "**", "*一二***〔三四〕**"],
    ["一〔二三〕*四*", "**", "一**〔二三〕***四*"],
    ["〔一〕*二*三", "*", "*〔一〕二*三"],
    ["*一二*〔三四〕", "*", "*一二〔三四〕*"],
    ["*一〔二〕三*", "**", "*一**〔二〕**三*"],
    ["*一〔二三〕*", "**", "*一**〔二三〕***"],
    ["*〔一〕二*", "**", "***〔一〕**二*"],
    ["*一〔二〕三*", "*", "*一*〔二〕*三*"],
    ["**〔一〕二**", "**", "〔一〕**二**"],
    ["***〔一〕***二", "**", "*〔一〕*二"],
    // Where asterisks cannot say it, the emphasis extends over the words that touch.
    ["*一〔二*三〕", "**", "***一〔二*三〕**"],
    ["甲《《〔乙〕》》", "*", "甲《《*〔乙〕*》》"],
    ["〔甲《《乙〕丙》》", "*", "*〔甲《《乙〕丙》》*"],
    ["去｜〔东〕京《とう》", "**", "去**｜〔东〕京《とう》**"],
    [">> 〔甲〕 <<", "*", ">> *〔甲〕* <<"],
    [">> 〔甲 <<〕", "*", ">> *〔甲* <<〕"],
  ] as const)("%s by %s becomes %s", (before, mark, after) => {
    expect(toggled(before, mark)).toBe(after);
  });

  it("is one history step, and does nothing in a read-only text", () => {
    const state = EditorState.create({ doc: "甲", extensions: EditorState.readOnly.of(true) });
    expect(toggleEmphasis("*")({ state, dispatch: () => expect.unreachable() })).toBe(false);
  });

  it("changes the emphasis of the selected words and no word", () => {
    const pieces = fc.constantFrom(
      "甲",
      "乙",
      " ",
      "，",
      "*丙*",
      "**丁**",
      "***戊***",
      "《《己》》",
      "^[庚]",
    );
    const lines = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((all) => all.join(""));
    fc.assert(
      fc.property(
        lines,
        fc.nat(),
        fc.nat(),
        fc.constantFrom<EmphasisMark>("*", "**"),
        (line, one, other, mark) => {
          const [from = 0, to = 0] = [one % (line.length + 1), other % (line.length + 1)].sort(
            (a, b) => a - b,
          );
          if (from === to) return;
          const after = toggled(`${line.slice(0, from)}〔${line.slice(from, to)}〕${line.slice(to)}`, mark);
          const words = (text: string) => text.replace(/[*〔〕]/g, "");
          expect(words(after)).toBe(words(line));
          const emphasis = mark === "*" ? 1 : 2;
          const before = hasEmphasis(line, { from, to }, emphasis);
          const range = { from: after.indexOf("〔"), to: after.indexOf("〕") - 1 };
          const changed = after.replace(/[〔〕]/g, "");
          if (before !== null && changed !== line)
            expect(hasEmphasis(changed, range, emphasis)).toBe(!before);
        },
      ),
      { numRuns: 500 },
    );
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
