// Tracks which characters of the open text a model wrote. Origin is a property of each character: text the author
// inserts inside a span is the author's and splits the span, deletion shrinks it, and undo and redo restore characters
// with their origin. Only moving whole lines by key carries spans along; text that is cut and pasted becomes the
// author's.
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { historySide, noSteps, recordStep, replaceLastStep, restoreStep, type Steps } from "./anchor-history";
import { historyRestored } from "./history-steps";
import { type Known, knownText, knownTexts, type TextName } from "./known-texts";
import { passedLines } from "./moved-lines";
import { rangesToChars, rangesToUtf16 } from "./positions";
import { staging } from "./program";
import { changedEdges, type Span } from "./survivors";

/** A range of text from one generation. */
export interface AiSpan {
  readonly generation: number;
  readonly from: number;
  readonly to: number;
}

/** All spans of the open text, in chars of one named text. */
export type AiSpanSet = { spans: readonly AiSpan[] } & TextName;

interface AiSpans {
  /** In UTF-16 positions, in order. Adjacent spans of the same generation are merged. */
  readonly now: readonly AiSpan[];
  readonly steps: Steps<AiSpan>;
}

const setSpans = StateEffect.define<readonly AiSpan[]>();

/** Marks ranges of the text after a change as written by a model, in positions of that text. Undo reverts it. */
export const spansAdded = StateEffect.define<readonly AiSpan[]>();

/** The spans, and the history that restores them on undo and redo. */
export const spansField = StateField.define<AiSpans>({
  create: () => ({ now: [], steps: noSteps }),
  update: (value, transaction) => {
    const changes = transaction.docChanged || historySide(transaction) !== null;
    let spans = changes ? followed(value, transaction) : value;
    for (const effect of transaction.effects) {
      if (effect.is(setSpans)) spans = replaceSpans(spans.steps, effect.value, transaction.newDoc.length);
      else if (effect.is(spansAdded)) spans = { ...spans, now: laidOver(spans.now, effect.value) };
      else if (effect.is(historyRestored)) spans = { ...spans, steps: effect.value.field(spansField).steps };
    }
    return spans;
  },
});

function followed({ now, steps }: AiSpans, transaction: Transaction): AiSpans {
  const { changes } = transaction;
  if (transaction.annotation(staging)) {
    const reinserts = transaction.newDoc.length > transaction.startState.doc.length;
    const before = reinserts ? carriedSpans(changes.invertedDesc, now) : now;
    return { now, steps: recordStep(steps, transaction, before, carriedSpans) };
  }
  const carried = withPassedLines(transaction, now, carriedSpans(changes.desc, now));
  const side = historySide(transaction);
  if (!side) return { now: carried, steps: recordStep(steps, transaction, now, carriedSpans) };
  const back = restoreStep(steps, side, changes.desc, now, carriedSpans);
  if (!back) return { now: carried, steps: noSteps };
  return { now: withRestored(carried, changes.desc, back.anchors), steps: back.steps };
}

/** Combines the origin of characters that stayed with the earlier origin of characters that undo or redo restored. */
function withRestored(
  carried: readonly AiSpan[],
  changes: ChangeDesc,
  earlier: readonly AiSpan[],
): readonly AiSpan[] {
  return joined(carried, within(earlier, written(changes)));
}

function replaceSpans(steps: Steps<AiSpan>, now: readonly AiSpan[], length: number): AiSpans {
  const before = (undo: ChangeDesc, was: readonly AiSpan[]) =>
    withRestored(carriedSpans(undo, now), undo, was);
  return { now, steps: replaceLastStep(steps, length, before) };
}

/** Maps spans through a change, without the text inserted inside them. */
function carriedSpans(changes: ChangeDesc, spans: readonly AiSpan[]): readonly AiSpan[] {
  const edges = changedEdges(changes);
  if (!edges || spans.length === 0) return spans;
  const shift = changes.newLength - changes.length;
  const gaps: { from: number; to: number; shift: number }[] = [];
  changes.iterGaps((posA, posB, length) => gaps.push({ from: posA, to: posA + length, shift: posB - posA }));
  const next: AiSpan[] = [];
  let gap = 0;
  for (const span of spans) {
    if (span.to <= edges.from) add(next, span);
    else if (span.from >= edges.to) add(next, moved(span, span.from, span.to, shift));
    else {
      while ((gaps[gap]?.to ?? Number.POSITIVE_INFINITY) <= span.from) gap += 1;
      for (let at = gap; at < gaps.length; at += 1) {
        const one = gaps[at];
        if (!one || one.from >= span.to) break;
        const [from, to] = [Math.max(one.from, span.from), Math.min(one.to, span.to)];
        if (from < to) add(next, moved(span, from, to, one.shift));
      }
    }
  }
  return next.length === spans.length && next.every((span, at) => span === spans[at]) ? spans : next;
}

function moved(span: AiSpan, from: number, to: number, shift: number): AiSpan {
  if (shift === 0 && from === span.from && to === span.to) return span;
  return { generation: span.generation, from: from + shift, to: to + shift };
}

