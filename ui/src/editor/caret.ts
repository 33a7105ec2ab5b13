// The browser's caret when the text gains or loses keyboard focus.
import { EditorSelection, type Extension, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * A closing dialog restores focus to the element, and the browser would place its caret at the start. This sets it
 * explicitly: the editor would use the last selection it was notified of, which may predate a click in the dialog.
 */
export const caretOnFocus = EditorView.domEventObservers({
  focus: (_, view) => {
    const { anchor, head } = view.state.selection.main;
    const [from, to] = [view.domAtPos(anchor), view.domAtPos(head)];
    view.contentDOM.ownerDocument
      .getSelection()
      ?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  },
});

/**
 * Where a line wraps, a caret belongs to the row before or the row after. The editor restores that association whenever
 * it measures, even while another element has focus, and in Chromium that steals the focus. So without focus the caret
 * has no association.
 */
export const caretWithoutKeyboard: Extension = [
  EditorView.updateListener.of(({ view, selectionSet, focusChanged }) => {
    if (selectionSet || focusChanged) leaveLine(view);
  }),
  // The editor notices the blur with a delay, and may measure before.
  EditorView.domEventObservers({ blur: (_, view) => leaveLine(view) }),
];

function leaveLine(view: EditorView): void {
  // The editor may be in the middle of an update.
  queueMicrotask(() => {
    const { main } = view.state.selection;
    if (view.hasFocus || !main.empty || main.assoc === 0) return;
    const caret = EditorSelection.cursor(main.head, 0, main.bidiLevel ?? undefined, main.goalColumn);
    view.dispatch({
      selection: view.state.selection.replaceRange(caret),
      annotations: Transaction.addToHistory.of(false),
    });
  });
}
