// What is seen of an editor: its selection, scroll position, appearance and marks.
import { EditorSelection } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { applyAppearance, type Scrolls } from "./appearance";
import { afterComposition } from "./composition";
import type { Selection, Writing } from "./create";
import { knowsText } from "./known-texts";
import { layerEffect, type MarkSet } from "./marks";
import { pointTo } from "./pointed-out";
import { clamp } from "./positions";
import { scrollerAround } from "./scroller";

type SightOf = Pick<
  Writing,
  | "focus"
  | "setAppearance"
  | "setMarks"
  | "selection"
  | "selectedText"
  | "reveal"
  | "showCaret"
  | "scrollTop"
  | "setScrollTop"
>;

export function sightOf(view: EditorView, scrolls: Scrolls): SightOf {
  const waitingMarks = new Map<string, MarkSet>();
  const applyMarks = () => {
    const effects = [...waitingMarks.values()].flatMap((set) => layerEffect(view.state, set) ?? []);
    waitingMarks.clear();
    if (effects.length > 0) view.dispatch({ effects });
  };
  return {
    focus: () => view.focus(),
    setAppearance: (next) => applyAppearance(view, next),
    setMarks: (set) => {
      if (!knowsText(view.state, set)) return false;
      const isScheduled = waitingMarks.size > 0;
      waitingMarks.set(set.layer, set);
      if (!isScheduled) void afterComposition(view, applyMarks);
      return true;
    },
    selection: () => selectionOf(view),
    selectedText: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    reveal: (range, how) => {
      void afterComposition(view, () => {
        const [from, to] = [clamp(range.from, view.state.doc.length), clamp(range.to, view.state.doc.length)];
        const target = EditorSelection.range(Math.min(from, to), Math.max(from, to));
        const effects = EditorView.scrollIntoView(target, { y: "center" });
        if (how === "point out") view.dispatch(pointTo(target), { effects });
        else view.dispatch(how === "select" ? { selection: target, effects } : { effects });
      });
    },
    showCaret: () => {
      void afterComposition(view, () => {
        const { head } = view.state.selection.main;
        const effects = EditorView.scrollIntoView(head, { y: "nearest", yMargin: 100 });
        view.dispatch({ selection: EditorSelection.cursor(head), effects });
      });
    },
    scrollTop: () => scroller(view, scrolls).scrollTop,
    setScrollTop: (top) => {
      scroller(view, scrolls).scrollTop = top;
    },
  };
}

export function selectionOf(view: EditorView): Selection {
  const { from, to, empty, head } = view.state.selection.main;
  return { from, to, empty, head };
}

function scroller(view: EditorView, scrolls: Scrolls): Element {
  return scrolls === "self" ? view.scrollDOM : scrollerAround(view.dom.parentElement);
}
