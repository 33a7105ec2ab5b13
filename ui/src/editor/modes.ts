// Writing modes: typewriter scrolling keeps the caret's line in the middle; focus mode dims all other paragraphs.
import { EditorState, type Extension, type Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { NovelLanguage } from "./language";

/** Which modes are on. */
export interface Modes {
  typewriter: boolean;
  focus: boolean;
  /** Words look as their marks say, and marks away from the caret are hidden. */
  markdown: boolean;
  /** The punctuation helper: full-width marks and pairs, or curly quotes. */
  punctuation: boolean;
  /** The novel's language, used for paragraphs without letters. */
  language: NovelLanguage;
}

/** Scrolls only with the author's typing and caret keys, so the wheel and the mouse stay free. */
export const typewriter: Extension = [
  EditorView.editorAttributes.of({ class: "cm-typewriter" }),
  EditorState.transactionExtender.of((transaction) => {
    const typed = ["input", "delete", "move", "undo", "redo"].some((event) => transaction.isUserEvent(event));
    const moved = transaction.isUserEvent("select") && !transaction.isUserEvent("select.pointer");
    if (!typed && !moved) return null;
    return { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: "center" }) };
  }),
];

const focused = Decoration.line({ class: "cm-focused-paragraph" });

/** Marks the visible paragraphs that the selection touches; the editor's class dims the rest. */
export const focusMode: Extension = [
  EditorView.editorAttributes.of({ class: "cm-focus-mode" }),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = selectedParagraphs(view);
      }

      update(update: ViewUpdate): void {
        if (update.docChanged || update.selectionSet || update.viewportChanged) {
          this.decorations = selectedParagraphs(update.view);
        }
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
];

function selectedParagraphs(view: EditorView): DecorationSet {
  const { main } = view.state.selection;
  const { doc } = view.state;
  const lines: Range<Decoration>[] = [];
  const from = Math.max(main.from, view.viewport.from);
  const to = Math.min(main.to, view.viewport.to);
  for (let at = from; at <= to; ) {
    const line = doc.lineAt(at);
    lines.push(focused.range(line.from));
    at = line.to + 1;
  }
  return Decoration.set(lines);
}
