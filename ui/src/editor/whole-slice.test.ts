import { EditorState, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { words } from "./testing";
import { wholeMarks } from "./whole-marks";
import { pastesIntoMarks, wholeSlice } from "./whole-slice";

/** The passage between 〔 and 〕 as it is copied. */
function copied(text: string): string {
  const [from, to] = [text.indexOf("〔"), text.indexOf("〕") - 1];
  const doc = text.replace("〔", "").replace("〕", "");
  const slice = wholeSlice(Text.of(doc.split("\n")), from, to);
  // A place in the text is also a place in what is copied.
  const kept = slice.text.slice(from - slice.start, to - slice.start);
  expect(kept, "the selected passage").toBe(doc.slice(from, to));
  return slice.text;
}

describe("a copied passage", () => {
  it.each([
    ["甲*〔乙〕*丙", "*乙*"],
    ["甲*〔乙*〕丙", "*乙*"],
    ["甲〔*乙〕*丙", "*乙*"],
    ["甲*乙〔丙*丁〕", "*丙*丁"],
    ["〔甲**乙〕丙**丁", "甲**乙**"],
    ["*甲〔乙〕丙*", "乙"],
    ["*甲〔乙丙〕*", "乙丙"],
    ["*〔甲乙〕丙*", "甲乙"],
    ["〔甲^[注〕]乙", "甲^[注]"],
    ["甲^[〔注〕]乙", "^[注]"],
    ["甲〔乙^[注〕]", "乙^[注]"],
    ["《《*〔甲〕*》》", "《《*甲*》》"],
    ["《《乙*甲〔丙*》》丁〕", "《《*丙*》》丁"],
    ["甲｜〔渡頭《わたし》〕", "｜渡頭《わたし》"],
    ["甲｜〔渡頭〕《わたし》", "渡頭"],
    ["\\〔*〕甲", "\\*"],
    ["*甲〔乙*\n丙\n**丁〕戊**", "*乙*\n丙\n**丁**"],
    ["*〔甲*\n〕乙", "*甲*\n"],
    [">> 〔甲〕 <<", "甲"],
    [">> 〔甲 <<〕", ">> 甲 <<"],
    [">〔> 甲〕 <<", ">> 甲 <<"],
    [">> 甲〔乙 <<〕", ">> 乙 <<"],
    [">> 〔甲 <<\n>> 乙〕 <<", ">> 甲 <<\n>> 乙 <<"],
    ["甲〔乙\n>> 丙〕丁 <<", "乙\n>> 丙 <<"],
    [">> 〔甲 <<\n>> 乙〕", ">> 甲 <<\n>> 乙"],
    ["> 甲〔乙\n丙〕", "乙\n丙"],
    ["〔甲乙〕", "甲乙"],
  ])("of %s is %s", (text, expected) => {
    expect(copied(text)).toBe(expected);
  });

  it("and the rest have all words when it is cut", () => {
    const pieces = [
      "甲",
      "乙",
      " ",
      "*",
      "**",
      "***",
      "《《",
      "》》",
      "^[",
      "]",
      "\n",
      "｜山《さん》",
      ">> ",
      " <<",
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((list) => list.join(""));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (doc, one, other) => {
        const [from = 0, to = 0] = [one % (doc.length + 1), other % (doc.length + 1)].toSorted(
          (a, b) => a - b,
        );
        const slice = wholeSlice(Text.of(doc.split("\n")), from, to);
        expect(slice.text.slice(from - slice.start, to - slice.start)).toBe(doc.slice(from, to));
      }),
    );
  });
});

describe("words that are cut and pasted", () => {
  /** Cuts the passage between 〔 and 〕 and pastes it at the end of the text. */
  function moved(text: string): string {
    const [anchor, head] = [text.indexOf("〔"), text.indexOf("〕") - 1];
    const doc = text.replace("〔", "").replace("〕", "");
    const state = EditorState.create({ doc, selection: { anchor, head }, extensions: wholeMarks });
    const view = new EditorView({ state });
    const slice = wholeSlice(view.state.doc, anchor, head);
    view.dispatch({ changes: { from: anchor, to: head }, userEvent: "delete.cut" });
    view.dispatch({ changes: { from: view.state.doc.length, insert: `\n${slice.text}` } });
    return view.state.doc.toString();
  }

  it.each([
    ["甲*乙*〔丙^[注〕]", "甲*乙*\n丙^[注]"],
    ["〔甲*乙〕*", "\n甲*乙*"],
    ["*甲〔乙*丙〕丁", "*甲*丁\n*乙*丙"],
    ["甲*〔乙〕*丙", "甲丙\n*乙*"],
  ])("%s leave no half mark", (text, expected) => {
    const result = moved(text);
    expect(result).toBe(expected);
    const letters = (text: string) => [...words(text)].sort().join("");
    expect(letters(result)).toBe(letters(text.replace("〔", "").replace("〕", "")));
  });
});

it("words are pasted into a mark of their own kind without theirs", () => {
  const [filter] = EditorState.create({ extensions: pastesIntoMarks }).facet(EditorView.clipboardInputFilter);
  const inside = EditorState.create({ doc: "甲*乙丙*丁", selection: { anchor: 3 } });
  expect(filter?.("*山*", inside)).toBe("山");
  expect(filter?.("**山**", inside)).toBe("**山**");
  expect(filter?.("*山*水", inside)).toBe("*山*水");
  const outside = EditorState.create({ doc: "甲*乙丙*丁", selection: { anchor: 6 } });
  expect(filter?.("*山*", outside)).toBe("*山*");
});