/** Appends a span, merging it with the last one where they touch. */
function add(spans: AiSpan[], span: AiSpan): void {
  const last = spans.at(-1);
  if (last && last.generation === span.generation && last.to === span.from) {
    spans[spans.length - 1] = { ...last, to: span.to };
  } else spans.push(span);
}

/** Merges two lists of spans that do not overlap. */
function joined(one: readonly AiSpan[], two: readonly AiSpan[]): readonly AiSpan[] {
  if (two.length === 0) return one;
  const all: AiSpan[] = [];
  for (const span of [...one, ...two].sort((a, b) => a.from - b.from)) add(all, span);
  return all;
}

/** The parts of `spans` inside `ranges`. Both are in order. */
function within(spans: readonly AiSpan[], ranges: readonly Span[]): AiSpan[] {
  return ranges.flatMap((range) =>
    spans
      .filter(({ from, to }) => from < range.to && range.from < to)
      .map((span) => moved(span, Math.max(span.from, range.from), Math.min(span.to, range.to), 0)),
  );
}

/** The parts of `spans` outside `ranges`. Both are in order. */
function outside(spans: readonly AiSpan[], ranges: readonly Span[]): AiSpan[] {
  const edges = [0, ...ranges.flatMap(({ from, to }) => [from, to]), Number.POSITIVE_INFINITY];
  const between = ranges.map((_, at) => ({ from: edges[2 * at] ?? 0, to: edges[2 * at + 1] ?? 0 }));
  const rest = { from: edges.at(-2) ?? 0, to: Number.POSITIVE_INFINITY };
  return within(spans, [...between, rest]);
}

function laidOver(spans: readonly AiSpan[], added: readonly AiSpan[]): readonly AiSpan[] {
  const sound = inOrder(added);
  return joined(outside(spans, sound), sound);
}

/** The valid spans, in order. Where two overlap, the later one starts at the end of the earlier one. */
function inOrder(spans: readonly AiSpan[]): AiSpan[] {
  const all: AiSpan[] = [];
  for (const span of [...spans].sort((one, two) => one.from - two.from)) {
    const from = Math.max(span.from, all.at(-1)?.to ?? 0);
    if (from < span.to) add(all, { ...span, from });
  }
  return all;
}

/** The ranges that a change inserted, in the text after it. */
function written(changes: ChangeDesc): Span[] {
  const ranges: Span[] = [];
  changes.iterChangedRanges((_fromA, _toA, from, to) => from < to && ranges.push({ from, to }), true);
  return ranges;
}

/** When a line is moved by key, CodeMirror deletes and reinserts the lines it passes; this restores their spans. */
function withPassedLines(
  transaction: Transaction,
  before: readonly AiSpan[],
  carried: readonly AiSpan[],
): readonly AiSpan[] {
  if (before.length === 0 || !transaction.isUserEvent("move.line")) return carried;
  return passedLines(transaction).reduce((spans, { from, to, shift }) => {
    const along = within(before, [{ from, to }]).map((span) => moved(span, span.from, span.to, shift));
    return joined(spans, along);
  }, carried);
}

/** The spans of an open text, as an extension. */
export const aiSpans: Extension = [knownTexts, spansField];

/**
 * The effect that replaces all spans, or null when the set's text is no longer known. Text written since then keeps its
 * origin.
 */
export function spansEffect(state: EditorState, set: AiSpanSet): StateEffect<unknown> | null {
  const known = knownText(state, set);
  if (!known) return null;
  const since = within(state.field(spansField).now, written(known.changes));
  return setSpans.of(joined(carriedSpans(known.changes, spansOf(known, set.spans)), since));
}

function spansOf({ doc }: Known, spans: readonly AiSpan[]): AiSpan[] {
  const sound = spans.filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && from < to);
  return inOrder(placed(sound, rangesToUtf16(doc, sound)));
}

/** All spans at their current positions, in chars of the current text. */
export function spansNow(state: EditorState): AiSpan[] {
  const { now } = state.field(spansField);
  return placed(now, rangesToChars(state.doc, now));
}

function placed(spans: readonly AiSpan[], places: readonly Span[]): AiSpan[] {
  return spans.map(({ generation, from, to }, at) => ({ generation, ...(places[at] ?? { from, to }) }));
}

/** The spans as they would be after applying a set, in chars; null when its text is no longer known. */
export function spansIn(state: EditorState, set: AiSpanSet): AiSpan[] | null {
  const effects = spansEffect(state, set);
  return effects && spansNow(state.update({ effects }).state);
}

/** All spans in UTF-16 positions, in order. Returns the same list object until a span moves or changes. */
export function heldSpans(state: EditorState): readonly AiSpan[] {
  return state.field(spansField).now;
}

/** The span that contains a position; otherwise the span that ends there. */
export function spanAt(state: EditorState, position: number): AiSpan | null {
  const around = heldSpans(state).filter(({ from, to }) => from <= position && position <= to);
  return around.at(-1) ?? null;
}
