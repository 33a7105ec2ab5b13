// The caret of the browser, when the text gets the keyboard and when it loses it.
import { EditorSelection, Transaction } from "@codemirror/state";
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
 * measures, also after the text has lost the keyboard, and in Chromium that takes the keyboard back from the field or dialog
 * that has it. A caret that belongs to neither line is left where it is.
 */
export const caretOnBlur = EditorView.domEventObservers({
  blur: (_, view) => {
    // The editor may be in the middle of an update.
    queueMicrotask(() => {
      const { selection } = view.state;
      const { main, mainIndex } = selection;
      if (view.hasFocus || !main.empty || main.assoc === 0) return;
      view.dispatch({
        selection: selection.replaceRange(EditorSelection.cursor(main.head), mainIndex),
        annotations: Transaction.addToHistory.of(false),
      });
    });
  },
});
