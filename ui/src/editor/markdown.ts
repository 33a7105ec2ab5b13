// Shows the marks of the text: words look as marked, and the marks themselves are faint at the caret and hidden
// elsewhere. Only visible lines are read. Nothing changes while an input method composes.
import { type Extension, type Range, StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { afterComposition, composing } from "./composition";
import { hiddenParts, type ProseMark, type ProseMarkKind, proseMarks } from "./prose-marks";

/** Longer lines are shown as they are: each change reads its whole line. */
const LONGEST_LINE = 20_000;

/** The classes of the words of a mark. */
const LOOKS: Partial<Record<ProseMarkKind, string>> = {
  italic: "cm-italic",
  bold: "cm-bold",
  bold_italic: "cm-bold cm-italic",
  dots: "cm-dots",
  ruby: "cm-ruby",
  note: "cm-note",
  quotation: "cm-quoted",
  heading: "cm-title",
};

const sign = Decoration.mark({ class: "cm-sign" });
const reading = Decoration.mark({ class: "cm-sign cm-reading" });
const hidden = Decoration.replace({});

/** Draws the marks again once a composition has ended. */
const settled = StateEffect.define<null>();

class Marks {
  decorations: DecorationSet;
  private isWaiting = false;

  constructor(view: EditorView) {
    this.decorations = decorated(view);
  }

  update(update: ViewUpdate): void {
    const isSettled = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(settled)));
    if (!isSettled && !(update.docChanged || update.selectionSet || update.viewportChanged)) return;
    if (isSettled || !composing(update.view)) {
      this.decorations = decorated(update.view);
      return;
    }
    this.decorations = this.decorations.map(update.changes);
    if (this.isWaiting) return;
    this.isWaiting = true;
    void afterComposition(update.view, () => {
      this.isWaiting = false;
      update.view.dispatch({ effects: settled.of(null) });
    });
  }
}

function decorated(view: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      if (line.length <= LONGEST_LINE) {
        for (const mark of proseMarks(line.text)) ranges.push(...shown(view, line.from, mark));
      }
      at = line.to + 1;
    }
  }
  return Decoration.set(ranges, true);
}

function shown(view: EditorView, start: number, mark: ProseMark): Range<Decoration>[] {
  const [from, to] = [start + mark.from, start + mark.to];
  const isTouched = view.state.selection.ranges.some((range) => range.from <= to && from <= range.to);
  const ranges: Range<Decoration>[] = [];
  const look = looksOf(view, start, mark);
  if (look !== undefined && mark.innerFrom < mark.innerTo) {
    ranges.push(Decoration.mark({ class: look }).range(start + mark.innerFrom, start + mark.innerTo));
  }
  for (const part of hiddenParts(mark)) {
    const isReading = mark.kind === "ruby" && part.from === mark.innerTo;
    const isShown = isTouched || isReading || mark.kind === "break" || mark.kind === "item";
    const decoration = isReading ? reading : isShown ? sign : hidden;
    ranges.push(decoration.range(start + part.from, start + part.to));
  }
  return ranges;
}

function looksOf(view: EditorView, start: number, { kind, from, innerFrom }: ProseMark): string | undefined {
  if (kind !== "heading") return LOOKS[kind];
  const hashes = view.state.sliceDoc(start + from, start + innerFrom).trim().length;
  return `cm-title cm-title-${hashes}`;
}

const theme = EditorView.baseTheme({
  ".cm-bold": { fontWeight: "700" },
  ".cm-italic": { fontStyle: "italic" },
  // A plain dot is a speck at the size of marks; a circle is seen in every theme.
  ".cm-dots": { textEmphasis: "filled circle var(--editor-text)", textEmphasisPosition: "under right" },
  // By the language of the novel: a Chinese passage with kana keeps its 着重号.
  "[lang|=ja].cm-content .cm-dots": {
    textEmphasis: "filled sesame var(--editor-text)",
    textEmphasisPosition: "over right",
  },
  ".cm-title": { fontWeight: "700" },
  ".cm-title-1": { fontSize: "1.25em" },
  ".cm-title-2": { fontSize: "1.12em" },
  ".cm-quoted": { color: "var(--editor-quiet)" },
  ".cm-note": {
    color: "var(--editor-quiet)",
    fontSize: "0.85em",
    backgroundColor: "color-mix(in srgb, var(--editor-faint) 14%, transparent)",
    borderRadius: "3px",
    paddingInline: "0.15em",
  },
  ".cm-sign": { color: "var(--editor-faint)" },
  ".cm-reading": { fontSize: "0.75em" },
});

/** The look of marks as an extension. */
export const markdown: Extension = [
  ViewPlugin.fromClass(Marks, { decorations: (plugin) => plugin.decorations }),
  theme,
];
