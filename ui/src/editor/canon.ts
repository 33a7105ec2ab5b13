// The canon's additions to the editor: anchors of threads and comments, known names, and the context menu.
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { anchorDrawing } from "./anchor-drawing";
import { anchorPressing } from "./anchor-pressing";
import {
  type Anchor,
  type AnchorNow,
  type AnchorSet,
  anchorAt,
  anchors,
  anchorsEffect,
  anchorsIn,
  anchorsNow,
} from "./anchors";
import { commentDrawing } from "./comment-drawing";
import { afterComposition, committedState } from "./composition";
import { askForMenu, contextMenu, type MenuRequest } from "./context-menu";
import { type CarryCallbacks, carriedAnchors } from "./cut-anchors";
import { knowsText } from "./known-texts";
import { type KnownName, NameIndex } from "./name-index";
import { holdName, type NameCallbacks, type NamePlace, nameAt, namePointing } from "./name-pointing";
import { names, namesEffect, type ShowNames, showNamesEffect } from "./names";

/** Callbacks of the canon layer. */
export interface CanonCallbacks extends NameCallbacks, CarryCallbacks {
  /** Called when the context menu is requested. Without it the browser's own menu opens. */
  onContextMenu?(request: MenuRequest): void;
  /** A passage, or the sign of a comment, is pressed to be opened. Returns whether something was opened. */
  onAnchorOpen?(anchor: Anchor): boolean;
}

/** The canon features of an open editor. */
export interface Canon {
  /**
   * Replaces all anchors of threads and comments, after any composition; false when their text is no longer known. Anchors that the
   * editor has, with the range they had in that text, are left as they are (an empty range for a deleted one), so the
   * answer to a save disturbs nothing. `anchors.ts` describes what edits do to anchors.
   */
  setAnchors(set: AnchorSet): boolean;
  /**
   * All anchors at their current positions, in chars, including deleted ones: to be stored with the current text.
   * Includes anchors that are set and waiting for a composition to end.
   */
  anchorsNow(): AnchorNow[];
  /** The innermost anchor of a thread or comment at a position. Argument and result are UTF-16 positions. */
  anchorAt(position: number, of?: "thread" | "comment"): Anchor | null;
  /** Replaces the known names, after any composition. Several editors may share one index. */
  setNames(known: readonly KnownName[] | NameIndex): void;
  /** Whether names are drawn in the text. Off by default. */
  showNames(show: ShowNames): void;
  /** The name at a UTF-16 position, with its rectangle in the window. A name that only ends there matches last. */
  nameAt(position: number): NamePlace | null;
  /**
   * Reports that the pointer entered (true) or left the card of the hovered name. The card stays open while it is
   * inside.
   */
  holdName(held: boolean): void;
  /** Requests the context menu at the caret, as the menu key does. */
  askForMenu(): void;
}

/** The canon layer as an extension. */
export function canonLayer(callbacks: CanonCallbacks): Extension {
  const { onContextMenu, onAnchorOpen } = callbacks;
  return [
    anchors,
    carriedAnchors(callbacks),
    anchorDrawing,
    commentDrawing,
    names,
    namePointing(callbacks),
    onAnchorOpen ? anchorPressing((anchor) => onAnchorOpen(anchor)) : [],
    onContextMenu ? contextMenu((request) => onContextMenu(request)) : [],
  ];
}

/** The canon features of an editor view. */
export function canonOf(view: EditorView): Canon {
  let pending: AnchorSet | null = null;
  const applyAnchors = () => {
    const effects = pending && anchorsEffect(view.state, pending);
    pending = null;
    if (effects) view.dispatch({ effects });
  };
  return {
    setAnchors: (set) => {
      if (!knowsText(view.state, set)) return false;
      const isScheduled = pending !== null;
      pending = set;
      if (!isScheduled) void afterComposition(view, applyAnchors);
      return true;
    },
    anchorsNow: () => {
      const state = committedState(view);
      return (pending && anchorsIn(state, pending)) ?? anchorsNow(state);
    },
    anchorAt: (position, of) => anchorAt(view.state, position, of),
    setNames: (known) => {
      const index = known instanceof NameIndex ? known : new NameIndex(known);
      void afterComposition(view, () => view.dispatch({ effects: namesEffect(index) }));
    },
    showNames: (show) => {
      void afterComposition(view, () => view.dispatch({ effects: showNamesEffect(show) }));
    },
    nameAt: (position) => nameAt(view, position),
    holdName: (held) => holdName(view, held),
    askForMenu: () => askForMenu(view),
  };
}
