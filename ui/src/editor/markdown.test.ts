import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { afterEach, describe, expect, it } from "vitest";
import { compositionGate } from "./composition";
import { lineKinds } from "./lines";
import { markdown } from "./markdown";

let view: EditorView;
afterEach(() => view.destroy());

function open(doc: string, caret: number): void {
  view = new EditorView({
    parent: document.body,
    doc,
    selection: { anchor: caret },
    extensions: [EditorState.lineSeparator.of("\n"), compositionGate, markdown, lineKinds],
  });
}

const texts = (selector: string) => [...view.dom.querySelectorAll(selector)].map((one) => one.textContent);
const shown = () => texts(".cm-line").join("\n");

describe("the look of marks", () => {
  it("hides marks away from the caret, and shows them faint at it", () => {
    open("她*很*想**走**。", 0);
    expect(shown()).toBe("她很想走。");
    expect([texts(".cm-italic"), texts(".cm-bold"), texts(".cm-sign")]).toEqual([["很"], ["走"], []]);
    view.dispatch({ selection: { anchor: 3 } });
    expect(shown()).toBe("她*很*想走。");
    expect(texts(".cm-sign")).toEqual(["*", "*"]);
  });

  it("shows the reading of a ruby and the words of a footnote small", () => {
    open("甲｜漢《かん》乙^[注]《《点》》", 0);
    expect(shown()).toBe("甲漢《かん》乙注点");
    expect([texts(".cm-reading"), texts(".cm-note"), texts(".cm-dots")]).toEqual([
      ["《かん》"],
      ["注"],
      ["点"],
    ]);
  });

  it("keeps breaks visible, and sets lines apart", () => {
    open("甲\n***\n>> 碑 <<\n>> 名\n> 信\n## 题", 0);
    expect(shown()).toBe("甲\n***\n碑\n名\n信\n题");
    const classes = [...view.dom.querySelectorAll(".cm-line")].map((line) => line.className);
    const kinds = ["", "cm-rule", "cm-centre", "cm-right", "cm-quote", "cm-heading"];
    expect(classes.map((name) => name.replace("cm-line", "").replace("cm-activeLine", "").trim())).toEqual(
      kinds,
    );
  });

  it("leaves marks as they are while an input method composes", async () => {
    open("她*很*想", 0);
    view.contentDOM.dispatchEvent(new CompositionEvent("compositionstart"));
    view.dispatch({
      changes: { from: 5, insert: "zou" },
      selection: { anchor: 4 },
      userEvent: "input.type.compose",
    });
    expect(texts(".cm-sign")).toEqual([]);
    view.contentDOM.dispatchEvent(new CompositionEvent("compositionend"));
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(texts(".cm-sign")).toEqual(["*", "*"]);
  });

  it("shows a very long line as it is", () => {
    open(`*甲*${"乙".repeat(30_000)}`, 10);
    expect(texts(".cm-italic")).toEqual([]);
  });
});
