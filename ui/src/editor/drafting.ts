// What drafting with a model adds to the writing surface: which words a model wrote, and proposals.
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { aiSpanDrawing, showSpansEffect } from "./ai-span-drawing";
import { type AiSpan, type AiSpanSet, aiSpans, spanAt, spansEffect, spansIn, spansNow } from "./ai-spans";
import { settledState, whenSettled } from "./composition";
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

/** Drafting on a surface in use. */
export interface Drafting {
  /**
   * Says which stretches of a text models wrote, after any composition; false when that text is not known any more. What
   * was written since stays what it is. See `ai-spans.ts` for what edits do to spans.
   */
  setSpans(set: AiSpanSet): boolean;
  /** All spans where they lie in the text of now, in chars: to be stored with that text. */
  spansNow(): AiSpan[];
  /** The span at a place; place and answer in UTF-16 positions. One that only ends there counts when no other does. */
  spanAt(position: number): AiSpan | null;
  /** Whether it is seen which words a model wrote; it is at first. */
  setShowSpans(shown: boolean): void;
  /**
   * Begins a proposal for a range, in UTF-16 positions; an empty range is a place to insert at. Null when another proposal
   * is about some of that range.
   */
  propose(
    range: { from: number; to: number },
    callbacks: ProposalCallbacks,
    options?: ProposalOptions,
  ): Proposal | null;
  /** The proposal that is open; of several the newest. */
  proposal(): Proposal | null;
}

/** Drafting as an extension. */
export const draftingLayer: Extension = [aiSpans, aiSpanDrawing, proposals, proposalLook];

/** Drafting of a surface. */
export function draftingOf(view: EditorView): Drafting {
  let waiting: AiSpanSet | null = null;
  const applySpans = () => {
    const effects = waiting && spansEffect(view.state, waiting);
    waiting = null;
    if (effects) view.dispatch({ effects });
  };
  return {
    setSpans: (set) => {
      if (!knowsText(view.state, set)) return false;
      const asked = waiting !== null;
      waiting = set;
      if (!asked) void whenSettled(view, applySpans);
      return true;
    },
    spansNow: () => {
      const state = settledState(view);
      return (waiting && spansIn(state, waiting)) ?? spansNow(state);
    },
    spanAt: (position) => spanAt(view.state, position),
    setShowSpans: (shown) => {
      void whenSettled(view, () => view.dispatch({ effects: showSpansEffect(shown) }));
    },
    propose: (range, callbacks, options) => propose(view, range, callbacks, options),
    proposal: () => proposalOf(view),
  };
}
