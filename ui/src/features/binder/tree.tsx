// The tree of volumes, chapters and scenes. Only visible rows are rendered, plus the focused one, which keeps the focus
// wherever the list is scrolled.
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { ContextMenu } from "@/components/context-menu";
import { VisuallyHidden } from "@/components/visually-hidden";
import type { CountRule } from "@/desk/counting";
import { desk, useDesk } from "@/desk/desk";
import { goToScene, locate } from "@/desk/navigation";
import { useScaled } from "@/desk/scaled";
import type { OutlineView } from "@/ipc/types";
import { openRow, rename, startRenaming } from "./acts";
import { toBin } from "./binning";
import { setFolded } from "./folded";
import { topmost } from "./moves";
import { moveStep } from "./moving";
import { attempt, notify } from "./notices";
import { type RowKeys, rowMenu, withKeys } from "./row-menu";
import { keyOf, type Row, rowOfScene, type Tree } from "./rows";
import { baseKey, topmostRows, useSelected, useSelecting } from "./selecting";
import { ofLevel, type Press, ranged, rowBeside, toggled } from "./selection";
import { selectionMenu } from "./selection-menu";
import { binder, clearSelection, select, setActive, setClicked, useBinder } from "./store";
import { canBin, canMove, clickedRow } from "./target";
import { useTreeDragging } from "./tree-dragging";
import { createTypeAhead, type KeyAct, keyAct } from "./tree-keys";
import { ROW, type RowActs, TreeRow } from "./tree-row";

export interface TreeViewProps {
  outline: OutlineView;
  tree: Tree;
  writable: boolean;
  rule: CountRule;
  /** The titles are filtered: everything is expanded. */
  filtered: boolean;
}

/** The row of the open scene, or of its visible ancestor. */
function useCurrentKey(outline: OutlineView, tree: Tree): string | null {
  const scene = useDesk((state) => state.scene);
  return useMemo(() => {
    const place = scene === null ? undefined : locate(outline, scene);
    return place === undefined || scene === null ? null : (rowOfScene(tree, place, scene) ?? null);
  }, [outline, tree, scene]);
}

/** Returns a getter for the latest value, for stable callbacks. */
function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  latest.current = value;
  return useCallback(() => latest.current, []);
}

/** Margin between a revealed row and the edge of the viewport, px. */
const SCROLL_MARGIN = 6;

