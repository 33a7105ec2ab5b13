// The caret of the browser, when the text gets the keyboard and when it loses it.
import { EditorSelection, type Extension, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * A dialog that gives the keyboard back focuses the element, and the browser would put its caret at the beginning. Set by
 * hand: the editor itself would go by the selection it last heard of, which may be from before a press in the dialog.
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
 * Where a line wraps, a caret belongs to the line before or to the one after. The editor puts the browser's caret there when it
 * measures, also while something else has the keyboard, and in Chromium that takes the keyboard from it. Without the keyboard
 * the caret belongs to neither line.
 */
export const caretWithoutKeyboard: Extension = [
  EditorView.updateListener.of(({ view, selectionSet, focusChanged }) => {
    if (selectionSet || focusChanged) leaveLine(view);
  }),
  // The editor hears of the loss some time after it, and may measure before.
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
