// Divides a paragraph so that the marks on both sides stay whole: at Enter, and where a scene is split.
import type { ChangeSpec, EditorState, TransactionSpec } from "@codemirror/state";
import type { Command, EditorView } from "@codemirror/view";
import { isEmphasis, isOfLine, type ProseMark, proseMarks } from "./prose-marks";

const INDENT = /^[ \t\u3000]*/;

/** Where a line is divided, and what both parts need to keep their marks. */
interface Division {
  column: number;
  /** What ends the first part, before the blanks at its end. */
  closing: string;
  /** What begins the second part. */
  lineMark: string;
  /** What begins its words, after the blanks at its start. */
  opening: string;
}

/** Starts a paragraph with the indent (usually full-width spaces) of the one before. */
export const newParagraph: Command = (view) => {
  const { state } = view;
  if (state.readOnly) return false;
  view.dispatch(divided(state), { userEvent: "input.type", scrollIntoView: true });
  return true;
};

/** Divides the paragraph as Enter does where a mark goes over the caret. Nothing stays selected. */
export function divideMark(view: EditorView): void {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const column = head - line.from;
  if (view.state.readOnly || !proseMarks(line.text).some(({ from, to }) => from < column && column < to))
    return;
  view.dispatch({ selection: { anchor: head } });
  view.dispatch(divided(view.state), { userEvent: "input.type" });
}

function divided(state: EditorState): TransactionSpec {
  const { from, to, empty } = state.selection.main;
  const line = state.doc.lineAt(from);
  const indent = INDENT.exec(line.text.slice(0, Math.min(from - line.from, 16)))?.[0] ?? "";
  if (!empty || state.selection.ranges.length > 1) return state.replaceSelection(`\n${indent}`);
  const column = from - line.from;
  const marks = proseMarks(line.text);
  const whole = marks.find(({ kind, ...mark }) => isUnit(kind) && mark.from < column && column < mark.to);
  // A footnote, a ruby and an escaped character stay in one paragraph.
  if (whole) return { selection: { anchor: line.from + whole.to } };
  const shape = marks.filter(isOfLine);
  if (
    shape.length > 0 &&
    shape.every(({ innerFrom, innerTo }) => !line.text.slice(innerFrom, innerTo).trim())
  ) {
    return { changes: { from: line.from, to: line.to, insert: indent } };
  }
  return divide(state, line.from, divisionOf(line.text, column, marks), indent, to);
}

const isUnit = (kind: ProseMark["kind"]) => kind === "note" || kind === "ruby" || kind === "literal";

function divide(
  state: EditorState,
  start: number,
  division: Division,
  indent: string,
  caret: number,
): TransactionSpec {
  const { column, closing, lineMark, opening } = division;
  const text = state.doc.lineAt(start).text;
  const before = text.slice(0, column).trimEnd().length;
  const after = column + (text.length - column - text.slice(column).trimStart().length);
  const newLine = `\n${indent}${lineMark}`;
  const isTogether = before === column && after === column;
  const changes: ChangeSpec[] = isTogether
    ? [{ from: start + column, insert: closing + newLine + opening }]
    : [
        { from: start + (closing === "" ? column : before), insert: closing },
        { from: start + column, insert: newLine },
        { from: start + (opening === "" ? column : after), insert: opening },
      ];
  const set = state.changes(changes);
  return { changes: set, selection: { anchor: set.mapPos(Math.max(caret, start + column), 1) } };
}

/** At the border of a mark the line is divided outside of it; inside, both parts have the mark. */
function divisionOf(line: string, caret: number, marks: readonly ProseMark[]): Division {
  let column = caret;
  const inside = marks.filter((mark) => mark.from < caret && caret < mark.to);
  for (const mark of inside.filter(isEmphasis).reverse()) column = beside(line, column, mark);
  const shape = inside.filter(isOfLine);
  const [outer] = shape;
  let lineMark = "";
  let lineEnd = "";
  if (outer) {
    const innerFrom = Math.max(...shape.map((mark) => mark.innerFrom));
    if (line.slice(innerFrom, column).trim() === "") column = outer.from;
    else if (line.slice(column, outer.innerTo).trim() === "") column = line.length;
    else {
      lineMark = line.slice(outer.from, innerFrom);
      lineEnd = line.slice(outer.innerTo, outer.to);
    }
  }
  const around = inside.filter((mark) => isEmphasis(mark) && mark.from < column && column < mark.to);
  const closing = [...around]
    .reverse()
    .map((mark) => line.slice(mark.innerTo, mark.to))
    .join("");
  const opening = around.map((mark) => line.slice(mark.from, mark.innerFrom)).join("");
  return { column, closing: closing + lineEnd, lineMark, opening };
}

/** The column outside of a mark if all of its words are on one side of the column. */
function beside(line: string, column: number, mark: ProseMark): number {
  if (line.slice(mark.innerFrom, Math.max(mark.innerFrom, column)).trim() === "") return mark.from;
  return line.slice(Math.min(column, mark.innerTo), mark.innerTo).trim() === "" ? mark.to : column;
}
