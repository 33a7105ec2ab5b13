// A typed key and its automatic conversion: two history steps, and Backspace right after it restores the typed key.
import { isolateHistory } from "@codemirror/commands";
import { StateEffect, StateField } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** Typed characters that were converted. */
export interface Conversion {
  /** The range of the converted text. */
  from: number;
  to: number;
  /** The typed characters. */
  typed: string;
  /** The caret after the conversion, and after it is reverted. */
  caret: number;
  caretBack: number;
}

const converted = StateEffect.define<Conversion>();

/** The conversion of the last key; null after anything else. */
export const lastConversion = StateField.define<Conversion | null>({
  create: () => null,
  update: (value, transaction) => {
    for (const effect of transaction.effects) if (effect.is(converted)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : value;
  },
});

/** Inserts a key as the browser would. */
export function typeKey(view: EditorView, key: string): void {
  view.dispatch(view.state.replaceSelection(key), { userEvent: "input.type", scrollIntoView: true });
}

interface Replacement {
  from: number;
  to: number;
  insert: string;
  /** The caret position after the edit. */
  caret: number;
}

/** Converts typed characters. `back` is what Backspace does when that is not to restore them. */
export function convert(
  view: EditorView,
  { from, to, insert, caret }: Replacement,
  back?: Conversion,
  effects: readonly StateEffect<unknown>[] = [],
): void {
  const { head } = view.state.selection.main;
  const typed = view.state.sliceDoc(from, to);
  const conversion = back ?? { from, to: from + insert.length, typed, caret, caretBack: head };
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: caret },
    effects: [converted.of(conversion), ...effects],
    annotations: isolateHistory.of("full"),
    userEvent: "input.punctuation",
    scrollIntoView: true,
  });
}

/** Restores the typed characters when the last key was converted. */
export function revertConversion(view: EditorView): boolean {
  const conversion = view.state.field(lastConversion);
  if (conversion === null || conversion.caret !== view.state.selection.main.head) return false;
  view.dispatch({
    changes: { from: conversion.from, to: conversion.to, insert: conversion.typed },
    selection: { anchor: conversion.caretBack },
    annotations: isolateHistory.of("full"),
    userEvent: "delete.backward",
    scrollIntoView: true,
  });
  return true;
}
