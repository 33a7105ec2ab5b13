// Passages opened with the pointer: Ctrl+click (Cmd on a Mac) on the passage of a thread or a comment, or a click on
// the sign of a comment in the right margin. Names under the pointer take precedence.
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type Anchor, anchorAt, heldAnchors } from "./anchors";

/** How far right of a line its sign may be pressed, px. */
const SIGN_WIDTH = 32;

const isQuiet = ({ tone }: Anchor) => Number(tone === "done" || tone === "unprinted");

/** The comment that begins in the line whose sign is pressed: the first open one, or else the first. */
function commentBeside(view: EditorView, event: MouseEvent): Anchor | null {
  const sign = event.target instanceof Element ? event.target.closest(".cm-commented") : null;
  if (sign === null) return null;
  const { right } = sign.getBoundingClientRect();
  if (event.clientX < right || event.clientX > right + SIGN_WIDTH) return null;
  const line = view.state.doc.lineAt(view.posAtDOM(sign));
  const begun = heldAnchors(view.state).filter(
    ({ role, from, to }) => role === "comment" && from < to && line.from <= from && from <= line.to,
  );
  return begun.toSorted((one, two) => isQuiet(one) - isQuiet(two) || one.from - two.from)[0] ?? null;
}

/** The passages under the pointer, the one to open first. */
function passagesUnder(view: EditorView, event: MouseEvent): readonly Anchor[] {
  const isOver = event.target instanceof Element && event.target.closest(".cm-anchor, .cm-comment") !== null;
  const position = isOver ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
  if (position === null) return [];
  const found = [anchorAt(view.state, position), anchorAt(view.state, position, "comment")];
  return found.filter((anchor) => anchor !== null);
}

/** Reports such presses, as an extension; `onOpen` returns whether it opened something. Requires `anchors`. */
export function anchorPressing(onOpen: (anchor: Anchor) => boolean): Extension {
  // A handler of the editor, and before the editor's own: that one prevents the default of nearly every press.
  return EditorView.domEventHandlers({
    mousedown: (event, view) => {
      if (event.altKey || event.shiftKey || event.button !== 0) return false;
      const signed = commentBeside(view, event);
      if (signed !== null) return onOpen(signed);
      const modifier = /Mac/.test(navigator.platform) ? event.metaKey : event.ctrlKey;
      return modifier && passagesUnder(view, event).some(onOpen);
    },
  });
}
