// The keys of the tree: does what `tree-keys.ts` says they mean.
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { openRow, startRenaming } from "./acts";
import { toBin } from "./binning";
import { setFolded } from "./folded";
import { topmost } from "./moves";
import { moveStep } from "./moving";
import { notify } from "./notices";
import type { Pick } from "./row-acts";
import { keyOf, type Row } from "./rows";
import { ofLevel, rowBeside } from "./selection";
import { binder, clearSelection, select, setActive, setClicked } from "./store";
import { canBin, canMove } from "./target";
import { createTypeAhead, type KeyAct, keyAct, type TypeAhead } from "./tree-keys";
import type { TreeList } from "./tree-list";
import type { TreeState } from "./tree-state";

/** What a key on a row means; null: nothing. */
function actOf(
  { tree, activeIndex, selected, alone }: TreeState,
  row: Row,
  { event, page, typing }: { event: KeyboardEvent; page: number; typing: TypeAhead },
): KeyAct | null {
  const act = keyAct(tree, activeIndex, event, page);
  if (act !== null) return act;
  // Ctrl with the arrows and this key pick rows one by one.
  if (event.key === " " && !typing.active())
    return { kind: selected.size > 0 && row.key !== alone ? "toggle" : "open" };
  const isCharacter = !event.ctrlKey && !event.metaKey && !event.altKey && [...event.key].length === 1;
  return isCharacter ? typing.find(tree, activeIndex, event.key) : null;
}

/** Handles the keys of the tree. */
export function useTreeKeys(state: TreeState, { list, goTo }: TreeList, pick: Pick) {
  const { outline, tree, writable, filtered, activeIndex, selected } = state;
  const { t } = useTranslation("binder");
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
        if (done && beside !== undefined) goTo(beside.key);
      });
    }
  };
  const perform = (act: KeyAct, row: Row) => {
    switch (act.kind) {
      case "go":
        clearSelection();
        return goTo(act.key);
      case "pass":
        return goTo(act.key);
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
        return openMenu(list.scroller.current, row.key);
      case "fold":
        if (!filtered) setFolded([act.key], act.fold);
        return;
      default:
        if (writable) change(act, row);
    }
  };
  return (event: KeyboardEvent) => {
    const row = tree.rows[activeIndex];
    if (row === undefined || event.nativeEvent.isComposing) return;
    const act = actOf(state, row, { event, page: list.page(), typing });
    if (act === null || (act.kind === "letGo" && selected.size === 0)) return;
    event.preventDefault();
    event.stopPropagation();
    perform(act, row);
  };
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
