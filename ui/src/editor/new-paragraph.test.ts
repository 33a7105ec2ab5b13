import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divideMark, newParagraph } from "./new-paragraph";
import { words } from "./testing";

/** The text after Enter at `|`, with the caret as `|`. */
function entered(text: string): string {
  const at = text.indexOf("|");
  const state = EditorState.create({ doc: text.replace("|", ""), selection: { anchor: at } });
  const view = new EditorView({ state });
  newParagraph(view);
  const { head } = view.state.selection.main;
  return `${view.state.sliceDoc(0, head)}|${view.state.sliceDoc(head)}`;
}

describe("a new paragraph", () => {
  it.each([
    ["甲乙|丙", "甲乙\n|丙"],
    ["　　甲|乙", "　　甲\n　　|乙"],
    ["*甲乙|*", "*甲乙*\n|"],
    ["*甲乙*|丙", "*甲乙*\n|丙"],
    ["*|甲乙*", "\n*|甲乙*"],
    ["*甲|乙*", "*甲*\n*|乙*"],
    ["*甲**乙|丙***", "*甲**乙***\n***|丙***"],
    ["*甲**乙|***", "*甲**乙***\n|"],
    ["*甲|***乙**", "*甲*\n|**乙**"],
    ["**a b| c**", "**a b**\n| **c**"],
    ["**a |b**", "**a** \n**|b**"],
    ["《《甲|乙》》", "《《甲》》\n《《|乙》》"],
    ["甲^[注|释]乙", "甲^[注释]|乙"],
    ["｜东|京《とう》乙", "｜东京《とう》|乙"],
    [">> Tomb| <<", ">> Tomb <<\n|"],
    [">> To|mb <<", ">> To <<\n>> |mb <<"],
    [">> |Tomb <<", "\n>> |Tomb <<"],
    [">> | <<", "|"],
    [">> 甲|乙", ">> 甲\n>> |乙"],
    ["> *甲|乙*丙", "> *甲*\n> *|乙*丙"],
    ["> 甲|", "> 甲\n|"],
    ["> |", "|"],
    ["# 甲|乙", "# 甲\n|乙"],
  ])("%s becomes %s", (before, after) => {
    expect(entered(before)).toBe(after);
  });

  it("keeps every word and shows no asterisk", () => {
    const emphasised = fc.constantFrom("*丙丁*", "**丁 戊**", "***戊己***", "*丙***丁 戊**", "***戊**己庚*");
    const pieces = fc.oneof(
      emphasised,
      fc.constantFrom("甲", " ", "《《己庚》》", "^[庚辛]", "*丙**丁**戊*"),
    );
    const shapes = fc.constantFrom(["", ""], [">> ", " <<"], [">> ", ""], ["> ", ""], ["　　", ""]);
    const lines = fc.tuple(shapes, fc.array(pieces, { minLength: 1, maxLength: 6 }), fc.nat());
    fc.assert(
      fc.property(lines, ([[start, end], all, place]) => {
        const line = start + all.join("，") + end;
        const at = place % (line.length + 1);
        const after = entered(`${line.slice(0, at)}|${line.slice(at)}`).replace("|", "");
        expect(words(after)).toBe(words(line));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a split scene", () => {
  it.each([
    ["灯*灭|了*", "灯*灭*\n*|了*"],
    ["灯^[一|盏]灭", "灯^[一盏]|灭"],
    ["> 灯|灭了", "> 灯\n> |灭了"],
    ["灯|灭了", "灯|灭了"],
    ["*灯*|灭了", "*灯*|灭了"],
  ])("divides only what a mark goes over: %s", (text, divided) => {
    const at = text.indexOf("|");
    const doc = text.replace("|", "");
    const view = new EditorView({ state: EditorState.create({ doc, selection: { anchor: 0, head: at } }) });
    divideMark(view);
    const { head } = view.state.selection.main;
    expect(`${view.state.sliceDoc(0, head)}|${view.state.sliceDoc(head)}`).toBe(divided);
  });
});
