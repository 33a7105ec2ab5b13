// A passage that the author was led to: marked until the text or the selection changes, or until another one is marked
// or another text is written in. It is not selected, because the next key would replace it.
import { EditorSelection, StateEffect, StateField, type TransactionSpec } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

const pointOut = StateEffect.define<{ from: number; to: number }>();
/** The author has left the text: no passage is marked when they return. */
export const leavePassage = StateEffect.define<null>();
const mark = Decoration.mark({ class: "cm-pointed-out" });

/** The passage, as an extension. */
export const pointedOut = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { effects, docChanged, startState, selection }) => {
    const next = effects.find((effect) => effect.is(pointOut));
    if (next !== undefined) return Decoration.set(mark.range(next.value.from, next.value.to));
    if (effects.some((effect) => effect.is(leavePassage))) return Decoration.none;
    const isLeft = docChanged || (selection !== undefined && !selection.eq(startState.selection));
    return isLeft ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The editor that was told last to mark a passage. */
let last: EditorView | null = null;

/** Marks no passage any longer, in whichever text it is. */
export function leaveLastPassage(): void {
  const view = last;
  last = null;
  if (view?.dom.isConnected) view.dispatch({ effects: leavePassage.of(null) });
}

/** Keeps one passage marked among all texts, as an extension. */
export const onlyPassage = [
  EditorView.updateListener.of(({ view, transactions }) => {
    if (!transactions.some(({ effects }) => effects.some((effect) => effect.is(pointOut)))) return;
    if (last !== view) leaveLastPassage();
    last = view;
  }),
  EditorView.domEventHandlers({
    focus: (_, view) => {
      if (last !== null && last !== view) leaveLastPassage();
      return false;
    },
  }),
];

/** Puts the caret before a passage and marks it. */
export function pointTo({ from, to }: { from: number; to: number }): TransactionSpec {
  const selection = EditorSelection.cursor(from);
  return from === to ? { selection } : { selection, effects: pointOut.of({ from, to }) };
}
