// The content of the compare view's panes: one text or both interleaved, with the range of each hunk and the unchanged
// stretches that can be folded. Hunks come from the backend; nothing is compared here.
import { Text } from "@codemirror/state";
import { toUtf16 } from "./positions";

/** A change from the backend, in chars: `old` of the first text became `new` of the second. */
export interface Hunk {
  old: { start: number; end: number };
  new: { start: number; end: number };
}

/** A range of a pane's text in UTF-16 positions. */
export interface Span {
  from: number;
  to: number;
}

/** Unchanged lines that can be folded. */
export interface Fold extends Span {
  lines: number;
}

/** The content of one pane. The lists of two side-by-side panes have the same length and order. */
export interface Pane {
  doc: Text;
  removed: readonly (Span | null)[];
  added: readonly (Span | null)[];
  folds: readonly Fold[];
}

/** A hunk in UTF-16 positions of both texts. */
export interface Placed {
  old: Span;
  new: Span;
}

const FOLD_ABOVE = 12;
const CONTEXT = 3;

/** Converts a string to a CodeMirror text. */
export function textOf(text: string): Text {
  return Text.of(text.split("\n"));
}

/** The hunks in UTF-16 positions, in order. A hunk that does not follow the one before it is skipped. */
export function place(hunks: readonly Hunk[], before: Text, after: Text): Placed[] {
  const spans = (doc: Text, ranges: readonly { start: number; end: number }[]) => {
    const at = toUtf16(
      doc,
      ranges.flatMap(({ start, end }) => [start, end]),
    );
    return ranges.map((_, index) => ({ from: at[index * 2] ?? 0, to: at[index * 2 + 1] ?? 0 }));
  };
  const olds = spans(
    before,
    hunks.map((hunk) => hunk.old),
  );
  const news = spans(
    after,
    hunks.map((hunk) => hunk.new),
  );
  const placed: Placed[] = [];
  for (const [index, old] of olds.entries()) {
    const now = news[index];
    const last = placed.at(-1);
    if (!now || old.from > old.to || now.from > now.to) continue;
    if (last && (old.from < last.old.to || now.from < last.new.to)) continue;
    placed.push({ old, new: now });
  }
  return placed;
}

/** The two texts side by side. */
export function splitPanes(before: Text, after: Text, hunks: readonly Placed[]): [Pane, Pane] {
  const olds = hunks.map((hunk) => hunk.old);
  const news = hunks.map((hunk) => hunk.new);
  const none = hunks.map(() => null);
  const left = { doc: before, removed: olds.map(filled), added: none, folds: unchanged(before, olds) };
  const right = { doc: after, removed: none, added: news.map(filled), folds: unchanged(after, news) };
  return [left, right];
}

/**
 * The new text with removed text inserted before its replacement. Removed words are ordinary text, so a removed chapter
 * costs no more than a chapter.
 */
export function inlinePane(before: Text, after: Text, hunks: readonly Placed[]): Pane {
  const parts: string[] = [];
  const removed: (Span | null)[] = [];
  const added: (Span | null)[] = [];
  const touched: Span[] = [];
  let length = 0;
  let at = 0;
  const append = (text: string): Span => {
    parts.push(text);
    length += text.length;
    return { from: length - text.length, to: length };
  };
  for (const hunk of hunks) {
    append(after.sliceString(at, hunk.new.from));
    const deletion = append(before.sliceString(hunk.old.from, hunk.old.to));
    const isSeparate =
      wholeLines(before, hunk.old) && wholeLines(after, hunk.new) && filled(hunk.old) && filled(hunk.new);
    if (isSeparate) append("\n");
    const insertion = append(after.sliceString(hunk.new.from, hunk.new.to));
    removed.push(filled(deletion));
    added.push(filled(insertion));
    touched.push({ from: deletion.from, to: insertion.to });
    at = hunk.new.to;
  }
  append(after.sliceString(at, after.length));
  const doc = textOf(parts.join(""));
  return { doc, removed, added, folds: unchanged(doc, touched) };
}

function filled(span: Span): Span | null {
  return span.from < span.to ? span : null;
}

/** Whether a span starts and ends at line borders. */
function wholeLines(doc: Text, { from, to }: Span): boolean {
  return doc.lineAt(from).from === from && doc.lineAt(to).to === to;
}

/** Long stretches of lines that no span touches, except a few context lines beside each change. */
function unchanged(doc: Text, spans: readonly Span[]): Fold[] {
  const folds: Fold[] = [];
  let first = 1;
  for (let index = 0; index <= spans.length; index += 1) {
    const span = spans[index];
    const last = span ? doc.lineAt(span.from).number - 1 : doc.lines;
    // Between two spans both sides have the same lines, so the folds of the two panes correspond.
    const from = index === 0 ? first : first + CONTEXT;
    const to = span ? last - CONTEXT : last;
    const long = last - first + 1 > FOLD_ABOVE && spans.length > 0 && to > from;
    if (long) folds.push({ from: doc.line(from).from, to: doc.line(to).to, lines: to - from + 1 });
    if (span) first = doc.lineAt(span.to).number + 1;
  }
  return folds;
}

/** Maps a position from one text to the other; inside a change, proportionally. */
export function across(position: number, hunks: readonly Placed[], from: "old" | "new"): number {
  const to = from === "old" ? "new" : "old";
  let low = 0;
  let high = hunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hunks[middle]?.[from].from ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const hunk = hunks[low - 1];
  if (!hunk) return position;
  const [here, there] = [hunk[from], hunk[to]];
  if (position >= here.to) return there.to + (position - here.to);
  return there.from + ((position - here.from) / (here.to - here.from)) * (there.to - there.from);
}
