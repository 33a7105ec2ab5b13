// A read-only comparison of two texts, from the backend's hunks: in one column or side by side.
import { EditorView } from "@codemirror/view";
import { type Appearance, applyAppearance } from "./appearance";
import { type Hunk, inlinePane, type Pane, place, splitPanes, textOf } from "./compare-panes";
import { pairScrolling, type ScrollPair } from "./compare-scroll";
import { createPane, openFold, setCurrent } from "./compare-view";

/** One column with removed and added words, or the two texts side by side. */
export type CompareLayout = "inline" | "split";

/** Options of a comparison. */
export interface CompareOptions {
  parent: HTMLElement;
  before: string;
  after: string;
  /** The changes, in chars of the two texts. */
  hunks: readonly Hunk[];
  layout: CompareLayout;
  appearance: Appearance;
  /** The accessible name of the comparison. */
  label: string;
  lang?: string;
  /** Whether long unchanged stretches start folded. Defaults to true. */
  fold?: boolean;
  phrases: {
    before: string;
    after: string;
    /** The label of a folded stretch of `lines` lines. */
    folded(lines: number): string;
  };
  nonce?: string;
}

/** A comparison in the window. */
export interface Compare {
  /** The number of changes. */
  readonly count: number;
  /** The index of the current change, from 0; -1 before the first. */
  current(): number;
  /** Moves to the next change (stays on the last) and returns its index. */
  next(): number;
  /** Moves to the previous change (stays on the first) and returns its index. */
  previous(): number;
  setLayout(layout: CompareLayout): void;
  setAppearance(appearance: Appearance): void;
  destroy(): void;
}

/** Creates a comparison inside `parent`. */
export function createCompare(options: CompareOptions): Compare {
  const [before, after] = [textOf(options.before), textOf(options.after)];
  const hunks = place(options.hunks, before, after);
  const opened = new Set<number>();
  const frame = document.createElement("div");
  options.parent.append(frame);
  let layout = options.layout;
  let currentAppearance = options.appearance;
  let index = -1;
  let panes: readonly Pane[] = [];
  let views: EditorView[] = [];
  let pair: ScrollPair | null = null;

  const build = () => {
    panes = layout === "split" ? splitPanes(before, after, hunks) : [inlinePane(before, after, hunks)];
    const { before: left, after: right } = options.phrases;
    frame.className = `wf-compare wf-compare-${layout}`;
    Object.assign(frame.style, { display: "grid", height: "100%", gridTemplateRows: "minmax(0, 1fr)" });
    frame.style.gridTemplateColumns = "minmax(0, 1fr) ".repeat(panes.length).trim();
    views = panes.map((pane, at) => {
      const name = layout === "split" ? `${options.label}, ${at === 0 ? left : right}` : options.label;
      return paneView(pane, name);
    });
    const [old, now] = views;
    pair = old && now ? pairScrolling({ old, new: now }, hunks) : null;
    for (const view of views) applyAppearance(view, currentAppearance);
    now?.dom.style.setProperty("border-inline-start", "1px solid var(--border)");
    show();
  };

  const paneView = (pane: Pane, label: string) =>
    createPane({
      parent: frame,
      pane,
      label,
      lang: options.lang,
      nonce: options.nonce,
      open: options.fold === false ? new Set(pane.folds.keys()) : opened,
      folded: options.phrases.folded,
      onOpen,
      onResize: () => pair?.align(),
    });

  const onOpen = (fold: number) => {
    opened.add(fold);
    for (const view of views) view.dispatch({ effects: openFold.of(fold) });
    pair?.align();
  };

  const clear = () => {
    pair?.destroy();
    for (const view of views) view.destroy();
  };

  const show = () => {
    const [pane] = panes;
    const [view] = views;
    const hunk = hunks[index];
    if (!pane || !view || !hunk) return;
    for (const one of views) one.dispatch({ effects: setCurrent.of(index) });
    const at = pane.removed[index]?.from ?? pane.added[index]?.from ?? hunk.old.from;
    view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
    pair?.align("old");
  };

  const go = (to: number) => {
    if (hunks.length === 0) return index;
    index = Math.min(hunks.length - 1, Math.max(0, to));
    show();
    return index;
  };

  build();
  return {
    count: hunks.length,
    current: () => index,
    next: () => go(index + 1),
    previous: () => go(index < 0 ? hunks.length - 1 : index - 1),
    setLayout: (next) => {
      if (next === layout) return;
      clear();
      layout = next;
      build();
    },
    setAppearance: (next) => {
      currentAppearance = next;
      for (const view of views) applyAppearance(view, next);
      pair?.align();
    },
    destroy: () => {
      clear();
      frame.remove();
    },
  };
}
