// Test helper: an editor with the punctuation helper, and a simulated keyboard.
import { history, isolateHistory, redo, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, runScopeHandlers } from "@codemirror/view";
import { compositionGate } from "./composition";
import type { NovelLanguage } from "./language";
import { punctuation } from "./punctuation";

export class Typist {
  readonly view: EditorView;

  constructor(language: NovelLanguage, isReadOnly = false) {
    const readOnly = EditorState.readOnly.of(isReadOnly);
    const several = EditorState.allowMultipleSelections.of(true);
    this.view = new EditorView({
      parent: document.body,
      extensions: [compositionGate, history({ minDepth: 1000 }), punctuation(language), readOnly, several],
    });
  }

  destroy(): void {
    this.view.destroy();
  }

  /** Types characters as the browser would report them. */
  type(text: string, userEvent = "input.type"): this {
    for (const character of text) {
      const { from, to } = this.view.state.selection.main;
      const insert = () => this.view.state.update(this.view.state.replaceSelection(character), { userEvent });
      const handled = this.view.state
        .facet(EditorView.inputHandler)
        .some((handler) => handler(this.view, from, to, character, insert));
      if (!handled) this.view.dispatch(insert());
    }
    return this;
  }

  /** Composes characters as an input method would. */
  compose(text: string): this {
    this.view.contentDOM.dispatchEvent(new CompositionEvent("compositionstart"));
    this.type(text, "input.type.compose");
    this.view.contentDOM.dispatchEvent(new CompositionEvent("compositionend"));
    return this;
  }

  paste(text: string): this {
    this.view.dispatch(this.view.state.replaceSelection(text), { userEvent: "input.paste" });
    return this;
  }

  /** Whether the helper handled the key; otherwise nothing happened. */
  backspace(): boolean {
    return runScopeHandlers(this.view, new KeyboardEvent("keydown", { key: "Backspace" }), "editor");
  }

  undo(): boolean {
    return undo(this.view);
  }

  redo(): boolean {
    return redo(this.view);
  }

  /** Sets the text, with a bar for the caret or two for the ends of the selection. */
  set(text: string): this {
    const [before = "", middle, after] = text.split("|");
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text.replaceAll("|", "") },
      selection: {
        anchor: before.length,
        head: before.length + (after === undefined ? 0 : (middle?.length ?? 0)),
      },
      annotations: isolateHistory.of("full"),
    });
    return this;
  }

  /** The text with bars as in `set`. */
  shown(): string {
    const { from, to, empty } = this.view.state.selection.main;
    const text = this.text();
    return `${text.slice(0, from)}|${empty ? "" : `${text.slice(from, to)}|`}${text.slice(to)}`;
  }

  text(): string {
    return this.view.state.doc.toString();
  }
}
