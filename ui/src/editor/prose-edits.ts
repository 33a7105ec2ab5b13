// Commands that put marks around words or lines, or remove them. Each is one history step.
import { isolateHistory } from "@codemirror/commands";
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type StateCommand,
  type TransactionSpec,
} from "@codemirror/state";
import { hiddenParts, isOfLine, type ProseMark, type ProseMarkKind, proseMarks } from "./prose-marks";

/** The marks that these commands set; emphasis has commands of its own. */
export type SettableMark = "ruby" | "dots" | "note" | "centre" | "right" | "quotation" | "break";

const AROUND = { ruby: ["｜", "《》"], dots: ["《《", "》》"], note: ["^[", "]"] } as const;
const LINE_MARK = { centre: ">> ", right: ">> ", quotation: "> " } as const;
const INDENT = /^[ \t\u3000]*/;

/** Sets a mark at the selection, or removes the one that is there. */
export function toggleMark(kind: SettableMark): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const change =
      kind === "break"
        ? toggleBreak(state)
        : kind === "centre" || kind === "right" || kind === "quotation"
          ? toggleLines(state, kind)
          : toggleAround(state, kind);
    const annotations = isolateHistory.of("full");
    dispatch(state.update(change, { annotations, userEvent: "input.mark", scrollIntoView: true }));
    return true;
  };
}

/** The innermost mark of a kind that contains a range of its line. */
function markAround(line: Line, from: number, to: number, kind: ProseMarkKind): ProseMark | null {
  const around = proseMarks(line.text).filter(
    (mark) => mark.kind === kind && line.from + mark.from <= from && to <= line.from + mark.to,
  );
  return around.at(-1) ?? null;
}

/** Around words: the selection within its first paragraph, without blanks at its ends. */
function toggleAround(state: EditorState, kind: "ruby" | "dots" | "note"): TransactionSpec {
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  const end = Math.min(to, line.to);
  const mark = markAround(line, from, end, kind);
  const across = mark && from === to ? otherSide(mark, from - line.from) : null;
  if (across !== null) return { selection: EditorSelection.single(line.from + across) };
  if (mark) return { changes: removed(line, mark) };
  const words = state.sliceDoc(from, end);
  const [before, after] = AROUND[kind];
  const [opening, closing] = [from - before.length, end + after.length];
  if (from === to && state.sliceDoc(Math.max(0, opening), closing) === before + after) {
    return { changes: { from: opening, to: closing } };
  }
  const start = from + (words.length - words.trimStart().length);
  const stop = Math.max(start, from + words.trimEnd().length);
  const changes = [
    { from: start, insert: before },
    { from: stop, insert: after },
  ];
  // The author goes on with what is missing: the reading of a ruby, or the words themselves.
  const caret = stop + before.length + (kind === "ruby" && start < stop ? 1 : 0);
  const isComplete = kind !== "ruby" && start < stop;
  const selection = isComplete
    ? EditorSelection.single(start + before.length, caret)
    : EditorSelection.single(kind === "ruby" && start === stop ? start + before.length : caret);
  return { changes, selection };
}

/** For a caret at the end of a mark with words: the column on the other side of its closing sign; null elsewhere. */
function otherSide({ kind, innerFrom, innerTo, to }: ProseMark, column: number): number | null {
  // The reading of a ruby is behind its words.
  const end = kind === "ruby" ? to - 1 : innerTo;
  if (innerFrom === innerTo) return null;
  if (column === to) return end;
  return column === end ? to : null;
}

const removed = (line: Line, mark: ProseMark): ChangeSpec[] =>
  hiddenParts(mark).map(({ from, to }) => ({ from: line.from + from, to: line.from + to }));

/** The lines that the selection touches and that have words. */
function linesOf(state: EditorState): Line[] {
  const { from, to } = state.selection.main;
  const lines: Line[] = [];
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at);
    lines.push(line);
    at = line.to + 1;
  }
  const written = lines.filter(({ text }) => text.trim() !== "");
  return written.length > 0 ? written : lines.slice(0, 1);
}

/** Each line gets the mark in place of the one it has; when all have it, they lose it. */
function toggleLines(state: EditorState, kind: "centre" | "right" | "quotation"): TransactionSpec {
  const lines = linesOf(state);
  const marks = lines.map((line) => proseMarks(line.text).find((mark) => isOfLine(mark)) ?? null);
  const isOn = marks.every((mark) => mark?.kind === kind);
  const changes = lines.flatMap((line, at) => {
    const mark = marks[at];
    const gone = mark ? removed(line, mark) : [];
    if (isOn) return gone;
    const indent = INDENT.exec(line.text)?.[0].length ?? 0;
    const closing = kind === "centre" ? [{ from: line.to, insert: " <<" }] : [];
    return [...gone, { from: line.from + indent, insert: LINE_MARK[kind] }, ...closing];
  });
  const set = state.changes(changes);
  const { anchor, head } = state.selection.main;
  // The caret stays before `<<`.
  const bias = kind === "centre" && !isOn ? -1 : 1;
  const place = (at: number) => {
    const isStart = lines.some(
      (line) => at <= line.from + (INDENT.exec(line.text)?.[0].length ?? 0) && at >= line.from,
    );
    return set.mapPos(at, isStart ? 1 : bias);
  };
  const isEmptyLine = anchor === head && lines.length === 1 && lines[0]?.text.trim() === "";
  const selection =
    isEmptyLine && !isOn
      ? EditorSelection.single(head + LINE_MARK[kind].length)
      : EditorSelection.single(place(anchor), place(head));
  return { changes: set, selection };
}

/** A line with a break after the paragraph of the caret; on a break, that line goes. */
function toggleBreak(state: EditorState): TransactionSpec {
  const line = state.doc.lineAt(state.selection.main.head);
  if (proseMarks(line.text)[0]?.kind === "break") {
    const to = Math.min(line.to + 1, state.doc.length);
    const from = to === line.to && line.from > 0 ? line.from - 1 : line.from;
    return { changes: { from, to }, selection: EditorSelection.single(from) };
  }
  const isEmpty = line.text.trim() === "";
  const insert = isEmpty ? "***\n" : "\n***\n";
  const from = isEmpty ? line.from : line.to;
  // A line that follows is the next paragraph already.
  const isFollowed = line.to < state.doc.length;
  const text = isFollowed ? insert.slice(0, -1) : insert;
  const caret = from + text.length + (isFollowed ? 1 : 0);
  return {
    changes: { from, to: isEmpty ? line.to : from, insert: text },
    selection: EditorSelection.single(caret),
  };
}
