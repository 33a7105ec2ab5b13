// Bold and italic: adds asterisks around the selection, or removes existing ones.
import { isolateHistory } from "@codemirror/commands";
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from "@codemirror/state";
import { emphasise, hasEmphasis } from "./emphasis-line";
import { proseMarks } from "./prose-marks";

/** The marker around emphasised words. */
export type EmphasisMark = "*" | "**";

/** Adds a mark around the selection, paragraph by paragraph, or removes it where the whole selection has one. */
export function toggleEmphasis(mark: EmphasisMark): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const change = state.changeByRange((range) =>
      range.empty ? atCaret(state, range, mark) : aroundWords(state, range, mark),
    );
    const annotations = isolateHistory.of("full");
    dispatch(state.update(change, { annotations, userEvent: "input.emphasis", scrollIntoView: true }));
    return true;
  };
}

/** With an empty selection: removes an empty pair of marks, steps over the end of a mark, or inserts a pair. */
function atCaret(state: EditorState, { head }: SelectionRange, mark: EmphasisMark) {
  const { length } = mark;
  const line = state.doc.lineAt(head);
  const [before, after] = asterisksAt(line.text, head - line.from);
  if (before === after && before <= 3 && (before & length) !== 0) {
    const changes = { from: head - length, to: head + length };
    return { changes, range: EditorSelection.cursor(head - length) };
  }
  const border = otherSide(line.text, head - line.from, length);
  if (border !== null) return { range: EditorSelection.cursor(line.from + border) };
  return { changes: { from: head, insert: mark + mark }, range: EditorSelection.cursor(head + length) };
}

/** The number of asterisks before and after a column. */
function asterisksAt(line: string, column: number): readonly [before: number, after: number] {
  const before = /\**$/.exec(line.slice(0, column))?.[0].length ?? 0;
  return [before, /^\**/.exec(line.slice(column))?.[0].length ?? 0];
}

/** For a caret among the asterisks of a mark: the column beyond those of this length; null elsewhere. */
function otherSide(line: string, column: number, length: number): number | null {
  for (const { kind, from, to, innerFrom, innerTo } of proseMarks(line)) {
    if (kind !== "italic" && kind !== "bold" && kind !== "bold_italic") continue;
    const asterisks = to - innerTo;
    if ((asterisks & length) === 0) continue;
    // The distance from the words tells which emphasis the caret is outside of.
    if (innerTo <= column && column <= to) return innerTo + ((column - innerTo) ^ length);
    if (from <= column && column <= innerFrom) return innerFrom - ((innerFrom - column) ^ length);
    if (column < innerTo && /^\*+$/.test(line.slice(column, innerTo))) return to;
  }
  return null;
}

function aroundWords(state: EditorState, range: SelectionRange, mark: EmphasisMark) {
  const emphasis = mark === "*" ? 1 : 2;
  const lines = wordsOf(state, range);
  const isOn = !lines.every(({ text, from, to }) => hasEmphasis(text, { from, to }, emphasis) ?? true);
  const changes = lines.flatMap<ChangeSpec>(({ start, text, from, to }) =>
    emphasise(text, { from, to }, emphasis, isOn).map((change) => ({
      from: start + change.from,
      to: start + change.to,
      insert: change.insert,
    })),
  );
  const set = state.changes(changes);
  // Keeps the words selected, without the marks around them.
  const [from, to] = [set.mapPos(range.from, 1), set.mapPos(range.to, -1)];
  const [anchor, head] = range.anchor <= range.head ? [from, to] : [to, from];
  return { changes: set, range: EditorSelection.range(anchor, head) };
}

/** The selected columns of each paragraph with words, without blanks at their ends. */
function wordsOf(state: EditorState, range: SelectionRange) {
  const lines: { start: number; text: string; from: number; to: number }[] = [];
  for (let at = range.from; at <= range.to; ) {
    const line = state.doc.lineAt(at);
    const [from, to] = [Math.max(range.from - line.from, 0), Math.min(range.to, line.to) - line.from];
    const words = line.text.slice(from, to);
    const blanks = words.length - words.trimStart().length;
    if (words.trim() !== "") {
      lines.push({
        start: line.from,
        text: line.text,
        from: from + blanks,
        to: from + words.trimEnd().length,
      });
    }
    at = line.to + 1;
  }
  return lines;
}
