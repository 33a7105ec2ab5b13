import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, it } from "vitest";
import { leaveLastPassage, onlyPassage, pointedOut, pointTo } from "./pointed-out";

const opened = (doc: string) => {
  const parent = document.body.appendChild(document.createElement("div"));
  return new EditorView({
    parent,
    state: EditorState.create({ doc, extensions: [pointedOut, onlyPassage] }),
  });
};
const shown = (...views: EditorView[]) =>
  views.map(({ dom }) => dom.querySelector(".cm-pointed-out")?.textContent);
const passage = { from: 1, to: 3 };

it("marks one passage among all texts", () => {
  const [one, other] = [opened("九月的江"), opened("他等了很久")];
  one.dispatch(pointTo(passage));
  expect(shown(one, other)).toEqual(["月的", undefined]);
  other.dispatch(pointTo(passage));
  expect(shown(one, other)).toEqual([undefined, "等了"]);
  one.contentDOM.dispatchEvent(new FocusEvent("focus"));
  expect(shown(one, other)).toEqual([undefined, undefined]);
  one.dispatch(pointTo(passage));
  leaveLastPassage();
  expect(shown(one, other)).toEqual([undefined, undefined]);
  one.destroy();
  other.destroy();
});
