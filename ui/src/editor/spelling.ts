// Misspelt words in the open text, marked with a wavy line. A pause after the last change, the paragraphs in sight are held
// against what knows how words are spelt; while a key goes down, marks only move along. The word that is being typed is never
// marked, and nothing is done while an input method composes.
import { isolateHistory } from "@codemirror/commands";
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { composing, whenSettled } from "./composition";
import { type Misspelt, nextMisspelt, piecesIn, type Spelling } from "./spelling-paragraphs";
import { textLine } from "./text-line";

/** A misspelt word of the open text, in UTF-16 positions. */
export interface MisspeltWord extends Misspelt {
  readonly text: string;
}

/** Spelling on a surface in use. */
export interface Spelled {
  /** What words are held against from now on; null marks none. */
  setSpelling(spelling: Spelling | null): void;
  /** The marked word at a place, or that touches it. */
  misspeltAt(position: number): MisspeltWord | null;
  /** Selects the next misspelt word behind the selection, after any composition. Answers whether there is one. */
  toNextMisspelt(): Promise<boolean>;
  /** Puts other letters in the place of a word, as one step of the history, if the word still stands there. */
  respell(word: MisspeltWord, letters: string): void;
}

/** From the last change until words are held against a dictionary, ms. */
const PAUSE = 150;

const put = StateEffect.define<Spelling | null>();
const drawAgain = StateEffect.define<null>();

const spellingField = StateField.define<Spelling | null>({
  create: () => null,
  update: (value, { effects }) => effects.reduce((last, one) => (one.is(put) ? one.value : last), value),
});

const wavy = Decoration.mark({ class: "cm-misspelt" });
const OF_WORDS = /[\p{L}\p{M}\p{N}'’]/u;

/** Whether nothing is written against the word from `from` to `to`. */
function standsAlone(doc: Text, from: number, to: number): boolean {
  return !OF_WORDS.test(doc.sliceString(from - 1, from)) && !OF_WORDS.test(doc.sliceString(to, to + 1));
}

/** Marks moved along with changes, without those whose words are other ones now. */
function movedAlong(marks: DecorationSet, changes: ChangeDesc, doc: Text): DecorationSet {
  let moved = marks.map(changes);
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    moved = moved.update({
      filterFrom: from,
      filterTo: to,
      filter: (start, end) => (end <= from || start >= to) && standsAlone(doc, start, end),
    });
  });
  return moved;
}

class Marker {
  decorations: DecorationSet = Decoration.none;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the caret stands since something was typed there; null once it was moved. */
  private typedAt: number | null = null;
  private isGone = false;
  private readonly view: EditorView;

  constructor(view: EditorView) {
    this.view = view;
    this.soon();
  }

  update(update: ViewUpdate): void {
    const { state, startState, transactions } = update;
    const isOther = state.field(spellingField) !== startState.field(spellingField);
    this.followCaret(update);
    if (update.docChanged) this.decorations = movedAlong(this.decorations, update.changes, state.doc);
    if (transactions.some(({ effects }) => effects.some((effect) => effect.is(drawAgain)))) {
      this.decorations = this.drawn();
    }
    if (isOther && state.field(spellingField) === null) this.decorations = Decoration.none;
    if (isOther || update.docChanged || update.viewportChanged) this.soon();
  }

