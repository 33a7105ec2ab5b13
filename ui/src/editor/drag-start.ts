// A press inside the selection begins to drag it. The editor would select again if the pointer moved ten pixels before
// the browser began the drag, which a quick movement does: other words than the selected ones were dragged.
import { EditorSelection, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Whether a press is on selected words. At the border of the selection, a press sets the caret. */
function isOnSelection(view: EditorView, { clientX, clientY }: MouseEvent): boolean {
  const selection = view.contentDOM.ownerDocument.getSelection();
  const boxes = selection?.rangeCount ? [...selection.getRangeAt(0).getClientRects()] : [];
  return boxes.some(
    ({ left, right, top, bottom }) =>
      left <= clientX && clientX <= right && top <= clientY && clientY <= bottom,
  );
}

/** Keeps the selection until it is dragged or the button is released, as an extension. */
export const dragStart: Extension = EditorView.mouseSelectionStyle.of((view, press) => {
  const { main, ranges } = view.state.selection;
  if (press.button !== 0 || press.detail !== 1 || press.shiftKey || main.empty || ranges.length > 1)
    return null;
  const at = view.posAtCoords({ x: press.clientX, y: press.clientY });
  if (at === null || !isOnSelection(view, press)) return null;
  return {
    // Only the press itself, asked for when the button is released without a movement, sets the caret.
    get: (event) => (event === press ? EditorSelection.single(at) : view.state.selection),
    update: () => false,
  };
});