export function TreeView({ outline, tree, writable, rule, filtered }: TreeViewProps) {
  const { t, i18n } = useTranslation("binder");
  const scroll = useRef<HTMLDivElement>(null);
  const current = useCurrentKey(outline, tree);
  const wish = useBinder((state) => state.active);
  const renaming = useBinder((state) => state.renaming);
  const wanted = useBinder((state) => state.wanted);
  const selected = useSelected(tree);
  const selectedRows = useMemo(() => tree.rows.filter((row) => selected.has(row.key)), [tree, selected]);
  const known = (key: string | null | undefined) => key != null && tree.index.has(key);
  const alone = selectedRows.length === 1 ? selectedRows[0]?.key : null;
  const active = [wish, alone, current, tree.rows[0]?.key].find(known) ?? null;
  const activeIndex = active === null ? -1 : (tree.index.get(active) ?? -1);
  const now = useLatest({ outline, tree, activeIndex, writable, filtered, selectedRows });
  useSelecting(tree, outline);

  const rowHeight = useScaled(ROW);
  const virtual = useVirtualizer({
    count: tree.rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    paddingStart: 2,
    paddingEnd: 12,
    scrollPaddingStart: SCROLL_MARGIN,
    scrollPaddingEnd: SCROLL_MARGIN,
    getItemKey: useCallback((at: number) => tree.rows[at]?.key ?? at, [tree]),
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        if (activeIndex < 0 || activeIndex >= range.count || shown.includes(activeIndex)) return shown;
        return [...shown, activeIndex].sort((a, b) => a - b);
      },
      [activeIndex],
    ),
  });

  const focusRow = useCallback((key: string) => {
    scroll.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus({ preventScroll: true });
  }, []);
  const goTo = useLatest((key: string) => {
    const at = tree.index.get(key);
    if (at === undefined) return;
    setActive(key);
    virtual.scrollToIndex(at, { align: "auto" });
    // The row is rendered as active before it is focused.
    requestAnimationFrame(() => focusRow(key));
  });

  // Reveals a scene that was opened elsewhere.
  const seen = useRef(false);
  useEffect(() => {
    const at = current === null ? undefined : now().tree.index.get(current);
    if (at === undefined) return;
    virtual.scrollToIndex(at, { align: seen.current ? "auto" : "center" });
    seen.current = true;
    const inside = scroll.current?.contains(document.activeElement) ?? false;
    if (!inside && binder().renaming === null) setActive(null);
  }, [current, now, virtual]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the row height changes
  useEffect(() => virtual.measure(), [rowHeight]);

  // Menus and bars appear after the first render; they must not cover the row that was visible.
  const height = virtual.scrollRect?.height ?? 0;
  const wasHigh = useRef(height);
  useEffect(() => {
    const lost = wasHigh.current - height;
    wasHigh.current = height;
    const at = current === null ? undefined : now().tree.index.get(current);
    if (lost <= 0 || at === undefined) return;
    const top = virtual.getOffsetForIndex(at, "start")?.[0] ?? 0;
    const offset = virtual.scrollOffset ?? 0;
    if (top >= offset && top < offset + height + lost) virtual.scrollToIndex(at, { align: "auto" });
  }, [height, current, now, virtual]);

  useEffect(() => {
    if (wanted === null || wanted.beyond === outline) return;
    const at = tree.index.get(wanted.key);
    if (at === undefined) return;
    virtual.scrollToIndex(at, { align: "auto" });
    if (wanted.focus) requestAnimationFrame(() => focusRow(wanted.key));
    useBinder.setState({ wanted: null });
  }, [wanted, outline, tree, virtual, focusRow]);

  const find = useCallback(
    (key: string): Row | undefined => {
      const { tree: rows } = now();
      return rows.rows[rows.index.get(key) ?? -1];
    },
    [now],
  );
  const outlineNow = useCallback(() => now().outline, [now]);
  const dragged = useCallback(
    (key: string): readonly Row[] => {
      const row = find(key);
      if (row === undefined) return [];
      const { selectedRows: rows } = now();
      return rows.includes(row) ? topmostRows(outlineNow(), rows) : [row];
    },
    [find, now, outlineNow],
  );
  const drop = useTreeDragging({ scroll, find, dragged, outline: outlineNow });

  /** Selects a row, or rows up to it; `base` is the previous target of acts. */
  const pick = useCallback(
    (key: string, press: Press, base: string | null) => {
      const { selection } = binder();
      const { rows, index } = now().tree;
      const begin = base !== null && index.has(base) ? base : null;
      select(press === "toggle" ? toggled(selection, key, begin) : ranged(rows, selection, key, begin));
      goTo()(key);
    },
    [now, goTo],
  );

  const acts = useMemo(
    (): RowActs => ({
      find,
      dragged,
      choose: (key, press) => {
        if (press === "only") {
          clearSelection();
          setClicked(key);
          setActive(key);
          const row = find(key);
          if (row !== undefined) openRow(row);
        } else pick(key, press, baseKey(now().outline));
      },
      toggle: (key) => {
        if (!now().filtered) setFolded([key], find(key)?.folded === false);
      },
      rename: (key) => startRenaming({ key }),
      renamed: (row, title, end) => {
        const { renaming: done } = binder();
        const next = done?.next ?? (done?.fromText === true ? desk().scene : null);
        useBinder.setState({ renaming: null });
        const changed = title !== null && title !== row.title;
        if (changed) void attempt(() => rename(row.part, title));
        if (next !== null && end !== "left") goToScene(next);
        else if (end !== "left") goTo()(row.key);
      },
    }),
    [find, dragged, pick, now, goTo],
  );

  const [menuOpen, setMenuOpen] = useState(false);
  const [typing] = useState(createTypeAhead);
  const change = (act: KeyAct, row: Row) => {
    if (act.kind === "rename") return startRenaming({ key: row.key });
    const parts = selected.size > 0 ? topmost(outline, selected) : [row.part];
    if (act.kind === "move") {
      if (canMove(parts)) void moveStep(parts, act.step, true);
      else notify({ text: t("why.mixed") });
    } else if (act.kind === "bin" && parts.every((part) => canBin(outline, part))) {
      const beside = rowBeside(tree.rows, activeIndex, new Set(parts.map(keyOf)));
      void toBin(parts).then((done) => {
        if (done && beside !== undefined) goTo()(beside.key);
      });
    }
  };
  const perform = (act: KeyAct, row: Row) => {
    switch (act.kind) {
      case "go":
        clearSelection();
        return goTo()(act.key);
      case "pass":
        return goTo()(act.key);
      case "extend":
        return pick(act.key, "range", row.key);
      case "toggle":
        return pick(row.key, "toggle", row.key);
      case "all":
        setActive(row.key);
        return select(ofLevel(tree.rows, binder().selection, row));
      case "letGo":
        return clearSelection();
      case "open":
        clearSelection();
        setClicked(row.key);
        return openRow(row);
      case "menu":
        return openMenu(scroll.current, row.key);
      case "fold":
        if (!filtered) setFolded([act.key], act.fold);
        return;
      default:
        if (writable) change(act, row);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = tree.rows[activeIndex];
    if (row === undefined || event.nativeEvent.isComposing) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 1);
    let act = keyAct(tree, activeIndex, event, page);
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && [...event.key].length === 1;
    if (act === null && event.key === " " && !typing.active()) {
      // Ctrl with the arrows and this key pick rows one by one.
      act = { kind: selected.size > 0 && row.key !== alone ? "toggle" : "open" };
    } else if (act === null && plain) act = typing.find(tree, activeIndex, event.key);
    if (act === null || (act.kind === "letGo" && selected.size === 0)) return;
    event.preventDefault();
    event.stopPropagation();
    perform(act, row);
  };
  // Once the author writes again, acts target the text.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && relatedTarget.closest(".cm-editor") !== null) setActive(null);
  };

  const [keys, setKeys] = useState<RowKeys>("none");
  const menu = (target: Element) => {
    const key = target.closest("[data-key]")?.getAttribute("data-key");
    const row = key == null ? undefined : find(key);
    const context = { outline, writable, t, open: openRow };
    const several = selected.size > 1 && row !== undefined && selected.has(row.key);
    return withKeys(several ? selectionMenu(selectedRows, context) : rowMenu(row ?? null, context), keys);
  };
  const keysOf = (key: string): RowKeys => {
    const isHere = scroll.current?.contains(document.activeElement) ?? false;
    if (isHere && (selected.has(key) || (selected.size === 0 && key === active))) return "all";
    return !isHere && key === clickedRow() ? "name" : "none";
  };
  // The menu targets its row, unless that row is selected. The focus stays: text typed after a menu act goes to the
  // editor.
  const onContextMenu = ({ target }: MouseEvent) => {
    const key = target instanceof Element ? target.closest("[data-key]")?.getAttribute("data-key") : null;
    if (key != null && !selected.has(key)) clearSelection();
    if (key != null) setKeys(keysOf(key));
  };

  return (
    <>
      <div role="status">
        <VisuallyHidden>{selected.size > 1 ? t("selected", { n: selected.size }) : ""}</VisuallyHidden>
      </div>
      <ContextMenu items={menu} onOpenChange={setMenuOpen}>
        <div ref={scroll} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <div
            role="tree"
            aria-multiselectable
            aria-label={t("title")}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
            onContextMenuCapture={onContextMenu}
            className="relative"
            style={{ height: virtual.getTotalSize() }}
          >
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = tree.rows[index];
              if (row === undefined) return null;
              const text = renaming?.key === row.key ? (renaming.text ?? row.title) : null;
              return (
                <TreeRow
                  key={row.key}
                  row={row}
                  t={t}
                  language={i18n.language}
                  outline={outline}
                  rule={rule}
                  start={start}
                  slot={tree.folds}
                  current={row.key === current}
                  selected={selected.size === 0 ? null : selected.has(row.key)}
                  active={row.key === active}
                  renamingText={text}
                  caretAtEnd={text !== null && renaming?.text !== undefined}
                  writable={writable}
                  marked={menuOpen && row.key === active}
                  drop={drop?.key === row.key ? drop.side : null}
                  acts={acts}
                />
              );
            })}
          </div>
        </div>
      </ContextMenu>
    </>
  );
}

/** Shift+F10 opens the row's menu where no native key does. */
function openMenu(list: HTMLElement | null, key: string): void {
  const row = list?.querySelector(`[data-key="${key}"]`);
  if (row == null) return;
  const { left, bottom } = row.getBoundingClientRect();
  row.dispatchEvent(
    new MouseEvent("contextmenu", {
      bubbles: true,
      cancelable: true,
      clientX: left + 24,
      clientY: bottom - 4,
    }),
  );
}
