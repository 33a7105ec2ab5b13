// The tree of volumes, chapters and scenes.
import type { FocusEvent } from "react";
import { useTranslation } from "react-i18next";
import { ContextMenu } from "@/components/context-menu";
import { RowSpace } from "@/components/virtual-list";
import { VisuallyHidden } from "@/components/visually-hidden";
import { useRowActs } from "./row-acts";
import { useSelecting } from "./selecting";
import { setActive, useBinder } from "./store";
import { useTreeKeys } from "./tree-keyboard";
import { useTreeList } from "./tree-list";
import { useTreeMenu } from "./tree-menu";
import { TreeRow } from "./tree-row";
import { type TreeViewProps, useTreeState } from "./tree-state";

/** Once the author writes again, acts target the text. */
function onBlur({ relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof Element && relatedTarget.closest(".cm-editor") !== null) setActive(null);
}

export function TreeView(props: TreeViewProps) {
  const { outline, tree, writable, rule } = props;
  const { t, i18n } = useTranslation("binder");
  const renaming = useBinder((state) => state.renaming);
  const state = useTreeState(props);
  const { current, active, selected } = state;
  useSelecting(tree, outline);
  const treeList = useTreeList(state);
  const { list, goTo } = treeList;
  const { acts, pick, drop } = useRowActs(state, list.scroller, goTo);
  const onKeyDown = useTreeKeys(state, treeList, pick);
  const menu = useTreeMenu(state, list.scroller);
  return (
    <>
      <div role="status">
        <VisuallyHidden>{selected.size > 1 ? t("selected", { n: selected.size }) : ""}</VisuallyHidden>
      </div>
      <ContextMenu items={menu.items} onOpenChange={menu.setIsOpen}>
        <div ref={list.scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <RowSpace
            role="tree"
            aria-multiselectable
            aria-label={t("title")}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
            onContextMenuCapture={menu.onContextMenu}
            list={list}
            rows={tree.rows}
          >
            {(row, { start, size }) => {
              const text = renaming?.key === row.key ? (renaming.text ?? row.title) : null;
              return (
                <TreeRow
                  row={row}
                  t={t}
                  language={i18n.language}
                  outline={outline}
                  rule={rule}
                  start={start}
                  height={size}
                  slot={tree.folds}
                  current={row.key === current}
                  selected={selected.size === 0 ? null : selected.has(row.key)}
                  active={row.key === active}
                  renamingText={text}
                  caretAtEnd={text !== null && renaming?.text !== undefined}
                  writable={writable}
                  marked={menu.isOpen && row.key === active}
                  drop={drop?.key === row.key ? drop.side : null}
                  acts={acts}
                />
              );
            }}
          </RowSpace>
        </div>
      </ContextMenu>
    </>
  );
}
