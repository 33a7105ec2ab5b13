import { deleteCharBackward } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { words } from "./testing";
import { wholeMarks } from "./whole-marks";

/** The text after its selection, between 〔 and 〕, is deleted or replaced; a caret is 〔〕. */
function replaced(text: string, insert = ""): string {
  const selection = { anchor: text.indexOf("〔"), head: text.indexOf("〕") - 1 };
  const doc = text.replace("〔", "").replace("〕", "");
  const view = new EditorView({ state: EditorState.create({ doc, selection, extensions: wholeMarks }) });
  if (insert === "") deleteCharBackward(view);
  else view.dispatch(view.state.replaceSelection(insert), { userEvent: "input.type" });
  return view.state.doc.toString();
}

describe("marks", () => {
  it.each([
    ["甲〔乙〕丙", "甲丙"],
    ["甲*乙〔丙*丁〕", "甲*乙*"],
    ["〔甲*乙〕丙*丁", "*丙*丁"],
    ["*甲〔乙*，**丙〕丁**", "*甲***丁**"],
    ["*甲〔乙*，*丙〕丁*", "*甲丁*"],
    ["*甲*〔，〕*丙*", "*甲丙*"],
    ["甲*〔乙〕*丙", "甲丙"],
    ["甲〔*乙〕*丙", "甲丙"],
    ["甲*〔乙*丙〕", "甲"],
    ["*甲〔乙〕丙*", "*甲丙*"],
    ["*甲**乙〔丙***丁〕", "*甲**乙***"],
    ["**甲*〔*乙〕", "**甲**"],
    ["甲^[〔注〕]乙", "甲乙"],
    ["甲^[注〔释]乙〕丙", "甲^[注]丙"],
    ["*甲〔乙*\n丙〕丁", "*甲*丁"],
    ["*甲*〔\n〕*丁*", "*甲丁*"],
    ["〔甲\n>> 〕乙 <<", ">> 乙 <<"],
    ["〔甲\n>〕> 乙 <<", ">> 乙 <<"],
    ["甲〔乙\n>> 〕丙 <<", "甲丙"],
    [">> 甲〔 <<\n乙〕丙", ">> 甲丙 <<"],
    [">> 甲 <<〔\n〕>> 乙 <<", ">> 甲乙 <<"],
    [">> 甲 <<\n〔乙\n>> 丙〕 <<", ">> 甲 <<\n"],
    ["> 甲〔乙\n> 丙〕丁", "> 甲丁"],
    [">> 〔甲〕 <<", ""],
    [">〔> 甲〕乙 <<", ">> 乙 <<"],
    [">> 甲〔乙 <<〕", ">> 甲 <<"],
    ["〔# 题\n# 〕目", "# 目"],
    ["a *word 〔more〕* b", "a *word*  b"],
    ["a *〔word〕 more* b", "a  *more* b"],
    ["a *word 〔more* b〕", "a *word* "],
    ["〔a *word〕 more* b", " *more* b"],
    ["*甲 **乙 〔丙〕***", "*甲 **乙*** "],
    ["**甲 *乙 〔丙〕***", "**甲 *乙*** "],
    ["***〔甲〕 乙*丙**", " ***乙*丙**"],
    ["*甲 〔乙*，**丙〕丁**", "*甲* **丁**"],
    ["*甲〔乙*，**丙〕 丁**", "*甲* **丁**"],
    ["*甲 〔乙*，*丙〕丁*", "*甲 丁*"],
    ["*甲 〔乙*，***丙〕丁***", "*甲* ***丁***"],
    ["***甲 〔乙***，*丙〕丁*", "***甲*** *丁*"],
    ["《《甲 〔乙〕》》丙", "《《甲 》》丙"],
    [">> *甲 〔乙〕* <<", ">> *甲*  <<"],
  ])("of %s are whole after deleting", (before, after) => {
    expect(replaced(before)).toBe(after);
  });

  it.each([
    ["甲*〔乙〕*丙", "甲*子*丙"],
    ["甲*乙〔丙*丁〕", "甲*乙子*"],
    [">> 〔甲〕 <<", ">> 子 <<"],
    ["甲〔*乙*〕丙", "甲子丙"],
  ])("of %s are whole after typing", (before, after) => {
    expect(words(replaced(before, "子"))).toBe(words(after));
  });

  it.each([
    ["*a 〔b〕*", "c ", "*a c* "],
    ["*〔a〕 b*", " c", " *c b*"],
    ["*a 〔b*c〕", "d ", "*a d* "],
    // What follows belongs to the mark.
    ["*a 〔b〕*", " ", "*a  *"],
  ])("of %s end with words when %j takes the place", (before, insert, after) => {
    expect(replaced(before, insert)).toBe(after);
  });

  it("leaves a key to the author that deletes one character of a mark", () => {
    expect(replaced("甲*乙*〔〕")).toBe("甲*乙");
  });

  it("keeps every other word and shows no asterisk", () => {
    const pieces = fc.constantFrom(
      "甲",
      "乙",
      " ",
      "*丙丁*",
      "*丙 丁*",
      "**丁　戊*己 庚***",
      "**丁戊**",
      "***戊己***",
      "《《己庚》》",
      "^[庚辛]",
    );
    const shapes = fc.constantFrom(["", ""], [">> ", " <<"], [">> ", ""], ["> ", ""]);
    const line = fc
      .tuple(shapes, fc.array(pieces, { minLength: 1, maxLength: 5 }))
      .map(([[start, end], all]) => start + all.join("，") + end);
    const lines = fc.array(line, { minLength: 1, maxLength: 3 }).map((all) => all.join("\n"));
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), (text, one, other) => {
        const [from = 0, to = 0] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b);
        const after = replaced(`${text.slice(0, from)}〔${text.slice(from, to)}〕${text.slice(to)}`);
        if (from === to) return;
        expect(words(after)).not.toMatch(/[*《》^[\]<>]/);
      }),
      { numRuns: 1_000 },
    );
  });
});
