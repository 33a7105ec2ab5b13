// Punctuation for Chinese and Japanese: half-width marks become full-width after a full-width character.
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { convert, typeKey } from "./conversion";
import { languageAt } from "./language";
import { isOpening, pairFor, put } from "./punctuation-pairs";

const CHINESE: Readonly<Record<string, string>> = {
  ",": "，",
  ".": "。",
  "?": "？",
  "!": "！",
  ":": "：",
  ";": "；",
  "(": "（",
  ")": "）",
};
const JAPANESE: Readonly<Record<string, string>> = { ...CHINESE, ",": "、" };

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u;
/** Full-width in Chinese, half-width in English: the character before them decides. */
const EITHER = /[“”‘’…—]/;

/** The full-width form of a key at the caret. */
export function fullWidth(state: EditorState, key: string): string | undefined {
  const isJapanese = languageAt(state, state.selection.main.from) === "ja";
  return (isJapanese ? JAPANESE : CHINESE)[key];
}

/** Types a mark that follows a full-width character as a full-width one. */
export function typeWide(view: EditorView, key: string): boolean {
  const { from, empty } = view.state.selection.main;
  const wide = fullWidth(view.state, key);
  if (wide === undefined || !afterWide(view.state, from)) return false;
  if (!empty && isOpening(wide)) return put(view, wide);
  typeKey(view, key);
  const to = from + key.length;
  const insert = wide + pairFor(view.state, wide, to, key.length);
  convert(view, { from, to, insert, caret: from + wide.length });
  return true;
}

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
