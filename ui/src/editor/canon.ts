// What the canon adds to the writing surface: thread anchors, known names, and the menu of the text.
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { anchorDrawing } from "./anchor-drawing";
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
import { settledState, whenSettled } from "./composition";
import { askForMenu, contextMenu, type MenuRequest } from "./context-menu";
import { knowsText } from "./known-texts";
import { type KnownName, NameIndex } from "./name-index";
import { holdName, type NameCallbacks, type NamePlace, nameAt, namePointing } from "./name-pointing";
import { names, namesEffect, type ShowNames, showNamesEffect } from "./names";

/** What the surface tells of the canon. */
export interface CanonCallbacks extends NameCallbacks {
  /** The menu of the text is asked for; without this the engine's own menu opens. */
  onContextMenu?(request: MenuRequest): void;
}

/** The canon on a surface in use. */
export interface Canon {
  /**
   * Replaces all thread anchors, after any composition; false when their text is not known any more. Those that the
   * surface has, and that are given as they were in that text, go on as they are (an empty range for one that is gone):
   * an answer to a save disturbs nothing. See `anchors.ts` for what edits do to anchors.
   */
  setAnchors(set: AnchorSet): boolean;
  /**
   * All anchors where they lie in the text of now, in chars, gone ones too: to be stored with that text. Those that were
   * set and wait for a composition to end are among them.
   */
  anchorsNow(): AnchorNow[];
  /** The innermost anchor at a place; places and answer in UTF-16 positions. */
  anchorAt(position: number): Anchor | null;
  /** Replaces the known names, after any composition. An index may serve many surfaces. */
  setNames(known: readonly KnownName[] | NameIndex): void;
  /** Whether names are seen in the text; they are not at first. */
  showNames(show: ShowNames): void;
  /**
   * The name at a place, in UTF-16 positions, with where it stands in the window; one that only ends there counts when no
   * other does.
   */
  nameAt(position: number): NamePlace | null;
  /** The pointer went into the card of the name that is hovered (true), which stays as long, or out of it. */
  holdName(held: boolean): void;
  /** Asks for the menu of the text at the caret, as the menu key does. */
  askForMenu(): void;
}

/** The canon as an extension. */
export function canonLayer(callbacks: CanonCallbacks): Extension {
  const { onContextMenu } = callbacks;
  return [
    anchors,
    anchorDrawing,
    names,
    namePointing(callbacks),
    onContextMenu ? contextMenu((request) => onContextMenu(request)) : [],
  ];
}

/** The canon of a surface. */
export function canonOf(view: EditorView): Canon {
  let waiting: AnchorSet | null = null;
  const applyAnchors = () => {
    const effects = waiting && anchorsEffect(view.state, waiting);
    waiting = null;
    if (effects) view.dispatch({ effects });
  };
  return {
    setAnchors: (set) => {
      if (!knowsText(view.state, set)) return false;
      const asked = waiting !== null;
      waiting = set;
      if (!asked) void whenSettled(view, applyAnchors);
      return true;
    },
    anchorsNow: () => {
      const state = settledState(view);
      return (waiting && anchorsIn(state, waiting)) ?? anchorsNow(state);
    },
    anchorAt: (position) => anchorAt(view.state, position),
    setNames: (known) => {
      const index = known instanceof NameIndex ? known : new NameIndex(known);
      void whenSettled(view, () => view.dispatch({ effects: namesEffect(index) }));
    },
    showNames: (show) => {
      void whenSettled(view, () => view.dispatch({ effects: showNamesEffect(show) }));
    },
    nameAt: (position) => nameAt(view, position),
    holdName: (held) => holdName(view, held),
    askForMenu: () => askForMenu(view),
  };
}
