// Known names in the open text: which one stands at a place, and quiet lines under those in sight. Only lines in sight are
// looked through, and of those only the ones that changed; while an input method composes, what is drawn stays.
import { type EditorState, type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { composing, whenSettled } from "./composition";
import { type NameHit, NameIndex } from "./name-index";
import { textLine } from "./text-line";

/** Whether names are seen in the text. */
export type ShowNames = "quiet" | "off";

interface Names {
  readonly index: NameIndex;
  readonly show: ShowNames;
}

const putIndex = StateEffect.define<NameIndex>();
const putShow = StateEffect.define<ShowNames>();
const lookAgain = StateEffect.define<null>();

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

/** The effect that makes these the known names. */
export function namesEffect(index: NameIndex): StateEffect<unknown> {
  return putIndex.of(index);
}

/** The effect that shows or hides names. */
export function showNamesEffect(show: ShowNames): StateEffect<unknown> {
  return putShow.of(show);
}

/** Lines above this length are looked through in pieces. */
const LONG_LINE = 4000;
/** Around a place, or a piece in sight, of a long line. A name that crosses its edge may be missed. */
const MARGIN = 400;

/** The piece of a line to look through for what stands from `from` to `to`: all of it unless it is very long. */
function piece({ doc }: EditorState, from: number, to: number): { start: number; text: string } {
  const line = doc.lineAt(from);
  if (line.length <= LONG_LINE) return { start: line.from, text: line.text };
  const start = Math.max(line.from, from - MARGIN);
  return { start, text: doc.sliceString(start, Math.min(line.to, to + MARGIN)) };
}

/** The names around a place or touching it: at most two, the one that goes on behind it first. */
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

/** What was found in a line, by its words: typing changes one line of those in sight. */
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
    private waiting = false;

    constructor(view: EditorView) {
      this.decorations = this.look(view);
    }

    update(update: ViewUpdate): void {
      const { view, startState, state } = update;
      const other = state.field(namesField) !== startState.field(namesField);
      const again = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(lookAgain)));
      if (!other && !again && !update.docChanged && !update.viewportChanged) return;
      if (state.field(namesField).show === "off") this.decorations = Decoration.none;
      else if (composing(view)) this.wait(update);
      else this.decorations = this.look(view);
    }

    private look(view: EditorView): DecorationSet {
      const { index, show } = view.state.field(namesField);
      return show === "off" || index.empty ? Decoration.none : this.seen.read(view.state, view.visibleRanges);
    }

    private wait({ view, changes }: ViewUpdate): void {
      this.decorations = this.decorations.map(changes);
      if (this.waiting) return;
      this.waiting = true;
      void whenSettled(view, () => {
        this.waiting = false;
        view.dispatch({ effects: lookAgain.of(null) });
      });
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const look = EditorView.theme({
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

/** The known names of an open text, as an extension; needs the composition gate. */
export const names: Extension = [namesField, drawing, look];
