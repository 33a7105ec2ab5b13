// Marks misspelt words in the open text with a wavy line. The visible paragraphs are checked after a pause in changes;
// while keys are typed, marks only move along. The word being typed is never marked, and nothing is checked while an
// input method composes.
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
import { afterComposition, composing } from "./composition";
import { type Misspelt, nextMisspelt, piecesIn, type Spelling } from "./spelling-paragraphs";
import { textLine } from "./text-line";

/** A misspelt word of the open text, in UTF-16 positions. */
export interface MisspeltWord extends Misspelt {
  readonly text: string;
}

/** The spelling features of an open editor. */
export interface Spelled {
  /** Sets the checker; null marks nothing. */
  setSpelling(spelling: Spelling | null): void;
  /** The marked word that contains or touches a position. */
  misspeltAt(position: number): MisspeltWord | null;
  /** Selects the next misspelt word after the selection, after any composition. Resolves to whether there is one. */
  toNextMisspelt(): Promise<boolean>;
  /** Replaces a word as one history step, if the word is still there. */
  respell(word: MisspeltWord, letters: string): void;
}

/** The pause between the last change and the check, in ms. */
const CHECK_DELAY = 150;

const setChecker = StateEffect.define<Spelling | null>();
const redraw = StateEffect.define<null>();

const spellingField = StateField.define<Spelling | null>({
  create: () => null,
  update: (value, { effects }) =>
    effects.reduce((last, one) => (one.is(setChecker) ? one.value : last), value),
});

const wavy = Decoration.mark({ class: "cm-misspelt" });
const OF_WORDS = /[\p{L}\p{M}\p{N}'’]/u;

/** Whether the characters around `from`..`to` are not word characters. */
function standsAlone(doc: Text, from: number, to: number): boolean {
  return !OF_WORDS.test(doc.sliceString(from - 1, from)) && !OF_WORDS.test(doc.sliceString(to, to + 1));
}

/** Marks mapped through changes, without those whose word changed. */
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
  /** The caret position since something was typed there; null once the caret has moved. */
  private typedAt: number | null = null;
  private isDestroyed = false;
  private readonly view: EditorView;

  constructor(view: EditorView) {
    this.view = view;
    this.scheduleCheck();
  }

  update(update: ViewUpdate): void {
    const { state, startState, transactions } = update;
    const isOther = state.field(spellingField) !== startState.field(spellingField);
    this.followCaret(update);
    if (update.docChanged) this.decorations = movedAlong(this.decorations, update.changes, state.doc);
    if (transactions.some(({ effects }) => effects.some((effect) => effect.is(redraw)))) {
      this.decorations = this.currentMarks();
    }
    if (isOther && state.field(spellingField) === null) this.decorations = Decoration.none;
    if (isOther || update.docChanged || update.viewportChanged) this.scheduleCheck();
  }

  /** The word at the caret counts as being typed until the caret moves or the editor loses focus. */
  private followCaret({ docChanged, focusChanged, state, transactions, view }: ViewUpdate): void {
    const { head } = state.selection.main;
    const wasTyped = transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"));
    if (docChanged) this.typedAt = wasTyped ? head : null;
    else if (this.typedAt !== null && (this.typedAt !== head || (focusChanged && !view.hasFocus))) {
      this.typedAt = null;
      this.scheduleCheck();
    }
  }

  private scheduleCheck(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), CHECK_DELAY);
  }

  private check(): void {
    const { view } = this;
    const spelling = view.state.field(spellingField);
    if (spelling === null) return;
    if (composing(view)) {
      void afterComposition(view, () => this.isDestroyed || this.scheduleCheck());
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
    void afterComposition(view, () => {
      if (!this.isDestroyed && !sameMarks(this.decorations, this.currentMarks()))
        view.dispatch({ effects: redraw.of(null) });
    });
  }

  /** The marks of the visible paragraphs; where no result is known, existing marks stay. */
  private currentMarks(): DecorationSet {
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
    this.isDestroyed = true;
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

const theme = EditorView.theme({
  ".cm-misspelt": {
    ...textLine({ style: "wavy", thickness: "1px", color: "var(--danger)" }),
    textDecorationSkipInk: "none",
    textUnderlineOffset: "0.2em",
  },
});

/** Misspelt words of an open text, as an extension. Requires the composition gate. */
export const spelling: Extension = [spellingField, marker, theme];

/** The marked word that contains or touches a position. */
export function misspeltAt(view: EditorView, position: number): MisspeltWord | null {
  const marks = view.plugin(marker)?.decorations ?? Decoration.none;
  const found = marksIn(marks, position, position).at(-1);
  return found === undefined ? null : wordIn(view.state, found);
}

function wordIn({ doc }: EditorState, { from, to }: Misspelt): MisspeltWord {
  return { from, to, text: doc.sliceString(from, to) };
}

/** The spelling features of an editor view. */
export function spelledOf(view: EditorView): Spelled {
  return {
    setSpelling: (spelling) =>
      void afterComposition(view, () => view.dispatch({ effects: setChecker.of(spelling) })),
    misspeltAt: (position) => misspeltAt(view, position),
    toNextMisspelt: async () => {
      const spelling = view.state.field(spellingField);
      await afterComposition(view, () => undefined);
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
      void afterComposition(view, () => {
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
