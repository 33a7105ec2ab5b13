import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { describe, expect, it } from "vitest";
import { joinBackward, joinForward } from "./join-paragraphs";
import { newParagraph } from "./new-paragraph";
import { wholeMarks } from "./whole-marks";

/** An editor with the caret at ｜. */
function editor(text: string): EditorView {
  const anchor = text.indexOf("｜");
  const doc = text.replace("｜", "");
  return new EditorView({
    state: EditorState.create({ doc, selection: { anchor }, extensions: wholeMarks }),
  });
}

function shown({ state }: EditorView): string {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}｜${state.sliceDoc(head)}`;
}

describe("a key beside a line end", () => {
  it.each([
    ["*甲*\n*｜乙*", "*甲｜乙*"],
    ["甲\n**｜乙**", "甲｜**乙**"],
  ])("joins the paragraphs of %s backward", (before, after) => {
    const view = editor(before);
    expect(joinBackward(view)).toBe(true);
    expect(shown(view).replace("｜", "")).toBe(after.replace("｜", ""));
  });

  it.each([
    ["*甲｜*\n*乙*", "*甲乙*"],
    ["《《甲｜》》\n乙", "《《甲》》乙"],
  ])("joins the paragraphs of %s forward", (before, after) => {
    const view = editor(before);
    expect(joinForward(view)).toBe(true);
    expect(view.state.doc.toString()).toBe(after);
  });

  it.each(["*｜甲*", "甲\n｜*乙*", "甲\n*乙｜*", "甲*｜乙*"])("leaves %s to other keys", (text) => {
    expect(joinBackward(editor(text))).toBe(false);
  });
});

it("Backspace takes an Enter inside a mark back", () => {
  const view = editor("*第三｜段很长。*");
  newParagraph(view);
  expect(view.state.doc.toString()).toBe("*第三*\n*段很长。*");
  expect(joinBackward(view)).toBe(true);
  expect(shown(view)).toBe("*第三｜段很长。*");
});
