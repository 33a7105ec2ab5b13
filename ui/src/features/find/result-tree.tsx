// Matches by chapter as a tree. Only visible rows are rendered; the keyboard reaches all: arrows move and reveal the
// match, Enter goes to the text, Space excludes a match from the replacement, ← and → collapse and expand a chapter.
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useScaled } from "@/desk/scaled";
import type { ChapterId, TextHit } from "@/ipc/types";
import { closeFind, leaveOut, useFind } from "./find";
import { keyOf, type ResultRow, rowsOf } from "./hits";
import { ResultTreeRow } from "./result-row";
import { goToHit } from "./search";

const ROW = 28;
const PAGE = 10;

interface ResultTreeProps {
  hits: readonly TextHit[];
  /** Whether rows can be excluded and show the replacement. */
  replace: boolean;
}

export function ResultTree({ hits, replace }: ResultTreeProps) {
  const { t } = useTranslation("find");
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<ChapterId>>(new Set());
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const current = useFind((state) => state.current);
  const leftOut = useFind((state) => state.leftOut);
  const rows = useMemo(() => rowsOf(hits, folded), [hits, folded]);
  const found = rows.findIndex(({ key }) => key === activeKey);
  const active = found >= 0 ? found : 0;
  const height = useScaled(ROW);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    getItemKey: (index) => rows[index]?.key ?? index,
    // Screen readers announce the active row, so it is always rendered.
    rangeExtractor: (range) =>
      [...new Set([active, ...defaultRangeExtractor(range)])]
        .filter((index) => index < rows.length)
        .sort((a, b) => a - b),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the row height changes
  useEffect(() => virtual.measure(), [height]);

  // The current match of the text is the active row.
  useEffect(() => {
    const hit = hits[current];
    if (hit === undefined) return;
    const key = keyOf(hit);
    setActiveKey(key);
    const index = rows.findIndex((row) => row.key === key);
    if (index >= 0) virtual.scrollToIndex(index);
  }, [current, hits, rows, virtual]);

  const keysOf = (row: ResultRow) =>
    row.kind === "hit"
      ? [row.key]
      : row.hits.flatMap((index) => {
          const hit = hits[index];
          return hit === undefined ? [] : [keyOf(hit)];
        });
  const isOut = (row: ResultRow) => keysOf(row).every((key) => leftOut.has(key));
  const toggle = (row: ResultRow) => leaveOut(keysOf(row), !isOut(row));
  const fold = (chapter: ChapterId, close: boolean) =>
    setFolded((before) => {
      const next = new Set(before);
      if (close) next.add(chapter);
      else next.delete(chapter);
      return next;
    });
  const moveTo = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    setActiveKey(row.key);
    virtual.scrollToIndex(rows.indexOf(row));
    if (row.kind === "hit") goToHit(row.index, false);
  };
  const open = (row: ResultRow) => {
    setActiveKey(row.key);
    if (row.kind === "chapter") fold(row.chapter, !row.folded);
    else goToHit(row.index, false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") moveTo(active + 1);
    else if (event.key === "ArrowUp") moveTo(active - 1);
    else if (event.key === "PageDown") moveTo(active + PAGE);
    else if (event.key === "PageUp") moveTo(active - PAGE);
    else if (event.key === "Home") moveTo(0);
    else if (event.key === "End") moveTo(rows.length - 1);
    else if (event.key === "Enter" && row.kind === "hit") goToHit(row.index, true);
    else if (event.key === "Enter") open(row);
    else if (event.key === " " && replace) toggle(row);
    else if (event.key === "Escape") closeFind();
    else if (event.key === "ArrowLeft") {
      const at = rows.findLastIndex((one, index) => index <= active && one.kind === "chapter");
      const chapter = rows[at];
      if (chapter?.kind === "chapter") {
        if (at === active) fold(chapter.chapter, true);
        setActiveKey(chapter.key);
        virtual.scrollToIndex(at);
      }
    } else if (event.key === "ArrowRight" && row.kind === "chapter") fold(row.chapter, false);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={t("results.tree")}
      aria-activedescendant={rows[active] === undefined ? undefined : `${id}-${rows[active].key}`}
      onKeyDown={onKeyDown}
      className="group min-h-0 flex-1 overflow-y-auto py-1 -outline-offset-2"
    >
      <div role="none" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <ResultTreeRow
              key={row.key}
              id={`${id}-${row.key}`}
              row={row}
              start={start}
              active={index === active}
              current={row.kind === "hit" && row.index === current}
              out={replace ? isOut(row) : null}
              someOut={row.kind === "chapter" && keysOf(row).some((key) => leftOut.has(key))}
              onOpen={open}
              onEnter={(entered) => entered.kind === "hit" && goToHit(entered.index, true)}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}
