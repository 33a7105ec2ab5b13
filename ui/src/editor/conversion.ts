// A typed key and what the helper makes of it: two steps of the history, and Backspace right after it gives the key back.
import { isolateHistory } from "@codemirror/commands";
import { StateEffect, StateField } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** Typed characters that became others. */
export interface Conversion {
  /** Where what they became stands. */
  from: number;
  to: number;
  /** What was typed. */
  typed: string;
  /** The caret after the conversion, and once what was typed is back. */
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

/** Puts a key into the text as the browser would. */
export function typeKey(view: EditorView, key: string): void {
  view.dispatch(view.state.replaceSelection(key), { userEvent: "input.type", scrollIntoView: true });
}

interface Replacement {
  from: number;
  to: number;
  insert: string;
  /** Where the caret goes. */
  caret: number;
}

/** Replaces typed characters by what they mean. `back` is what Backspace does when that is not to put them back. */
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

/** Gives back what was typed, when the last key was converted. */
export function giveBack(view: EditorView): boolean {
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
