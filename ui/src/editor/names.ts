// Known names in the open text: finds the name at a position, and draws thin underlines below visible names. Only
// visible lines that changed are searched; while an input method composes, the underlines stay as they are.
import { type EditorState, type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { afterComposition, composing } from "./composition";
import { type NameHit, NameIndex } from "./name-index";
import { textLine } from "./text-line";

/** Whether names are drawn in the text. */
export type ShowNames = "quiet" | "off";

interface Names {
  readonly index: NameIndex;
  readonly show: ShowNames;
}

const putIndex = StateEffect.define<NameIndex>();
const putShow = StateEffect.define<ShowNames>();
const redraw = StateEffect.define<null>();

const namesField = StateField.define<Names>({
  create: () => ({ index: new NameIndex([]), show: "off" }),
  update: (value, { effects }) => {
    let { index, show } = value;
    for (const effect of effects) {
      if (effect.is(putIndex)) index = effect.value;
      else if (effect.is(putShow)) show = effect.value;
    }
    return index === value.index && show === value.show ? value : { index, show };
  },
});

/** The effect that replaces the known names. */
export function namesEffect(index: NameIndex): StateEffect<unknown> {
  return putIndex.of(index);
}

/** The effect that shows or hides names. */
export function showNamesEffect(show: ShowNames): StateEffect<unknown> {
  return putShow.of(show);
}

/** Lines longer than this are searched in pieces. */
const LONG_LINE = 4000;
/**
 * Searched around a position, or a visible piece, of a long line. A name that crosses the edge of a piece may be
 * missed.
 */
const MARGIN = 400;

/** The piece of a line to search for what lies from `from` to `to`: the whole line unless it is very long. */
function piece({ doc }: EditorState, from: number, to: number): { start: number; text: string } {
  const line = doc.lineAt(from);
  if (line.length <= LONG_LINE) return { start: line.from, text: line.text };
  const start = Math.max(line.from, from - MARGIN);
  return { start, text: doc.sliceString(start, Math.min(line.to, to + MARGIN)) };
}

/** The names around or touching a position: at most two, the one that extends past it first. */
export function namesAt(state: EditorState, position: number): NameHit[] {
  const { index } = state.field(namesField);
  if (index.empty) return [];
  const { start, text } = piece(state, position, position);
  return index
    .hits(text)
    .map((hit) => ({ ...hit, from: hit.from + start, to: hit.to + start }))
    .filter(({ from, to }) => from <= position && position <= to)
    .reverse();
}

const quiet = Decoration.mark({ class: "cm-name" });

/** Caches the names found in each visible line, by its words: typing changes only one of them. */
class SeenLines {
  private lines = new Map<string, readonly NameHit[]>();
  private index: NameIndex | null = null;

  read(state: EditorState, visible: readonly { from: number; to: number }[]): DecorationSet {
    const { index } = state.field(namesField);
    const before = index === this.index ? this.lines : new Map<string, readonly NameHit[]>();
    const lines = new Map<string, readonly NameHit[]>();
    const ranges: Range<Decoration>[] = [];
    let last = -1;
    for (const range of visible) {
      for (let at = range.from; at <= range.to; ) {
        const end = state.doc.lineAt(at).to;
        const { start, text } = piece(state, at, Math.min(end, range.to));
        const hits = before.get(text) ?? index.hits(text);
        lines.set(text, hits);
        for (const { from, to } of hits) {
          // Two pieces of one long line may overlap.
          if (start + from < last) continue;
          last = start + to;
          ranges.push(quiet.range(start + from, start + to));
        }
        at = end + 1;
      }
    }
    this.lines = lines;
    this.index = index;
    return Decoration.set(ranges);
  }
}

const drawing = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    private readonly seen = new SeenLines();
    private isScheduled = false;

    constructor(view: EditorView) {
      this.decorations = this.compute(view);
    }

    update(update: ViewUpdate): void {
      const { view, startState, state } = update;
      const isReplaced = state.field(namesField) !== startState.field(namesField);
      const isRedraw = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(redraw)));
      if (!isReplaced && !isRedraw && !update.docChanged && !update.viewportChanged) return;
      if (state.field(namesField).show === "off") this.decorations = Decoration.none;
      else if (composing(view)) this.redrawLater(update);
      else this.decorations = this.compute(view);
    }

    private compute(view: EditorView): DecorationSet {
      const { index, show } = view.state.field(namesField);
      return show === "off" || index.empty ? Decoration.none : this.seen.read(view.state, view.visibleRanges);
    }

    private redrawLater({ view, changes }: ViewUpdate): void {
      this.decorations = this.decorations.map(changes);
      if (this.isScheduled) return;
      this.isScheduled = true;
      void afterComposition(view, () => {
        this.isScheduled = false;
        view.dispatch({ effects: redraw.of(null) });
      });
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const theme = EditorView.theme({
  ".cm-name": {
    ...textLine({
      style: "dotted",
      thickness: "1px",
      color: "color-mix(in srgb, var(--editor-quiet) 55%, transparent)",
    }),
    textDecorationSkipInk: "none",
    textUnderlineOffset: "0.28em",
  },
});

/** The known names of an open text, as an extension. Requires the composition gate. */
export const names: Extension = [namesField, drawing, theme];
