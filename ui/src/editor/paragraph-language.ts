// The language of the text and of each visible paragraph that is in another one: fonts and screen readers go by it.
import type { Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { languageOf, type NovelLanguage } from "./language";
import { lineDecorations } from "./line-decorations";

/** So many UTF-16 units of a paragraph tell its language: the beginning is enough to choose a font by. */
const LOOKED_AT = 200;

const TAG: Record<NovelLanguage, string> = { zh: "zh-Hans", en: "en", ja: "ja" };

const line = (language: NovelLanguage) => Decoration.line({ attributes: { lang: TAG[language] } });
const LINE: Record<NovelLanguage, Decoration> = { zh: line("zh"), en: line("en"), ja: line("ja") };

/** Says in which language the text is written, for a novel in one. */
export function inLanguage(novel: NovelLanguage): Extension {
  return [
    EditorView.contentAttributes.of({ lang: TAG[novel] }),
    lineDecorations(({ text }) => {
      const language = languageOf(text.slice(0, LOOKED_AT), novel);
      return language === novel ? null : LINE[language];
    }),
  ];
}
