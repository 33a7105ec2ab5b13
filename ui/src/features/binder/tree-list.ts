// The rows of the tree as a virtual list, which reveals the open scene and rows that are asked for.
import { useCallback, useEffect, useRef } from "react";
import { useVirtualRows, type VirtualRows } from "@/components/virtual-list";
import { binder, setActive, useBinder } from "./store";
import { type TreeState, useLatest } from "./tree-state";

/** Height of a row, and space before the first and after the last, px. */
const ROW_HEIGHT = 28;
const PADDING = { start: 2, end: 12 };
/** Minimum distance of a revealed row from the edges of the viewport, px. */
const SCROLL_MARGIN = 6;

export interface TreeList {
  list: VirtualRows;
  /** Makes a row active and focuses it. */
  goTo: (key: string) => void;
}

/** The list of a tree. */
export function useTreeList(state: TreeState): TreeList {
  const { tree, activeIndex } = state;
  const now = useLatest(state);
  const list = useVirtualRows({
    count: tree.rows.length,
    keyOf: useCallback((at: number) => tree.rows[at]?.key ?? String(at), [tree]),
    rowHeight: ROW_HEIGHT,
    stop: activeIndex,
    padding: PADDING,
    margin: SCROLL_MARGIN,
  });
  const { focusRow } = list;
  const goTo = useCallback(
    (key: string) => {
      const at = now().tree.index.get(key);
      if (at === undefined) return;
      setActive(key);
      focusRow(at);
    },
    [now, focusRow],
  );
  useRevealedScene(state, list);
  useRevealedWish(state, list);
  return { list, goTo };
}

/** Reveals a scene that was opened elsewhere, and keeps its row visible when the list becomes lower. */
function useRevealedScene(state: TreeState, list: VirtualRows): void {
  const { current } = state;
  const now = useLatest(state);
  const { scroller, reveal, scrollTo, isInView, viewHeight } = list;
  const seen = useRef(false);
  useEffect(() => {
    const at = current === null ? undefined : now().tree.index.get(current);
    if (at === undefined) return;
    if (seen.current) reveal(at);
    else scrollTo(at);
    seen.current = true;
    const inside = scroller.current?.contains(document.activeElement) ?? false;
    if (!inside && binder().renaming === null) setActive(null);
  }, [current, now, scroller, reveal, scrollTo]);

  // Menus and bars appear after the first render; they must not cover the row that was visible.
  const lastHeight = useRef(viewHeight);
  useEffect(() => {
    const before = lastHeight.current;
    lastHeight.current = viewHeight;
    const at = current === null ? undefined : now().tree.index.get(current);
    if (viewHeight < before && at !== undefined && isInView(at, before)) reveal(at);
  }, [viewHeight, current, now, isInView, reveal]);
}

/** Reveals the row that a command asks for, as soon as it exists. */
function useRevealedWish({ outline, tree }: TreeState, { reveal, focusRow }: VirtualRows): void {
  const wanted = useBinder((state) => state.wanted);
  useEffect(() => {
    if (wanted === null || wanted.beyond === outline) return;
    const at = tree.index.get(wanted.key);
    if (at === undefined) return;
    if (wanted.focus) focusRow(at);
    else reveal(at);
    useBinder.setState({ wanted: null });
  }, [wanted, outline, tree, reveal, focusRow]);
}
