// Punctuation for Chinese: half-width marks become full-width after a full-width character, quotes and brackets come
// in pairs. Only what is typed on the keyboard is looked at, never what an input method composes.
import { isolateHistory } from "@codemirror/commands";
import {
  EditorSelection,
  type EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
} from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { composed } from "./composition";

const FULL_WIDTH: Readonly<Record<string, string>> = {
  ",": "，",
  ".": "。",
  "?": "？",
  "!": "！",
  ":": "：",
  ";": "；",
  "(": "（",
  ")": "）",
};

const CLOSING: Readonly<Record<string, string>> = {
  "“": "”",
  "‘": "’",
  "「": "」",
  "『": "』",
  "《": "》",
  "（": "）",
  "【": "】",
};
const CLOSERS = new Set(Object.values(CLOSING));

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u;
/** Full-width in Chinese, half-width in English: the character before them decides. */
const EITHER = /[“”‘’…—]/;
const WORD = /[\p{L}\p{N}]/u;

/** Whether the text before a position ends in a full-width character. */
function afterWide(state: EditorState, position: number): boolean {
  const line = state.doc.lineAt(position);
  const before = Array.from(state.sliceDoc(Math.max(line.from, position - 16), position));
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const character = before[at] ?? "";
    if (!EITHER.test(character)) return WIDE.test(character);
  }
  return false;
}

/** The half-width mark that was made full-width just now: Backspace gives it back. */
interface Conversion {
  at: number;
  typed: string;
}

const converted = StateEffect.define<Conversion>();

const lastConversion = StateField.define<Conversion | null>({
  create: () => null,
  update: (value, transaction) => {
    for (const effect of transaction.effects) if (effect.is(converted)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : value;
  },
});

function input(view: EditorView, from: number, to: number, text: string): boolean {
  if (view.state.readOnly || composed(view) || view.state.selection.ranges.length > 1) return false;
  const { state } = view;
  if (state.selection.main.from !== from || state.selection.main.to !== to) return false;
  if (from === to && stepOver(view, text)) return true;
  const wide = FULL_WIDTH[text];
  if (wide !== undefined && afterWide(state, from)) return convert(view, text, wide);
  return CLOSING[text] !== undefined && put(view, text, "input.type");
}

/** Two steps of the history, so that one undo gives back what was typed. */
function convert(view: EditorView, typed: string, wide: string): boolean {
  const { from, empty } = view.state.selection.main;
  if (!empty && CLOSING[wide] !== undefined) return put(view, wide, "input.type");
  view.dispatch(view.state.replaceSelection(typed), { userEvent: "input.type", scrollIntoView: true });
  const end = from + typed.length;
  const pair = pairFor(view.state, wide, end, typed.length);
  view.dispatch({
    changes: { from, to: end, insert: wide + pair },
    selection: { anchor: from + wide.length },
    effects: converted.of({ at: from + wide.length, typed }),
    annotations: isolateHistory.of("full"),
    userEvent: "input.punctuation",
    scrollIntoView: true,
  });
  return true;
}

/** Types an opening mark with its closing one, or around what is selected. */
function put(view: EditorView, open: string, userEvent: string): boolean {
  const { state } = view;
  const { main } = state.selection;
  const close = CLOSING[open];
  if (close === undefined) return false;
  if (main.empty) {
    const pair = pairFor(state, open, main.from, 0);
    if (pair === "") return false;
    view.dispatch({
      changes: { from: main.from, insert: open + pair },
      selection: { anchor: main.from + open.length },
      userEvent,
      scrollIntoView: true,
    });
    return true;
  }
  view.dispatch({
    changes: [
      { from: main.from, insert: open },
      { from: main.to, insert: close },
    ],
    selection: EditorSelection.range(main.anchor + open.length, main.head + open.length),
    userEvent,
    scrollIntoView: true,
  });
  return true;
}

/**
 * The closing mark that belongs behind an opening one at a place: none before a word, which the author is about to
 * enclose, and none where the closing mark stands already. `typed` units before the place are the opening mark itself.
 */
function pairFor(state: EditorState, open: string, position: number, typed: number): string {
  const close = CLOSING[open];
  if (close === undefined) return "";
  const next = state.sliceDoc(position, position + 1);
  const before = position - typed;
  if (next === close && state.sliceDoc(Math.max(0, before - 1), before) !== open) return "";
  return next === "" || !WORD.test(next) ? close : "";
}

/** Typing the closing mark in front of the same one goes past it. */
function stepOver(view: EditorView, text: string): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  const next = state.sliceDoc(head, head + 1);
  if (!CLOSERS.has(next) || (text !== next && FULL_WIDTH[text] !== next)) return false;
  view.dispatch({ selection: { anchor: head + 1 }, userEvent: "select", scrollIntoView: true });
  return true;
}

function backspace(view: EditorView): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (!main.empty || state.readOnly || composed(view)) return false;
  const before = state.sliceDoc(Math.max(0, main.head - 1), main.head);
  const after = state.sliceDoc(main.head, main.head + 1);
  const paired = CLOSING[before] !== undefined && CLOSING[before] === after;
  const conversion = state.field(lastConversion);
  if (conversion?.at === main.head) {
    const from = main.head - 1;
    view.dispatch({
      changes: { from, to: main.head + (paired ? 1 : 0), insert: conversion.typed },
      selection: { anchor: from + conversion.typed.length },
      annotations: isolateHistory.of("full"),
      userEvent: "delete.backward",
      scrollIntoView: true,
    });
    return true;
  }
  if (!paired) return false;
  view.dispatch({
    changes: { from: main.head - 1, to: main.head + 1 },
    userEvent: "delete.backward",
    scrollIntoView: true,
  });
  return true;
}

/** The help as an extension. */
export const punctuation: Extension = [
  lastConversion,
  EditorView.inputHandler.of(input),
  Prec.high(keymap.of([{ key: "Backspace", run: backspace }])),
];
