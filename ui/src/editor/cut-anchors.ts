// A passage that is cut and pasted takes its anchors along. The cut is remembered until something else is copied or cut
// in the window. In the same text, anchors that were put elsewhere or restored meanwhile stay where they are. In another
// text, the callbacks are told of the paste, and of its undo and redo.
import { invertedEffects } from "@codemirror/commands";
import { EditorState, type Extension, StateEffect, type Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type Dragged, dragged } from "./dragged-words";
import { knownText } from "./known-texts";
import { onlyChange } from "./only-change";
import { isPaste } from "./paste";
import { toChars } from "./positions";
import { type Span, survivors } from "./survivors";
import { wholeSlice } from "./whole-slice";

/** An anchor with its place in a text, in UTF-16 positions. */
export interface CutAnchor extends Span {
  readonly id: string;
}

/** A passage of the current text to which an anchor is carried, in chars. */
export interface CarriedPassage extends CutAnchor {
  readonly quote: string;
}

/** A text that was cut, without line ends around it, and the anchors whose whole passage was in it. */
interface Cut {
  readonly text: string;
  readonly anchors: readonly CutAnchor[];
}

/** Told of anchors of other texts. */
export interface CarryCallbacks {
  /** A paste, or its redo, brought the words of anchors that this text does not have, to these places. */
  onBrought?(anchors: readonly CutAnchor[]): void;
  /** Undo took them away again. */
  onTakenBack?(anchors: readonly string[]): void;
}

/** Puts anchors that are gone at these places. */
export const placeCutAnchors = StateEffect.define<readonly CutAnchor[]>();

/** The words of anchors of another text came with a paste, or left by its undo. */
const foreignCut = StateEffect.define<{ cut: Cut; isUndone: boolean }>();

let lastCut: Cut | null = null;

/** Forgets the cut text: another project is opened, whose anchors have the same ids. */
export function forgetCut(): void {
  lastCut = null;
}

const trimmed = (text: string) => text.replace(/^\n+|\n+$/g, "");
const leadOf = (text: string) => text.length - text.replace(/^\n+/, "").length;

/** Remembers a cut. `anchors` are those of the text before it. */
function remember(transaction: Transaction, anchors: readonly CutAnchor[]): void {
  // Marks of emphasis around the words may go with them; without a selection, a whole line is cut.
  const { main } = transaction.startState.selection;
  const part = main.empty ? onlyChange(transaction) : main;
  lastCut = null;
  if (part === null) return;
  const { from, to } = part;
  const { text, start } = wholeSlice(transaction.startState.doc, from, to);
  const lead = start + leadOf(text);
  const inside = anchors.filter(
    (anchor) => anchor.from < anchor.to && from <= anchor.from && anchor.to <= to,
  );
  const cut = inside.map(({ id, from, to }) => ({ id, from: from - lead, to: to - lead }));
  if (cut.length > 0) lastCut = { text: trimmed(text), anchors: cut };
}

/** The anchors of a cut where a transaction inserted its text; null if it did not. */
function placesOf(cut: Cut, transaction: Transaction): readonly CutAnchor[] | null {
  const part = onlyChange(transaction);
  const text = part?.inserted.toString() ?? "";
  if (part === null || trimmed(text) !== cut.text) return null;
  const start = part.at + leadOf(text);
  return cut.anchors.map(({ id, from, to }) => ({
    id,
    from: start + Math.max(0, from),
    to: start + Math.min(cut.text.length, to),
  }));
}

/** The effects of a paste: for the anchors of this text, and for those of others. */
function effectsOf(transaction: Transaction, own: readonly CutAnchor[]): readonly StateEffect<unknown>[] {
  const drag = transaction.annotation(dragged);
  if (drag !== undefined) return [placeCutAnchors.of(draggedAnchors(own, drag))];
  const cut = lastCut;
  const places = cut === null || !isPaste(transaction) ? null : placesOf(cut, transaction);
  if (cut === null || places === null) return [];
  const known = new Set(own.map(({ id }) => id));
  const foreign = cut.anchors.filter(({ id }) => !known.has(id));
  const effects: StateEffect<unknown>[] = [placeCutAnchors.of(places.filter(({ id }) => known.has(id)))];
  if (foreign.length > 0) effects.push(foreignCut.of({ cut: { ...cut, anchors: foreign }, isUndone: false }));
  return effects;
}

/** The anchors in dragged words, at their new places. */
function draggedAnchors(own: readonly CutAnchor[], { from, to, at }: Dragged): readonly CutAnchor[] {
  const inside = own.filter((anchor) => anchor.from < anchor.to && from <= anchor.from && anchor.to <= to);
  return inside.map(({ id, ...span }) => ({ id, from: at + span.from - from, to: at + span.to - from }));
}

/** Reports pastes of what was cut in other texts, as an extension. Requires `cutAnchors`. */
export const carriedAnchors = ({ onBrought, onTakenBack }: CarryCallbacks): Extension =>
  EditorView.updateListener.of(({ transactions }) => {
    for (const transaction of transactions) {
      for (const effect of transaction.effects) {
        if (!effect.is(foreignCut)) continue;
        const { cut, isUndone } = effect.value;
        const places = isUndone ? null : placesOf(cut, transaction);
        // The editor is still telling others of this update.
        if (isUndone) queueMicrotask(() => onTakenBack?.(cut.anchors.map(({ id }) => id)));
        else if (places !== null) queueMicrotask(() => onBrought?.(places));
      }
    }
  });

/** Carries anchors through cut and paste, as an extension. `anchorsOf` gives the anchors of a text. */
export function cutAnchors(anchorsOf: (state: EditorState) => readonly CutAnchor[]): Extension {
  return [
    EditorView.clipboardOutputFilter.of((text) => {
      forgetCut();
      return text;
    }),
    EditorState.transactionExtender.of((transaction) => {
      const own = anchorsOf(transaction.startState);
      if (transaction.isUserEvent("delete.cut")) remember(transaction, own);
      const effects = effectsOf(transaction, own);
      return effects.length === 0 ? null : { effects };
    }),
    invertedEffects.of(({ effects }) =>
      effects.flatMap((effect) =>
        effect.is(foreignCut) ? [foreignCut.of({ ...effect.value, isUndone: !effect.value.isUndone })] : [],
      ),
    ),
  ];
}

/** Where passages of a remembered moment are in the current text; those that are deleted are omitted. */
export function passagesNow(
  state: EditorState,
  moment: number,
  anchors: readonly CutAnchor[],
): CarriedPassage[] {
  const known = knownText(state, { moment });
  if (known === undefined) return [];
  return anchors.flatMap(({ id, from, to }) => {
    const span = survivors(known.changes, { from, to });
    if (span.from === span.to) return [];
    const [start = 0, end = 0] = toChars(state.doc, [span.from, span.to]);
    return [{ id, from: start, to: end, quote: state.sliceDoc(span.from, span.to) }];
  });
}
