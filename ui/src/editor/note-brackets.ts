// Brackets that are typed in a footnote belong to its words: `see [1]` does not end the note. Where none is open, `]` at
// the end of the note leaves it.
import { EditorSelection } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { proseMarks } from "./prose-marks";

/** Whether a bracket of the words is open at their end. */
function hasOpenBracket(words: string): boolean {
  let depth = 0;
  for (const one of words) {
    if (one === "[") depth += 1;
    else if (one === "]") depth = Math.max(0, depth - 1);
  }
  return depth > 0;
}

export const noteBrackets = EditorView.inputHandler.of((view, from, to, text) => {
  if (text !== "]" || from !== to || view.composing || view.state.readOnly) return false;
  const line = view.state.doc.lineAt(from);
  const column = from - line.from;
  const note = proseMarks(line.text).findLast(
    ({ kind, innerFrom, innerTo }) => kind === "note" && innerFrom <= column && column <= innerTo,
  );
  if (note === undefined) return false;
  const isOpen = hasOpenBracket(line.text.slice(note.innerFrom, column));
  if (!isOpen && column < note.innerTo) return false;
  const end = EditorSelection.cursor(isOpen ? from + 2 : line.from + note.to);
  view.dispatch({
    ...(isOpen && { changes: { from, insert: "\\]" } }),
    selection: end,
    userEvent: "input.type",
    scrollIntoView: true,
  });
  return true;
});
