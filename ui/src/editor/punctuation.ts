// The punctuation helper, by the language of each paragraph. It converts only what is typed on the keyboard, never
// composed text, a paste, or input at several selections.
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { composed } from "./composition";
import { lastConversion, revertConversion } from "./conversion";
import { type NovelLanguage, novelLanguage } from "./language";
import { openedQuote, typeEnglish } from "./punctuation-english";
import { dropPair, isOpening, put, stepOver } from "./punctuation-pairs";
import { fullWidth, typeWide } from "./punctuation-wide";
import { typingRun } from "./typing-run";

function input(view: EditorView, from: number, to: number, key: string): boolean {
  const { readOnly, selection } = view.state;
  if (readOnly || composed(view) || selection.ranges.length > 1) return false;
  if (selection.main.from !== from || selection.main.to !== to) return false;
  if (from === to && stepOver(view, key, fullWidth(view.state, key))) return true;
  if (typeWide(view, key) || typeEnglish(view, key)) return true;
  return isOpening(key) && put(view, key);
}

function backspace(view: EditorView): boolean {
  const { readOnly, selection } = view.state;
  if (!selection.main.empty || readOnly || composed(view)) return false;
  return revertConversion(view) || dropPair(view);
}

/** The helper as an extension, for a novel in `language`. */
export function punctuation(language: NovelLanguage): Extension {
  return [
    novelLanguage.of(language),
    lastConversion,
    openedQuote,
    typingRun,
    EditorView.inputHandler.of(input),
    Prec.high(keymap.of([{ key: "Backspace", run: backspace }])),
  ];
}
