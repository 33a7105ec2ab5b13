// The context menu of the tree.
import { type MouseEvent, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { openRow } from "./acts";
import { type RowKeys, rowMenu, withKeys } from "./row-menu";
import { selectionMenu } from "./selection-menu";
import { clearSelection } from "./store";
import { clickedRow } from "./target";
import { rowOfKey, type TreeState } from "./tree-state";

const keyAt = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest("[data-key]")?.getAttribute("data-key") ?? null) : null;

/** The menu targets its row, or the selection if the row is part of it. */
export function useTreeMenu(state: TreeState, scroll: RefObject<HTMLElement | null>) {
  const { outline, tree, writable, active, selected, selectedRows } = state;
  const { t } = useTranslation("binder");
  const [isOpen, setIsOpen] = useState(false);
  const [keys, setKeys] = useState<RowKeys>("none");
  const keysOf = (key: string): RowKeys => {
    const isHere = scroll.current?.contains(document.activeElement) ?? false;
    if (isHere && (selected.has(key) || (selected.size === 0 && key === active))) return "all";
    return !isHere && key === clickedRow() ? "name" : "none";
  };
  return {
    isOpen,
    setIsOpen,
    items: (target: Element) => {
      const key = keyAt(target);
      const row = key === null ? undefined : rowOfKey(tree, key);
      const context = { outline, writable, t, open: openRow };
      const several = selected.size > 1 && row !== undefined && selected.has(row.key);
      return withKeys(several ? selectionMenu(selectedRows, context) : rowMenu(row ?? null, context), keys);
    },
    // The focus stays: text typed after a menu act goes to the editor.
    onContextMenu: ({ target }: MouseEvent) => {
      const key = keyAt(target);
      if (key === null) return;
      if (!selected.has(key)) clearSelection();
      setKeys(keysOf(key));
    },
  };
}
