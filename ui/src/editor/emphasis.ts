// Bold and italic: adds asterisks around the selection, or removes existing ones.
import { isolateHistory } from "@codemirror/commands";
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from "@codemirror/state";

/** The marker around emphasised words. */
export type EmphasisMark = "*" | "**";

interface Piece {
  from: number;
  to: number;
}

/** Markdown markers and blanks at the start of a line; they stay outside the emphasis. */
const LINE_MARKS = /^(?:\s|#{1,6}(?=\s)|>)+/;

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

/** The number of asterisks that follow a position, or precede `to`. */
function runFrom(state: EditorState, from: number, to = state.doc.length): number {
  return /^\**/.exec(state.sliceDoc(from, Math.min(to, from + 4)))?.[0].length ?? 0;
}

function runTo(state: EditorState, to: number, from = 0): number {
  return /\**$/.exec(state.sliceDoc(Math.max(from, to - 4), to))?.[0].length ?? 0;
}

/** Whether a run of asterisks means a mark. Three asterisks mean both. */
const means = (run: number, { length }: EmphasisMark) => run === length || run === 3;

/** With an empty selection: inserts a pair of marks, removes an empty pair, or steps past a closing mark. */
function atCaret(state: EditorState, { head }: SelectionRange, mark: EmphasisMark) {
  const { length } = mark;
  const [before, after] = [runTo(state, head), runFrom(state, head)];
  if (before === length && after === length) {
    const changes = { from: head - length, to: head + length };
    return { changes, range: EditorSelection.cursor(head - length) };
  }
  if (before === 0 && after === length && isOpen(state, head, mark)) {
    return { range: EditorSelection.cursor(head + length) };
  }
  return { changes: { from: head, insert: mark + mark }, range: EditorSelection.cursor(head + length) };
}

/** Whether a run of the mark before the caret is still unclosed. */
function isOpen(state: EditorState, head: number, mark: EmphasisMark): boolean {
  const line = state.sliceDoc(state.doc.lineAt(head).from, head);
  const runs = line.match(/\*+/g)?.filter((run) => run === mark) ?? [];
  return runs.length % 2 === 1;
}

function aroundWords(state: EditorState, range: SelectionRange, mark: EmphasisMark) {
  const pieces = piecesOf(state, range);
  const marked = pieces.map((piece) => marksOf(state, piece, mark));
  const isOn = pieces.length > 0 && marked.every((marks) => marks !== null);
  const changes = pieces.flatMap<ChangeSpec>((piece, at) => {
    const marks = marked[at] ?? null;
    if (isOn) return marks ?? [];
    if (marks !== null) return [];
    return [
      { from: piece.from, insert: mark },
      { from: piece.to, insert: mark },
    ];
  });
  const set = state.changes(changes);
  // Keeps the words selected, without the marks around them.
  const [from, to] = [set.mapPos(range.from, 1), set.mapPos(range.to, -1)];
  const [anchor, head] = range.anchor <= range.head ? [from, to] : [to, from];
  return { changes: set, range: EditorSelection.range(anchor, head) };
}

/** The words of a range, one piece per paragraph. */
function piecesOf(state: EditorState, range: SelectionRange): Piece[] {
  const pieces: Piece[] = [];
  for (let at = range.from; at <= range.to; ) {
    const line = state.doc.lineAt(at);
    const start = line.from + (LINE_MARKS.exec(line.text)?.[0].length ?? 0);
    const [from, to] = [Math.max(range.from, start), Math.min(range.to, line.to)];
    const words = from < to ? state.sliceDoc(from, to) : "";
    if (words.trim() !== "") {
      const blanks = words.length - words.trimStart().length;
      pieces.push({ from: from + blanks, to: from + words.trimEnd().length });
    }
    at = line.to + 1;
  }
  return pieces;
}

/**
 * The marks on both sides of a piece, as ranges to remove; null without marks. They may be inside or outside the
 * selection.
 */
function marksOf(state: EditorState, piece: Piece, mark: EmphasisMark): Piece[] | null {
  const { length } = mark;
  const from = piece.from + runFrom(state, piece.from, piece.to);
  const to = piece.to - runTo(state, piece.to, from);
  if (from >= to || !means(runTo(state, from), mark) || !means(runFrom(state, to), mark)) return null;
  return [
    { from: from - length, to: from },
    { from: to, to: to + length },
  ];
}
