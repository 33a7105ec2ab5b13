// Matches by chapter as a tree. The keyboard reaches all rows: arrows move and reveal the match, Enter goes to the text,
// Space excludes a match from the replacement, ← and → collapse and expand a chapter.
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ActiveRows, useActiveRows } from "@/components/active-rows";
import { rowAfterKey } from "@/components/row-keys";
import { RowSpace } from "@/components/virtual-list";
import type { ChapterId, TextHit } from "@/ipc/types";
import { closeFind, leaveOut, useFind } from "./find";
import { keyOf, keysOfRow, type ResultRow, rowsOf } from "./hits";
import { ResultTreeRow } from "./result-row";
import { goToHit } from "./search";

const idOf = ({ key }: ResultRow) => key;

interface ResultTreeProps {
  hits: readonly TextHit[];
  /** Whether rows can be excluded and show the replacement. */
  replace: boolean;
}

/** The rows of the matches; chapters can be collapsed. */
function useResultRows(hits: readonly TextHit[]) {
  const [folded, setFolded] = useState<ReadonlySet<ChapterId>>(new Set());
  const rows = useMemo(() => rowsOf(hits, folded), [hits, folded]);
  const fold = (chapter: ChapterId, close: boolean) =>
    setFolded((before) => {
      const next = new Set(before);
      if (close) next.add(chapter);
      else next.delete(chapter);
      return next;
    });
  return { rows, fold };
}

/** The rows as a list with an active one, which follows the current match of the text. */
function useResultList(rows: readonly ResultRow[], hits: readonly TextHit[]) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const current = useFind((state) => state.current);
  const found = rows.findIndex(({ key }) => key === activeKey);
  const list = useActiveRows({
    rows,
    idOf,
    rowHeight: 28,
    at: Math.max(0, found),
    onReach: (row) => {
      setActiveKey(row.key);
      if (row.kind === "hit") goToHit(row.index, false);
    },
    rowAfter: rowAfterKey,
    page: 10,
  });
  const { reveal } = list;
  useEffect(() => {
    const hit = hits[current];
    if (hit === undefined) return;
    const key = keyOf(hit);
    setActiveKey(key);
    const index = rows.findIndex((row) => row.key === key);
    if (index >= 0) reveal(index);
  }, [current, hits, rows, reveal]);
  return { list, current, setActiveKey };
}

/** Collapses the chapter of the active row, if it is the chapter's own, and makes the chapter active. */
function leaveChapter(
  { rows, at, reveal }: ActiveRows<ResultRow>,
  fold: (chapter: ChapterId, close: boolean) => void,
  setActiveKey: (key: string) => void,
): void {
  const above = rows.findLastIndex((one, index) => index <= at && one.kind === "chapter");
  const chapter = rows[above];
  if (chapter?.kind !== "chapter") return;
  if (above === at) fold(chapter.chapter, true);
  setActiveKey(chapter.key);
  reveal(above);
}

export function ResultTree({ hits, replace }: ResultTreeProps) {
  const { t } = useTranslation("find");
  const leftOut = useFind((state) => state.leftOut);
  const { rows, fold } = useResultRows(hits);
  const { list, current, setActiveKey } = useResultList(rows, hits);
  const isOut = (row: ResultRow) => keysOfRow(row, hits).every((key) => leftOut.has(key));
  const toggle = (row: ResultRow) => leaveOut(keysOfRow(row, hits), !isOut(row));
  const open = (row: ResultRow) => {
    setActiveKey(row.key);
    if (row.kind === "chapter") fold(row.chapter, !row.folded);
    else goToHit(row.index, false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[list.at];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey || list.onKeyDown(event)) return;
    if (event.key === "Enter" && row.kind === "hit") goToHit(row.index, true);
    else if (event.key === "Enter") open(row);
    else if (event.key === " " && replace) toggle(row);
    else if (event.key === "Escape") closeFind();
    else if (event.key === "ArrowLeft") leaveChapter(list, fold, setActiveKey);
    else if (event.key === "ArrowRight" && row.kind === "chapter") fold(row.chapter, false);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list.scroller}
      role="tree"
      tabIndex={0}
      aria-label={t("results.tree")}
      aria-activedescendant={list.activeId}
      onKeyDown={onKeyDown}
      className="group min-h-0 flex-1 overflow-y-auto py-1 -outline-offset-2"
    >
      <RowSpace role="none" list={list} rows={rows}>
        {(row, { index, style }) => (
          <ResultTreeRow
            id={list.elementId(row)}
            row={row}
            style={style}
            active={index === list.at}
            current={row.kind === "hit" && row.index === current}
            out={replace ? isOut(row) : null}
            someOut={row.kind === "chapter" && keysOfRow(row, hits).some((key) => leftOut.has(key))}
            onOpen={open}
            onEnter={(entered) => entered.kind === "hit" && goToHit(entered.index, true)}
            onToggle={toggle}
          />
        )}
      </RowSpace>
    </div>
  );
}
