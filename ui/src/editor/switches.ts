// What can be switched while the editor is open: modes, the look of marks, read only.
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { showHint } from "./appearance";
import { afterComposition } from "./composition";
import type { WritingOptions } from "./create";
import { markdown } from "./markdown";
import { focusMode, type Modes, typewriter } from "./modes";
import { inLanguage } from "./paragraph-language";
import { punctuation } from "./punctuation";

/** The switches of an editor. Each extension has its own place among those of the editor. */
export interface Switches {
  readonly modes: Extension;
  readonly markdown: Extension;
  readonly readOnly: Extension;
  setModes(view: EditorView, modes: Modes): void;
  setReadOnly(view: EditorView, readOnly: boolean): void;
}

export function switchesOf(options: WritingOptions): Switches {
  const compartments = { modes: new Compartment(), markdown: new Compartment(), readOnly: new Compartment() };
  let { modes } = options;
  const highlighting = () => (modes.markdown ? markdown : []);

  const reconfigure = (view: EditorView, compartment: Compartment, extension: () => Extension) => {
    void afterComposition(view, () => view.dispatch({ effects: compartment.reconfigure(extension()) }));
  };

  return {
    modes: compartments.modes.of(modeExtensions(modes)),
    markdown: compartments.markdown.of(highlighting()),
    readOnly: compartments.readOnly.of(EditorState.readOnly.of(options.readOnly ?? false)),
    setModes: (view, next) => {
      modes = next;
      reconfigure(view, compartments.modes, () => modeExtensions(next));
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
