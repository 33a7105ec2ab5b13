// Underlines the words a model wrote with a faint dotted line. Draws only the visible part of the text, and nothing
// when the author has switched it off.
import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { heldSpans } from "./ai-spans";
import { textLine } from "./text-line";

const show = StateEffect.define<boolean>();

const shown = StateField.define<boolean>({
  create: () => true,
  update: (value, { effects }) => effects.reduce((last, one) => (one.is(show) ? one.value : last), value),
});

/** Shows or hides the span underlines. They are shown by default. */
export function showSpansEffect(value: boolean): StateEffect<unknown> {
  return show.of(value);
}

function drawn(state: EditorState, from: number, to: number): DecorationSet {
  if (!state.field(shown)) return Decoration.none;
  const seen = heldSpans(state).filter((span) => span.to > from && span.from < to && span.from < span.to);
  return Decoration.set(
    seen.map((span) =>
      Decoration.mark({
        class: "cm-ai-span",
        attributes: { "data-generation": String(span.generation) },
      }).range(span.from, span.to),
    ),
  );
}

const drawing = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor({ state, viewport }: EditorView) {
      this.decorations = drawn(state, viewport.from, viewport.to);
    }

    update({ docChanged, viewportChanged, startState, state, view: { viewport } }: ViewUpdate): void {
      const same =
        heldSpans(startState) === heldSpans(state) && startState.field(shown) === state.field(shown);
      if (!docChanged && !viewportChanged && same) return;
      this.decorations = drawn(state, viewport.from, viewport.to);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const theme = EditorView.theme({
  ".cm-ai-span": {
    ...textLine({
      style: "dotted",
      thickness: "1px",
      color: "color-mix(in srgb, var(--editor-faint) 70%, transparent)",
    }),
    textDecorationSkipInk: "none",
    // Between the underlines of marks and those of anchors, so that all three stay visible.
    textUnderlineOffset: "0.35em",
  },
});

/** The span underlines as an extension. Requires `aiSpans`. */
export const aiSpanDrawing = [shown, drawing, theme];
