// Backspace at the start of a paragraph's words and Delete at their end join two paragraphs, also where hidden marks of
// emphasis stand between the caret and the line end: so Backspace takes an Enter back.
import type { EditorState } from "@codemirror/state";
import type { Command } from "@codemirror/view";
import { isEmphasis, proseMarks } from "./prose-marks";

/** Whether only the beginnings of marks stand before a column of a line, and at least one. */
function isAfterOpenings(line: string, column: number): boolean {
  let at = 0;
  for (const mark of proseMarks(line).filter(isEmphasis)) if (mark.from === at) at = mark.innerFrom;
  return column > 0 && column === at;
}

/** Whether only the ends of marks stand after a column of a line, and at least one. */
function isBeforeClosings(line: string, column: number): boolean {
  let at = line.length;
  for (const mark of proseMarks(line).filter(isEmphasis)) if (mark.to === at) at = mark.innerTo;
  return column < line.length && column === at;
}

/** The line end that a key at the caret removes; null if it removes something else. */
function lineEnd(state: EditorState, isForward: boolean): number | null {
  const { head, empty } = state.selection.main;
  if (state.readOnly || !empty || state.selection.ranges.length > 1) return null;
  const line = state.doc.lineAt(head);
  if (isForward) {
    return line.to < state.doc.length && isBeforeClosings(line.text, head - line.from) ? line.to : null;
  }
  return line.from > 0 && isAfterOpenings(line.text, head - line.from) ? line.from - 1 : null;
}

const joining =
  (isForward: boolean): Command =>
  ({ state, dispatch }) => {
    const end = lineEnd(state, isForward);
    if (end === null) return false;
    const userEvent = isForward ? "delete.forward" : "delete.backward";
    dispatch(state.update({ changes: { from: end, to: end + 1 }, userEvent, scrollIntoView: true }));
    return true;
  };

export const joinBackward = joining(false);
export const joinForward = joining(true);
