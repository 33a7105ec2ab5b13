import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, it } from "vitest";
import { noteBrackets } from "./note-brackets";

/** The text after `]` was typed at `|`, with the caret as `|`; null if the key is left to the editor. */
function typed(text: string): string | null {
  const at = text.indexOf("|");
  const doc = text.replace("|", "");
  const view = new EditorView({
    state: EditorState.create({ doc, selection: { anchor: at }, extensions: noteBrackets }),
  });
  const [handler] = view.state.facet(EditorView.inputHandler);
  if (!handler?.(view, at, at, "]", () => view.state.update({}))) return null;
  const { head } = view.state.selection.main;
  return `${view.state.sliceDoc(0, head)}|${view.state.sliceDoc(head)}`;
}

it.each([
  ["Fact^[see [1|]", "Fact^[see [1\\]|]"],
  ["Fact^[see [1\\] and [2| ok]", "Fact^[see [1\\] and [2\\]| ok]"],
  ["Fact^[see|]", "Fact^[see]|"],
  ["Fact^[se|e]", null],
  ["Fact [1|", null],
  ["Fact^[see]|", null],
])("a bracket typed at | in %s", (before, after) => {
  expect(typed(before)).toBe(after);
});
