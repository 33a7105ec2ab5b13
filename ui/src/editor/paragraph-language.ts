// Sets the language of the text and of each visible paragraph in another one, for fonts and screen readers.
import type { Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { languageOf, type NovelLanguage } from "./language";
import { lineDecorations } from "./line-decorations";

/** The UTF-16 units of a paragraph that are examined: its beginning is enough to choose a font. */
const SAMPLE_LENGTH = 200;

const TAG: Record<NovelLanguage, string> = { zh: "zh-Hans", en: "en", ja: "ja" };

const line = (language: NovelLanguage) => Decoration.line({ attributes: { lang: TAG[language] } });
const LINE: Record<NovelLanguage, Decoration> = { zh: line("zh"), en: line("en"), ja: line("ja") };

/** Sets the language of the text for a novel in `novel`. */
export function inLanguage(novel: NovelLanguage): Extension {
  return [
    EditorView.contentAttributes.of({ lang: TAG[novel] }),
    lineDecorations(({ text }) => {
      const language = languageOf(text.slice(0, SAMPLE_LENGTH), novel);
      return language === novel ? null : LINE[language];
    }),
  ];
}
