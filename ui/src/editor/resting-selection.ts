// Keeps the selection visible while another element has focus, so that it is clear what a command will act on.
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

const rest = StateEffect.define<boolean>();
const resting = Decoration.mark({ class: "cm-resting-selection" });

/** The selection without focus, as an extension. */
export const restingSelection: Extension = [
  StateField.define<boolean>({
    create: () => false,
    update: (value, { effects }) => effects.reduce((last, one) => (one.is(rest) ? one.value : last), value),
    provide: (field) =>
      EditorView.decorations.compute([field, "selection"], (state) => {
        const { main } = state.selection;
        if (!state.field(field) || main.empty) return Decoration.none;
        return Decoration.set(resting.range(main.from, main.to));
      }),
  }),
  EditorView.focusChangeEffect.of((_, focusing) => rest.of(!focusing)),
];
