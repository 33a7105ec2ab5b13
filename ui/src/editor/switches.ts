// What can be switched while the editor is open: modes, Markdown highlighting, read only.
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { showHint } from "./appearance";
import { afterComposition } from "./composition";
import type { WritingOptions } from "./create";
import { highlightsAt, highlightsFirst, markdown } from "./markdown";
import { focusMode, type Modes, typewriter } from "./modes";
import { inLanguage } from "./paragraph-language";
import { punctuation } from "./punctuation";

/** The switches of an editor. Each extension has its own place among those of the editor. */
export interface Switches {
  readonly modes: Extension;
  readonly markdown: Extension;
  readonly readOnly: Extension;
  /** Highlights Markdown only in texts that are short enough. Call after each change of the text. */
  followLength(view: EditorView): void;
  setModes(view: EditorView, modes: Modes): void;
  setReadOnly(view: EditorView, readOnly: boolean): void;
}

export function switchesOf(options: WritingOptions): Switches {
  const compartments = { modes: new Compartment(), markdown: new Compartment(), readOnly: new Compartment() };
  let { modes } = options;
  let isHighlighted = highlightsFirst(options.text.length);
  const highlighting = () => (modes.markdown && isHighlighted ? markdown : []);

  const reconfigure = (view: EditorView, compartment: Compartment, extension: () => Extension) => {
    void afterComposition(view, () => view.dispatch({ effects: compartment.reconfigure(extension()) }));
  };
  const measure = (view: EditorView): boolean => {
    const was = isHighlighted;
    isHighlighted = highlightsAt(view.state.doc.length, was);
    return isHighlighted !== was;
  };

  return {
    modes: compartments.modes.of(modeExtensions(modes)),
    markdown: compartments.markdown.of(highlighting()),
    readOnly: compartments.readOnly.of(EditorState.readOnly.of(options.readOnly ?? false)),
    followLength: (view) => {
      if (measure(view)) reconfigure(view, compartments.markdown, highlighting);
    },
    setModes: (view, next) => {
      modes = next;
      reconfigure(view, compartments.modes, () => modeExtensions(next));
      measure(view);
      reconfigure(view, compartments.markdown, highlighting);
    },
    setReadOnly: (view, readOnly) => {
      showHint(view, readOnly ? undefined : options.hint);
      reconfigure(view, compartments.readOnly, () => EditorState.readOnly.of(readOnly));
    },
  };
}

function modeExtensions(modes: Modes): Extension {
  return [
    inLanguage(modes.language),
    modes.typewriter ? typewriter : [],
    modes.focus ? focusMode : [],
    modes.punctuation ? punctuation(modes.language) : [],
  ];
}
