// What the tree shows: its rows, the one with the focus, the one of the open scene, and the selected ones.
import { useCallback, useMemo, useRef } from "react";
import type { CountRule } from "@/desk/counting";
import { useDesk } from "@/desk/desk";
import { locate } from "@/desk/navigation";
import type { OutlineView } from "@/ipc/types";
import { type Row, rowOfScene, type Tree } from "./rows";
import { useSelected } from "./selecting";
import { useBinder } from "./store";

export interface TreeViewProps {
  outline: OutlineView;
  tree: Tree;
  writable: boolean;
  rule: CountRule;
  /** The titles are filtered: everything is expanded. */
  filtered: boolean;
}

export interface TreeState extends TreeViewProps {
  /** The row of the open scene, or of its visible ancestor. */
  current: string | null;
  /** The row with the focus, or the one that Tab focuses. */
  active: string | null;
  /** -1 for no row. */
  activeIndex: number;
  selected: ReadonlySet<string>;
  selectedRows: readonly Row[];
  /** The selected row, if there is only one. */
  alone: string | null;
}

/** The row of the open scene, or of its visible ancestor. */
function useCurrentKey(outline: OutlineView, tree: Tree): string | null {
  const scene = useDesk((state) => state.scene);
  return useMemo(() => {
    const place = scene === null ? undefined : locate(outline, scene);
    return place === undefined || scene === null ? null : (rowOfScene(tree, place, scene) ?? null);
  }, [outline, tree, scene]);
}

/** The state of a tree with these rows. */
export function useTreeState(props: TreeViewProps): TreeState {
  const { outline, tree } = props;
  const current = useCurrentKey(outline, tree);
  const wish = useBinder((state) => state.active);
  const selected = useSelected(tree);
  const selectedRows = useMemo(() => tree.rows.filter((row) => selected.has(row.key)), [tree, selected]);
  const alone = selectedRows.length === 1 ? (selectedRows[0]?.key ?? null) : null;
  const known = (key: string | null | undefined) => key != null && tree.index.has(key);
  const active = [wish, alone, current, tree.rows[0]?.key].find(known) ?? null;
  const activeIndex = active === null ? -1 : (tree.index.get(active) ?? -1);
  return { ...props, current, active, activeIndex, selected, selectedRows, alone };
}

/** Returns a getter for the latest value, for stable callbacks. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  latest.current = value;
  return useCallback(() => latest.current, []);
}

/** The current row of a key. */
export function rowOfKey({ rows, index }: Tree, key: string): Row | undefined {
  return rows[index.get(key) ?? -1];
}
