// What the rows of the tree ask for: to be chosen, collapsed, renamed, dragged.
import { type RefObject, useCallback, useMemo } from "react";
import { desk } from "@/desk/desk";
import { holdTyping } from "@/desk/held-typing";
import { goToScene } from "@/desk/navigation";
import { openRow, rename, startRenaming } from "./acts";
import { setFolded } from "./folded";
import { attempt } from "./notices";
import type { Row } from "./rows";
import { baseKey, topmostRows } from "./selecting";
import { type Press, ranged, toggled } from "./selection";
import { binder, clearSelection, select, setActive, setClicked, useBinder } from "./store";
import { type Drop, useTreeDragging } from "./tree-dragging";
import type { RowActs } from "./tree-row";
import { rowOfKey, type TreeState, useLatest } from "./tree-state";

/** Selects a row, or the rows up to it, and goes to it; `base` is the previous target of acts. */
export type Pick = (key: string, press: Press, base: string | null) => void;

/** The acts on rows of the tree; they are stable for its lifetime. */
export function useRowActs(
  state: TreeState,
  scroll: RefObject<HTMLElement | null>,
  goTo: (key: string) => void,
): { acts: RowActs; pick: Pick; drop: Drop | null } {
  const now = useLatest(state);
  const find = useCallback((key: string) => rowOfKey(now().tree, key), [now]);
  const outline = useCallback(() => now().outline, [now]);
  const dragged = useCallback(
    (key: string): readonly Row[] => {
      const row = find(key);
      if (row === undefined) return [];
      const { selectedRows: rows } = now();
      return rows.includes(row) ? topmostRows(now().outline, rows) : [row];
    },
    [find, now],
  );
  const drop = useTreeDragging({ scroll, find, dragged, outline });

  const pick = useCallback<Pick>(
    (key, press, base) => {
      const { selection } = binder();
      const { rows, index } = now().tree;
      const begin = base !== null && index.has(base) ? base : null;
      select(press === "toggle" ? toggled(selection, key, begin) : ranged(rows, selection, key, begin));
      goTo(key);
    },
    [now, goTo],
  );

  const acts = useMemo(
    (): RowActs => ({
      find,
      dragged,
      choose: (key, press) => {
        if (press !== "only") return pick(key, press, baseKey(now().outline));
        clearSelection();
        setClicked(key);
        setActive(key);
        const row = find(key);
        if (row !== undefined) openRow(row);
      },
      toggle: (key) => {
        if (!now().filtered) setFolded([key], find(key)?.folded === false);
      },
      rename: (key) => startRenaming({ key }),
      renamed: (row, entered, end, typed = "") => {
        const { renaming: done } = binder();
        const title = done?.text === undefined ? entered : numberedOnce(entered, row.title);
        const next = done?.next ?? (done?.fromText === true ? desk().scene : null);
        useBinder.setState({ renaming: null });
        const changed = title !== null && title !== row.title;
        if (changed) void attempt(() => rename(row.part, title));
        if (next !== null && end !== "left") {
          // It was typed for the text, which takes it when it is shown.
          if (typed !== "") holdTyping(typed);
          goToScene(next);
        } else if (end !== "left") goTo(row.key);
      },
    }),
    [find, dragged, pick, now, goTo],
  );
  return { acts, pick, drop };
}

/** The title of a new part whose author typed its number after the given one: 第三章第三章 渡口. */
export function numberedOnce(entered: string | null, number: string): string | null {
  if (entered === null || number === "" || !entered.startsWith(number)) return entered;
  const rest = entered.slice(number.length).trimStart();
  return rest.startsWith(number) ? rest : entered;
}
