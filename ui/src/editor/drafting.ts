// Drafting's additions to the editor: AI spans and proposals.
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { aiSpanDrawing, showSpansEffect } from "./ai-span-drawing";
import { type AiSpan, type AiSpanSet, aiSpans, spanAt, spansEffect, spansIn, spansNow } from "./ai-spans";
import { afterComposition, committedState } from "./composition";
import { knowsText } from "./known-texts";
import {
  type Proposal,
  type ProposalCallbacks,
  type ProposalOptions,
  proposalOf,
  proposals,
  propose,
} from "./proposal";
import { proposalLook } from "./proposal-look";

/** The drafting features of an open editor. */
export interface Drafting {
  /**
   * Sets which ranges of a text models wrote, after any composition; false when that text is no longer known. Text
   * written since then keeps its origin. `ai-spans.ts` describes what edits do to spans.
   */
  setSpans(set: AiSpanSet): boolean;
  /** All spans at their positions in the current text, in chars: to be stored with that text. */
  spansNow(): AiSpan[];
  /** The span at a position, in UTF-16 positions. A span that only ends there matches last. */
  spanAt(position: number): AiSpan | null;
  /** Shows or hides the span underlines. They are shown by default. */
  setShowSpans(shown: boolean): void;
  /**
   * Begins a proposal for a range, in UTF-16 positions; an empty range is an insertion point. Null when another
   * proposal covers part of that range.
   */
  propose(
    range: { from: number; to: number },
    callbacks: ProposalCallbacks,
    options?: ProposalOptions,
  ): Proposal | null;
  /** The open proposal; the newest if there are several. */
  proposal(): Proposal | null;
}

/** The drafting layer as an extension. */
export const draftingLayer: Extension = [aiSpans, aiSpanDrawing, proposals, proposalLook];

/** The drafting features of an editor view. */
export function draftingOf(view: EditorView): Drafting {
  let pending: AiSpanSet | null = null;
  const applySpans = () => {
    const effects = pending && spansEffect(view.state, pending);
    pending = null;
    if (effects) view.dispatch({ effects });
  };
  return {
    setSpans: (set) => {
      if (!knowsText(view.state, set)) return false;
      const isScheduled = pending !== null;
      pending = set;
      if (!isScheduled) void afterComposition(view, applySpans);
      return true;
    },
    spansNow: () => {
      const state = committedState(view);
      return (pending && spansIn(state, pending)) ?? spansNow(state);
    },
    spanAt: (position) => spanAt(view.state, position),
    setShowSpans: (shown) => {
      void afterComposition(view, () => view.dispatch({ effects: showSpansEffect(shown) }));
    },
    propose: (range, callbacks, options) => propose(view, range, callbacks, options),
    proposal: () => proposalOf(view),
  };
}