  /** The word at the caret is one that is being typed until the caret goes elsewhere, or the keyboard does. */
  private followCaret({ docChanged, focusChanged, state, transactions, view }: ViewUpdate): void {
    const { head } = state.selection.main;
    const wasTyped = transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"));
    if (docChanged) this.typedAt = wasTyped ? head : null;
    else if (this.typedAt !== null && (this.typedAt !== head || (focusChanged && !view.hasFocus))) {
      this.typedAt = null;
      this.soon();
    }
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  private look(): void {
    const { view } = this;
    const spelling = view.state.field(spellingField);
    if (spelling === null) return;
    if (composing(view)) {
      void whenSettled(view, () => this.isGone || this.soon());
      return;
    }
    const unknown = piecesIn(view.state.doc, view.visibleRanges)
      .map(({ text }) => text)
      .filter((text) => spelling.misspelt(text) === undefined);
    this.draw();
    if (unknown.length > 0) void spelling.check(unknown).then(() => this.draw());
  }

  private draw(): void {
    const { view } = this;
    void whenSettled(view, () => {
      if (!this.isGone && !sameMarks(this.decorations, this.drawn()))
        view.dispatch({ effects: drawAgain.of(null) });
    });
  }

  /** What is known of the paragraphs in sight; where nothing is, marks stay as they are. */
  private drawn(): DecorationSet {
    const { state, visibleRanges } = this.view;
    const spelling = state.field(spellingField);
    if (spelling === null) return Decoration.none;
    const ranges = piecesIn(state.doc, visibleRanges).flatMap(({ start, text }) => {
      const known = spelling.misspelt(text);
      if (known === undefined) return marksIn(this.decorations, start, start + text.length);
      return known.map(({ from, to }) => ({ from: start + from, to: start + to }));
    });
    const { typedAt } = this;
    const isTyped = ({ from, to }: Misspelt) => typedAt !== null && from < typedAt && typedAt <= to;
    return Decoration.set(
      ranges.filter((range) => !isTyped(range)).map(({ from, to }) => wavy.range(from, to)),
      true,
    );
  }

  destroy(): void {
    this.isGone = true;
    clearTimeout(this.timer);
  }
}

function marksIn(marks: DecorationSet, start: number, end: number): Misspelt[] {
  const found: Misspelt[] = [];
  marks.between(start, end, (from, to) => void found.push({ from, to }));
  return found;
}

function sameMarks(one: DecorationSet, other: DecorationSet): boolean {
  const all = (marks: DecorationSet) => marksIn(marks, 0, Number.MAX_SAFE_INTEGER);
  const [a, b] = [all(one), all(other)];
  return a.length === b.length && a.every(({ from, to }, at) => from === b[at]?.from && to === b[at]?.to);
}

const marker = ViewPlugin.fromClass(Marker, { decorations: (plugin) => plugin.decorations });

const look = EditorView.theme({
  ".cm-misspelt": {
    ...textLine({ style: "wavy", thickness: "1px", color: "var(--danger)" }),
    textDecorationSkipInk: "none",
    textUnderlineOffset: "0.2em",
  },
});

/** Misspelt words of an open text, as an extension; needs the composition gate. */
export const spelling: Extension = [spellingField, marker, look];

/** The marked word at a place, or that touches it. */
export function misspeltAt(view: EditorView, position: number): MisspeltWord | null {
  const marks = view.plugin(marker)?.decorations ?? Decoration.none;
  const found = marksIn(marks, position, position).at(-1);
  return found === undefined ? null : wordIn(view.state, found);
}

function wordIn({ doc }: EditorState, { from, to }: Misspelt): MisspeltWord {
  return { from, to, text: doc.sliceString(from, to) };
}

/** The spelling of a surface. */
export function spelledOf(view: EditorView): Spelled {
  return {
    setSpelling: (spelling) => void whenSettled(view, () => view.dispatch({ effects: put.of(spelling) })),
    misspeltAt: (position) => misspeltAt(view, position),
    toNextMisspelt: async () => {
      const spelling = view.state.field(spellingField);
      await whenSettled(view, () => undefined);
      const next = spelling === null ? null : await nextMisspelt(() => view.state, spelling);
      if (next === null) return false;
      view.dispatch({
        selection: { anchor: next.from, head: next.to },
        effects: EditorView.scrollIntoView(next.from, { y: "center" }),
        userEvent: "select",
      });
      return true;
    },
    respell: ({ from, to, text }, letters) =>
      void whenSettled(view, () => {
        if (view.state.readOnly || view.state.sliceDoc(from, to) !== text) return;
        view.dispatch({
          changes: { from, to, insert: letters },
          selection: { anchor: from + letters.length },
          userEvent: "input.respell",
          annotations: isolateHistory.of("full"),
        });
      }),
  };
}
