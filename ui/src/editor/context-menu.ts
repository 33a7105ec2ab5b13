// The menu of the text, asked for with the pointer or by key. The surface only tells what it is asked for: the menu itself
// is drawn elsewhere. The engine's own menu is kept away only when somebody is told.
import { type Extension, Facet } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type Anchor, anchorAt } from "./anchors";
import { whenSettled } from "./composition";
import type { NameHit } from "./name-index";
import { namesAt } from "./names";
import { toChars } from "./positions";
import { type MisspeltWord, misspeltAt } from "./spelling";

/** What a menu is asked for. */
export interface MenuRequest {
  /** Where the menu should open, in CSS pixels of the window. */
  x: number;
  y: number;
  byKeyboard: boolean;
  /** In chars of the text of now; empty at the caret when nothing is selected. */
  selection: { from: number; to: number };
  /** The selected words. */
  text: string;
  /** The name at the place, in UTF-16 positions. */
  name: NameHit | null;
  /** The innermost anchor at the place, in UTF-16 positions. */
  anchor: Anchor | null;
  /** The misspelt word at the place, in UTF-16 positions. */
  misspelt: MisspeltWord | null;
}

/** After a key has asked, the engine asks once more: at once, or when the key goes up. */
const ECHO = 500;

/** Who is told. */
const told = Facet.define<(request: MenuRequest) => void>();

function tell(view: EditorView, point: { x: number; y: number }, place: number | null): void {
  const { state } = view;
  const { from, to, head } = state.selection.main;
  const [start = 0, end = 0] = toChars(state.doc, [from, to]);
  const request: MenuRequest = {
    ...point,
    byKeyboard: place === null,
    selection: { from: start, to: end },
    text: state.sliceDoc(from, to),
    name: namesAt(state, place ?? head)[0] ?? null,
    anchor: anchorAt(state, place ?? head),
    misspelt: misspeltAt(view, place ?? head),
  };
  for (const listener of state.facet(told)) listener(request);
}

/** Asks for the menu at the caret, after any composition. */
export function askForMenu(view: EditorView): void {
  void whenSettled(view, () => {
    const caret = view.coordsAtPos(view.state.selection.main.head);
    const { left, top } = caret ? { left: caret.left, top: caret.bottom } : view.dom.getBoundingClientRect();
    tell(view, { x: left, y: top }, null);
  });
}

/** Tells when the menu is asked for, as an extension; waits for the end of a composition. */
export function contextMenu(onContextMenu: (request: MenuRequest) => void): Extension {
  let echoUntil = 0;

  const byPointer = (view: EditorView, point: { x: number; y: number }) =>
    void whenSettled(view, () => {
      const place = view.posAtCoords(point, false);
      const { from, to, empty } = view.state.selection.main;
      // Acts on a selection are asked for inside of it; elsewhere the caret goes where the pointer is.
      if (empty || place < from || place > to) {
        view.dispatch({ selection: { anchor: place }, userEvent: "select.pointer" });
      }
      tell(view, point, place);
    });

  const handlers = EditorView.domEventHandlers({
    keydown: (event, view) => {
      if (event.isComposing || (event.key !== "ContextMenu" && !(event.key === "F10" && event.shiftKey)))
        return false;
      echoUntil = performance.now() + ECHO;
      askForMenu(view);
      return true;
    },
    contextmenu: (event, view) => {
      const pointed = event.button === 2 || event.ctrlKey;
      if (pointed) byPointer(view, { x: event.clientX, y: event.clientY });
      else if (performance.now() > echoUntil) askForMenu(view);
      return true;
    },
  });
  return [told.of(onContextMenu), handlers];
}
