// Which characters of the open text a model wrote. That is a fact about each character by itself: what the author writes
// between two of them is the author's and parts the span, what is deleted makes it smaller, and what undo or redo brings
// back comes with what it was. Only moving whole lines by key takes spans along; what is cut and pasted is the author's.
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { historySide, noSteps, recorded, type Steps, toldAnew, wentBack } from "./anchor-history";
import { historyTakenBack } from "./history-steps";
import { type Known, knownText, knownTexts, type TextName } from "./known-texts";
import { passedLines } from "./moved-lines";
import { rangesToChars, rangesToUtf16 } from "./positions";
import { staging } from "./program";
import { changedEdges, type Span } from "./survivors";

/** A stretch that came from one generation. */
export interface AiSpan {
  readonly generation: number;
  readonly from: number;
  readonly to: number;
}

/** All spans of the open text, in chars of one text: a stored version, or the text of a moment. */
export type AiSpanSet = { spans: readonly AiSpan[] } & TextName;

interface AiSpans {
  /** In UTF-16 positions, in order, none touching another of the same generation. */
  readonly now: readonly AiSpan[];
  readonly steps: Steps<AiSpan>;
}

const put = StateEffect.define<readonly AiSpan[]>();

/** Says with a change which of the text it leads to a model wrote, in positions of that text. Undo takes it back. */
export const spansAdded = StateEffect.define<readonly AiSpan[]>();

/** The spans with what undo and redo bring back of them. */
export const spansField = StateField.define<AiSpans>({
  create: () => ({ now: [], steps: noSteps }),
  update: (value, transaction) => {
    const changes = transaction.docChanged || historySide(transaction) !== null;
    let spans = changes ? followed(value, transaction) : value;
    for (const effect of transaction.effects) {
      if (effect.is(put)) spans = toldNow(spans.steps, effect.value, transaction.newDoc.length);
      else if (effect.is(spansAdded)) spans = { ...spans, now: laidOver(spans.now, effect.value) };
      else if (effect.is(historyTakenBack)) spans = { ...spans, steps: effect.value.field(spansField).steps };
    }
    return spans;
  },
});

function followed({ now, steps }: AiSpans, transaction: Transaction): AiSpans {
  const { changes } = transaction;
  if (transaction.annotation(staging)) {
    const records = transaction.newDoc.length > transaction.startState.doc.length;
    const before = records ? carriedSpans(changes.invertedDesc, now) : now;
    return { now, steps: recorded(steps, transaction, before, carriedSpans) };
  }
  const carried = withPassedLines(transaction, now, carriedSpans(changes.desc, now));
  const side = historySide(transaction);
  if (!side) return { now: carried, steps: recorded(steps, transaction, now, carriedSpans) };
  const back = wentBack(steps, side, changes.desc, now, carriedSpans);
  if (!back) return { now: carried, steps: noSteps };
  return { now: withCameBack(carried, changes.desc, back.anchors), steps: back.steps };
}

/** What stayed is known as it is now; what came back is what it was then. */
function withCameBack(
  carried: readonly AiSpan[],
  changes: ChangeDesc,
  then: readonly AiSpan[],
): readonly AiSpan[] {
  return joined(carried, within(then, written(changes)));
}

function toldNow(steps: Steps<AiSpan>, now: readonly AiSpan[], length: number): AiSpans {
  const before = (undo: ChangeDesc, was: readonly AiSpan[]) =>
    withCameBack(carriedSpans(undo, now), undo, was);
  return { now, steps: toldAnew(steps, length, before) };
}

/** Carries spans through a change: what is left of each, without what was written inside. */
export function carriedSpans(changes: ChangeDesc, spans: readonly AiSpan[]): readonly AiSpan[] {
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

/** Adds a span behind the others; one that goes on the last one makes it longer. */
function add(spans: AiSpan[], span: AiSpan): void {
  const last = spans.at(-1);
  if (last && last.generation === span.generation && last.to === span.from) {
    spans[spans.length - 1] = { ...last, to: span.to };
  } else spans.push(span);
}

/** Two lists that have no place in common, as one. */
function joined(one: readonly AiSpan[], two: readonly AiSpan[]): readonly AiSpan[] {
  if (two.length === 0) return one;
  const all: AiSpan[] = [];
  for (const span of [...one, ...two].sort((a, b) => a.from - b.from)) add(all, span);
  return all;
}

/** The parts of spans that lie in ranges; both are in order. */
function within(spans: readonly AiSpan[], ranges: readonly Span[]): AiSpan[] {
  return ranges.flatMap((range) =>
    spans
      .filter(({ from, to }) => from < range.to && range.from < to)
      .map((span) => moved(span, Math.max(span.from, range.from), Math.min(span.to, range.to), 0)),
  );
}

/** What is left of spans outside of ranges; both are in order. */
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

/** Sound spans alone, in order; of two that overlap the later one begins where the earlier one ends. */
function inOrder(spans: readonly AiSpan[]): AiSpan[] {
  const all: AiSpan[] = [];
  for (const span of [...spans].sort((one, two) => one.from - two.from)) {
    const from = Math.max(span.from, all.at(-1)?.to ?? 0);
    if (from < span.to) add(all, { ...span, from });
  }
  return all;
}

/** Where a change has written, in the text after it. */
function written(changes: ChangeDesc): Span[] {
  const ranges: Span[] = [];
  changes.iterChangedRanges((_fromA, _toA, from, to) => from < to && ranges.push({ from, to }), true);
  return ranges;
}

/** A line that other lines have passed was written anew on their other side, with the spans it had. */
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
 * The effect that replaces all spans, or null when the text of the set is not known. What was written since that text
 * stays what it is.
 */
export function spansEffect(state: EditorState, set: AiSpanSet): StateEffect<unknown> | null {
  const known = knownText(state, set);
  if (!known) return null;
  const since = within(state.field(spansField).now, written(known.changes));
  return put.of(joined(carriedSpans(known.changes, spansOf(known, set.spans)), since));
}

function spansOf({ doc }: Known, spans: readonly AiSpan[]): AiSpan[] {
  const sound = spans.filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && from < to);
  return inOrder(placed(sound, rangesToUtf16(doc, sound)));
}

/** All spans where they lie now, in chars of the text of now. */
export function spansNow(state: EditorState): AiSpan[] {
  const { now } = state.field(spansField);
  return placed(now, rangesToChars(state.doc, now));
}

function placed(spans: readonly AiSpan[], places: readonly Span[]): AiSpan[] {
  return spans.map(({ generation, from, to }, at) => ({ generation, ...(places[at] ?? { from, to }) }));
}

/** Where the spans lie as if a set were set, in chars; null when its text is not known. */
export function spansIn(state: EditorState, set: AiSpanSet): AiSpan[] | null {
  const effects = spansEffect(state, set);
  return effects && spansNow(state.update({ effects }).state);
}

/** All spans in UTF-16 positions, in order. The list is the same one as long as none has moved or changed. */
export function heldSpans(state: EditorState): readonly AiSpan[] {
  return state.field(spansField).now;
}

/** The span that holds the character at a place; without one, the span that ends there. */
export function spanAt(state: EditorState, position: number): AiSpan | null {
  const around = heldSpans(state).filter(({ from, to }) => from <= position && position <= to);
  return around.at(-1) ?? null;
}
