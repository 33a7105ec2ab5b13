// Punctuation for English: straight marks become typographic as they are typed.
import { type EditorState, type Line, StateEffect, StateField } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { type Conversion, convert, lastConversion, typeKey } from "./conversion";
import { changesBetween } from "./difference";
import { type Head, isBreak, typeAfter, typeset } from "./english-marks";
import { languageAt, languageOf, novelLanguage } from "./language";
import { put } from "./punctuation-pairs";
import { typingRun } from "./typing-run";

const quoteOpened = StateEffect.define<number>();

/** Position of the last single quote that was converted to an opening one; -1 when there is none. */
export const openedQuote = StateField.define<number>({
  create: () => -1,
  update(value, { effects, changes }) {
    for (const effect of effects) if (effect.is(quoteOpened)) return effect.value;
    return value < 0 ? value : changes.mapPos(value, 1);
  },
});

const OPEN: Readonly<Record<string, string>> = { '"': "“", "'": "‘" };

/** Types a key into English prose, when that takes more than inserting it. */
export function typeEnglish(view: EditorView, key: string): boolean {
  const { state } = view;
  const { from, to, empty } = state.selection.main;
  const open = OPEN[key];
  if (!empty && open !== undefined && languageAt(state, from) === "en") return put(view, open);
  const line = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  const head = headAt(state, line, from);
  const rest = last.text.slice(to - last.from);
  if (key.length !== 1 || languageOf(head.text + key + rest, state.facet(novelLanguage)) !== "en")
    return false;
  const start = isWaiting(state, line, head.text, rest, key) ? typeset(head.text) : head;
  const next = typeAfter(start, key, rest);
  if (next.text === head.text + key) return false;
  const back = head.isDashed && key === "-" ? longerDash(state) : undefined;
  typeKey(view, key);
  replaceHead(view, line.from, head.text + key, next, back);
  return true;
}

function headAt(state: EditorState, line: Line, position: number): Head {
  const text = line.text.slice(0, position - line.from);
  const quote = state.field(openedQuote) - line.from;
  const last = state.field(lastConversion);
  const isDashed = last?.typed === "--" && last.to === position && last.caret === position;
  return { text, quote: quote < text.length ? Math.max(quote, -1) : -1, isDashed };
}

/**
 * Whether marks before the caret are waiting for a key that decides their meaning: that the line is no scene break, or
 * that the paragraph is English in a novel of another language. Only marks typed just now wait.
 */
function isWaiting(state: EditorState, line: Line, before: string, rest: string, key: string): boolean {
  const start = state.field(typingRun);
  if (start === null || before.slice(0, Math.max(0, start - line.from)).trim() !== "") return false;
  if (languageOf(before + rest, state.facet(novelLanguage)) !== "en") return true;
  return isBreak(before + rest) && !isBreak(key);
}

/** Extends a dash made of two hyphens to one made of three. */
function longerDash(state: EditorState): Conversion | undefined {
  const last = state.field(lastConversion);
  return last === null ? undefined : { ...last, typed: `${last.typed}-`, caretBack: last.caretBack + 1 };
}

/** Replaces only the changed part of the paragraph up to the caret, from the first difference to the last. */
function replaceHead(view: EditorView, start: number, old: string, next: Head, back?: Conversion): void {
  const { text, quote } = next;
  const changes = changesBetween(old, text);
  const from = changes[0]?.from ?? old.length;
  const to = changes.at(-1)?.to ?? old.length;
  convert(
    view,
    {
      from: start + from,
      to: start + to,
      insert: text.slice(from, text.length - (old.length - to)),
      caret: start + text.length,
    },
    back,
    quote < 0 ? [] : [quoteOpened.of(start + quote)],
  );
}
