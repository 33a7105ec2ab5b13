// One row of the binder: a part with its status, title and 字数.

import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachInstruction, extractInstruction } from "@atlaskit/pragmatic-drag-and-drop-hitbox/list-item";
import { ChevronRight } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { figure, shortFigure } from "@/components/figures";
import { StatusDot, type StatusFill, type StatusTone } from "@/components/status-dot";
import type { CountRuleName, OutlineView, Status } from "@/ipc/types";
import { type DropSide, dropSides } from "./places";
import { type RenameEnd, RenameField } from "./rename-field";
import { useRowCount } from "./row-count";
import type { Row } from "./rows";

/** Height of a row in px. */
export const ROW = 28;
const INDENT = 14;

const marks: Record<Status, { tone: StatusTone; fill: StatusFill }> = {
  planned: { tone: "neutral", fill: "empty" },
  drafting: { tone: "accent", fill: "half" },
  completed: { tone: "success", fill: "full" },
};

/** What a row asks of the tree. Stable as long as the tree lives. */
export interface RowActs {
  /** A press. */
  choose: (key: string) => void;
  toggle: (key: string) => void;
  rename: (key: string) => void;
  renamed: (row: Row, title: string | null, end: RenameEnd) => void;
  /** The row of a key, as it is now. */
  find: (key: string) => Row | undefined;
}

export interface TreeRowProps {
  row: Row;
  outline: OutlineView;
  rule: CountRuleName;
  /** Where it lies, in px from the top. */
  start: number;
  /** Chapters have room for the mark that folds. */
  slot: boolean;
  /** It holds the open scene. */
  current: boolean;
  /** The keyboard stands on it. */
  active: boolean;
  /** What the field for its title begins with; null: there is no field. */
  renamingText: string | null;
  caretAtEnd: boolean;
  writable: boolean;
  /** The part being dragged would go here. */
  drop: DropSide | null;
  acts: RowActs;
}

/** What is dragged, in the data of a drag. */
export const DRAGGED = "binder-part";

export const sideOf = (data: Record<string | symbol, unknown>): DropSide | null => {
  const instruction = extractInstruction(data);
  if (instruction === null || instruction.blocked) return null;
  if (instruction.operation === "combine") return "into";
  return instruction.operation === "reorder-before" ? "before" : "after";
};

function useDragging(row: Row, canDrag: boolean, acts: RowActs) {
  const element = useRef<HTMLDivElement>(null);
  const { key } = row;
  useEffect(() => {
    const of = element.current;
    if (of === null || !canDrag) return;
    return combine(
      draggable({ element: of, getInitialData: () => ({ type: DRAGGED, key }) }),
      dropTargetForElements({
        element: of,
        canDrop: ({ source }) => source.data.type === DRAGGED,
        getData: ({ input, source }) => {
          const dragged = acts.find(String(source.data.key));
          const target = acts.find(key);
          const sides = dragged === undefined || target === undefined ? [] : dropSides(dragged, target);
          const allowed = (side: DropSide) => (sides.includes(side) ? "available" : "not-available");
          return attachInstruction(
            { key },
            {
              element: of,
              input,
              operations: {
                "reorder-before": allowed("before"),
                "reorder-after": allowed("after"),
                combine: allowed("into"),
              },
            },
          );
        },
      }),
    );
  }, [key, canDrag, acts]);
  return element;
}

function Title({ row, text }: { row: Row; text: string }) {
  if (row.hit === null || row.title === "") return text;
  const { from, to } = row.hit;
  return (
    <>
      {text.slice(0, from)}
      <mark className="rounded-[2px] bg-hit text-ink">{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}

export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, outline, rule, start, slot, current, active, renamingText, writable, drop, acts } = props;
  const { t, i18n } = useTranslation("binder");
  const count = useRowCount(row, outline, rule);
  const element = useDragging(row, writable && renamingText === null, acts);
  const text = row.title || t(`untitled.${row.kind}`, { n: row.place });
  const status = row.kind === "volume" ? null : t(`status.${row.status}`);
  const said =
    status === null
      ? t("volumeRow", { title: text, n: figure(count) })
      : t("row", { title: text, status, n: figure(count) });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree answers the keys of its rows
    <div
      ref={element}
      role="treeitem"
      data-key={row.key}
      aria-label={said}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.folded === null ? undefined : !row.folded}
      aria-selected={current}
      tabIndex={active ? 0 : -1}
      onClick={() => acts.choose(row.key)}
      onDoubleClick={() => {
        if (writable) acts.rename(row.key);
      }}
      style={{
        height: ROW,
        transform: `translateY(${start}px)`,
        paddingLeft: 6 + (row.level - 1) * INDENT,
      }}
      className={cx(
        "group absolute inset-x-1.5 top-0 flex items-center gap-1.5 rounded-md pr-2 text-sm -outline-offset-2",
        current ? "bg-surface-selected text-ink" : "hover:bg-surface-hover",
        drop === "into" && "bg-accent-soft outline-2 outline-accent",
      )}
    >
      {(slot || row.kind === "volume") && row.kind !== "scene" && (
        <span
          aria-hidden
          onClick={(event) => {
            if (row.folded === null) return;
            event.stopPropagation();
            acts.toggle(row.key);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
          className={cx(
            "-mr-1 flex size-5 shrink-0 items-center justify-center rounded-sm text-faint",
            row.folded !== null && "hover:text-ink",
          )}
        >
          {row.folded !== null && (
            <ChevronRight
              size={13}
              strokeWidth={2}
              className={cx("transition-transform", !row.folded && "rotate-90")}
            />
          )}
        </span>
      )}
      {row.kind === "scene" && <span aria-hidden className="w-3 shrink-0" />}
      {row.kind !== "volume" && <StatusDot label={status ?? ""} {...marks[row.status]} className="size-2" />}
      {renamingText === null ? (
        <span
          className={cx(
            "min-w-0 flex-1 truncate",
            row.kind === "volume" && "font-medium",
            row.title === "" && "text-faint",
          )}
          onPointerEnter={({ currentTarget }) => {
            currentTarget.title = currentTarget.scrollWidth > currentTarget.clientWidth ? text : "";
          }}
        >
          <Title row={row} text={text} />
        </span>
      ) : (
        <RenameField
          text={renamingText}
          caretAtEnd={props.caretAtEnd}
          needed={row.kind === "chapter"}
          onDone={(title, end) => acts.renamed(row, title, end)}
        />
      )}
      {renamingText === null && (
        <span className={cx("shrink-0 text-xs tabular-nums", current ? "text-subtle" : "text-faint")}>
          {shortFigure(count, i18n.language)}
        </span>
      )}
      {(drop === "before" || drop === "after") && (
        <span
          aria-hidden
          className={cx(
            "pointer-events-none absolute right-0 z-10 h-0.5 rounded-full bg-accent",
            drop === "before" ? "-top-px" : "-bottom-px",
          )}
          style={{ left: 6 + (row.level - 1) * INDENT }}
        />
      )}
    </div>
  );
});
