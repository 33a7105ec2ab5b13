import { EditorView } from "@codemirror/view";
import { afterEach, describe, expect, it } from "vitest";
import { createPlainText, type PlainText } from "./plain-text";

const FILE = "---\ntitle: 续写\n---\n@@ system\n写。{{ target | amount }}\n{# 留意 #}\n{% if round %}\n";

let parent: HTMLElement;
let made: PlainText;
let edits: string[] = [];

function open(text = FILE, readOnly = false): EditorView {
  parent = document.createElement("div");
  document.body.append(parent);
  edits = [];
  made = createPlainText({
    parent,
    text,
    label: "提示词",
    readOnly,
    onEdit: (next) => void edits.push(next),
  });
  const view = EditorView.findFromDOM(parent);
  if (view === null) throw new Error("no view");
  return view;
}
afterEach(() => {
  made.destroy();
  parent.remove();
});
const texts = (name: string) => [...parent.querySelectorAll(name)].map((element) => element.textContent);

it("highlights headings, messages and tags", () => {
  open();
  expect(texts(".cm-file-heading")).toEqual(["---", "title: 续写", "---"]);
  expect(texts(".cm-message-opening")).toEqual(["@@ system"]);
  expect(texts(".cm-tag")).toEqual(["{{ target | amount }}", "{% if round %}"]);
  expect(texts(".cm-tag-remark")).toEqual(["{# 留意 #}"]);
});

it("ignores an unclosed heading", () => {
  open("---\ntitle: 续写\n@@ system\n");
  expect(texts(".cm-file-heading")).toEqual([]);
});

describe("faults", () => {
  it("are marked on their lines, and follow them until set again", () => {
    const view = open();
    made.setFaults([5, 5, 99, 0]);
    expect(texts(".cm-fault-line")).toEqual(["写。{{ target | amount }}"]);
    expect(parent.querySelectorAll(".cm-fault-number")).toHaveLength(1);
    view.dispatch({ changes: { from: 0, insert: "\n" } });
    expect(texts(".cm-fault-line")).toEqual(["写。{{ target | amount }}"]);
    made.setFaults([]);
    expect(texts(".cm-fault-line")).toEqual([]);
  });

  it("may lie beyond the end of a shorter text", () => {
    open();
    made.setFaults([7]);
    made.become("---");
    made.setFaults([7]);
    expect(texts(".cm-fault-line")).toEqual([]);
  });
});

it("become reports a new text; the same text is no edit", () => {
  open();
  made.become("新的");
  made.become("新的");
  expect(made.text()).toBe("新的");
  expect(edits).toEqual(["新的"]);
});

it("makes several changes at once and sets the caret", () => {
  open("甲乙丙");
  made.edit(
    [
      { from: 0, to: 0, insert: "一" },
      { from: 2, to: 3, insert: "二" },
    ],
    2,
  );
  expect(made.text()).toBe("一甲乙二");
  expect(made.caret()).toBe(2);
  expect(edits).toEqual(["一甲乙二"]);
});

it("goes to existing lines only", () => {
  open("一\n二\n三");
  made.goToLine(2);
  expect(made.caret()).toBe(2);
});

it("can be read-only", () => {
  const view = open("一", true);
  expect(view.state.readOnly).toBe(true);
  made.setReadOnly(false);
  expect(view.state.readOnly).toBe(false);
});
