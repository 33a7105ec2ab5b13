// The novel's language, and that of each paragraph: novels quote letters, songs and strangers in other languages.
import { type EditorState, Facet } from "@codemirror/state";

export type NovelLanguage = "zh" | "en" | "ja";

/** The language of the novel that is open in the editor. */
export const novelLanguage = Facet.define<NovelLanguage, NovelLanguage>({
  combine: (values) => values[0] ?? "zh",
});

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
/** Full-width letters belong to East Asian text. */
const LATIN = /(?![\uff21-\uff5a])\p{Script=Latin}/u;

/** The language of a paragraph, detected from its letters; the novel's when it has none. */
export function languageOf(paragraph: string, novel: NovelLanguage): NovelLanguage {
  if (KANA.test(paragraph)) return "ja";
  if (HAN.test(paragraph)) return novel === "ja" ? "ja" : "zh";
  return LATIN.test(paragraph) ? "en" : novel;
}

/** The language of the paragraph at a position. */
export function languageAt(state: EditorState, position: number): NovelLanguage {
  return languageOf(state.doc.lineAt(position).text, state.facet(novelLanguage));
}
