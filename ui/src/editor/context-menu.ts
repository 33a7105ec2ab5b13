// The text's context menu, opened with the pointer or by key. The editor only reports the request; the menu itself is
// drawn elsewhere. The browser's own menu is suppressed only when there is a listener.
import { type Extension, Facet } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type Anchor, anchorAt } from "./anchors";
import { afterComposition } from "./composition";
import type { NameHit } from "./name-index";
import { namesAt } from "./names";
import { toChars } from "./positions";
import { type MisspeltWord, misspeltAt } from "./spelling";

/** A request to open the context menu. */
export interface MenuRequest {
  /** Where the menu should open, in CSS pixels of the window. */
  x: number;
  y: number;
  byKeyboard: boolean;
  /** In chars of the current text; empty at the caret when nothing is selected. */
  selection: { from: number; to: number };
  /** The selected words. */
  text: string;
  /** The name at the position, in UTF-16 positions. */
  name: NameHit | null;
  /** The innermost anchor of a thread at the position, in UTF-16 positions. */
  anchor: Anchor | null;
  /** The innermost commented passage at the position, in UTF-16 positions. */
  comment: Anchor | null;
  /** The misspelt word at the position, in UTF-16 positions. */
  misspelt: MisspeltWord | null;
}

/** After the menu key, the browser fires a second request, at once or on key up; it is ignored for this long, in ms. */
const ECHO_WINDOW = 500;

/** Listeners for menu requests. */
const menuListeners = Facet.define<(request: MenuRequest) => void>();

function notify(view: EditorView, point: { x: number; y: number }, place: number | null): void {
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
    comment: anchorAt(state, place ?? head, "comment"),
    misspelt: misspeltAt(view, place ?? head),
  };
  for (const listener of state.facet(menuListeners)) listener(request);
}

/** Requests the menu at the caret, after any composition. */
export function askForMenu(view: EditorView): void {
  void afterComposition(view, () => {
    const caret = view.coordsAtPos(view.state.selection.main.head);
    const { left, top } = caret ? { left: caret.left, top: caret.bottom } : view.dom.getBoundingClientRect();
    notify(view, { x: left, y: top }, null);
  });
}

/** Reports menu requests, as an extension; waits for the end of a composition. */
export function contextMenu(onContextMenu: (request: MenuRequest) => void): Extension {
  let echoUntil = 0;

  const byPointer = (view: EditorView, point: { x: number; y: number }) =>
    void afterComposition(view, () => {
      const place = view.posAtCoords(point, false);
      const { from, to, empty } = view.state.selection.main;
      // A click inside the selection keeps it; elsewhere the caret moves to the pointer.
      if (empty || place < from || place > to) {
        view.dispatch({ selection: { anchor: place }, userEvent: "select.pointer" });
      }
      notify(view, point, place);
    });

  const handlers = EditorView.domEventHandlers({
    keydown: (event, view) => {
      if (event.isComposing || (event.key !== "ContextMenu" && !(event.key === "F10" && event.shiftKey)))
        return false;
      echoUntil = performance.now() + ECHO_WINDOW;
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
  return [menuListeners.of(onContextMenu), handlers];
}
