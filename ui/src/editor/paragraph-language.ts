// The language of the text and of each visible paragraph that is in another one: fonts and screen readers go by it.
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { languageOf, type NovelLanguage } from "./language";

/** So many UTF-16 units of a paragraph tell its language: the beginning is enough to choose a font by. */
const LOOKED_AT = 200;

const TAG: Record<NovelLanguage, string> = { zh: "zh-Hans", en: "en", ja: "ja" };

const LINE: Record<NovelLanguage, Decoration> = {
  zh: Decoration.line({ attributes: { lang: TAG.zh } }),
  en: Decoration.line({ attributes: { lang: TAG.en } }),
  ja: Decoration.line({ attributes: { lang: TAG.ja } }),
};

/** Says in which language the text is written, for a novel in one. */
export function inLanguage(novel: NovelLanguage): Extension {
  return [
    EditorView.contentAttributes.of({ lang: TAG[novel] }),
    ViewPlugin.fromClass(
      class {
        decorations: DecorationSet;

        constructor(view: EditorView) {
          this.decorations = foreign(view, novel);
        }

        update(update: ViewUpdate): void {
          if (update.docChanged || update.viewportChanged) this.decorations = foreign(update.view, novel);
        }
      },
      { decorations: (plugin) => plugin.decorations },
    ),
  ];
}

function foreign(view: EditorView, novel: NovelLanguage): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const language = languageOf(line.text.slice(0, LOOKED_AT), novel);
      if (at === line.from && language !== novel) builder.add(at, at, LINE[language]);
      at = line.to + 1;
    }
  }
  return builder.finish();
}
