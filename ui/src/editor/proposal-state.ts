// The ranges of the open text's proposals. A proposal is text that is not in the document: only its range and its
// drawing are mapped through edits. Words written at the borders of the range are not part of it.
import { type ChangeDesc, StateEffect, StateField, type Text, type Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { moves } from "./program";
import type { Span } from "./survivors";

/** Computes what is drawn of a proposal for the current text and range. */
export type Drawing = (doc: Text, range: Span) => DecorationSet;

/** The range of a proposal. */
export interface HeldRange extends Span {
  readonly id: number;
  /** It is always the whole text. */
  readonly isWhole: boolean;
  /** Increases with each change of the text in the range. */
  readonly edits: number;
  readonly draw: Drawing | null;
  readonly drawn: DecorationSet;
}

/** Starts tracking a range; nothing is drawn yet. */
export const rangeHeld = StateEffect.define<{ id: number; from: number; to: number; isWhole: boolean }>();
/** Sets the drawing of a proposal, or clears it. */
export const proposalDrawn = StateEffect.define<{ id: number; draw: Drawing | null }>();
/** Ends a proposal. */
export const proposalEnded = StateEffect.define<number>();
/** Ends all proposals: the document becomes a different one. */
export const allProposalsEnded = StateEffect.define<null>();

const ranges = StateField.define<readonly HeldRange[]>({
  create: () => [],
  update: (value, transaction) => {
    let held = value;
    if (held.length > 0 && moves(transaction)) held = held.map((one) => followed(one, transaction));
    for (const effect of transaction.effects) {
      if (effect.is(rangeHeld)) {
        held = [...held, { ...effect.value, edits: 0, draw: null, drawn: Decoration.none }];
      } else if (effect.is(proposalDrawn)) {
        const { id, draw } = effect.value;
        held = held.map((one) => (one.id === id ? redrawn({ ...one, draw }, transaction.newDoc) : one));
      } else if (effect.is(proposalEnded)) {
        held = held.filter(({ id }) => id !== effect.value);
      } else if (effect.is(allProposalsEnded)) held = [];
    }
    return held;
  },
  provide: (field) =>
    EditorView.decorations.computeN([field], (state) => state.field(field).map(({ drawn }) => drawn)),
});

function followed(held: HeldRange, { changes, newDoc }: Transaction): HeldRange {
  if (held.isWhole) {
    return { ...held, from: 0, to: newDoc.length, edits: held.edits + 1, drawn: held.drawn.map(changes) };
  }
  const from = changes.mapPos(held.from, 1);
  const to = held.from === held.to ? from : Math.max(from, changes.mapPos(held.to, -1));
  // Where the text changes, the drawing only moves along until it is redrawn: the author may be composing.
  if (changesInside(changes.desc, held)) {
    return { ...held, from, to, edits: held.edits + 1, drawn: held.drawn.map(changes) };
  }
  return redrawn({ ...held, from, to }, newDoc);
}

function redrawn(held: HeldRange, doc: Text): HeldRange {
  return { ...held, drawn: held.draw?.(doc, held) ?? Decoration.none };
}

function changesInside(changes: ChangeDesc, { from, to }: Span): boolean {
  let inside = false;
  changes.iterChangedRanges((fromA, toA) => {
    if (fromA < to && toA > from) inside = true;
  }, true);
  return inside;
}

/** The ranges as an extension. */
export const heldRanges = ranges;

/** The range of a proposal; undefined when it has ended. */
export function heldRange(held: readonly HeldRange[], id: number): HeldRange | undefined {
  return held.find((one) => one.id === id);
}
