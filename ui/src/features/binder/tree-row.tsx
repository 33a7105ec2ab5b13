// One row of the binder: a part with its status, title and 字数.
import type { TFunction } from "i18next";
import { ChevronRight, PrinterX } from "lucide-react";
import { memo } from "react";
import { cx } from "@/components/class-names";
import { shortFigure } from "@/components/figures";
import type { CountRule } from "@/desk/counting";
import type { OutlineView, Status } from "@/ipc/types";
import type { DropSide } from "./dropping";
import { type RenameEnd, RenameField } from "./rename-field";
import { useRowCount } from "./row-count";
import { useDragging } from "./row-dragging";
import type { Row } from "./rows";
import type { Press } from "./selection";

/** Indentation of a level, px. */
const INDENT = 14;
const indentOf = (row: Row) => 6 + (row.level - 1) * INDENT;

// A single element each, because hundreds are mounted and unmounted while scrolling.
const marks: Record<Status, string> = {
  planned: "border-faint",
  drafting: "border-accent bg-linear-to-r from-accent from-50% to-transparent to-50%",
  completed: "border-success bg-success",
};

/** Callbacks of a row to the tree. Stable for the tree's lifetime. */
export interface RowActs {
  choose: (key: string, press: Press) => void;
  toggle: (key: string) => void;
  rename: (key: string) => void;
  /** `typed`: text that followed the title. */
  renamed: (row: Row, title: string | null, end: RenameEnd, typed?: string) => void;
  /** The current row of a key. */
  find: (key: string) => Row | undefined;
  /** The rows dragged along with one of them. */
  dragged: (key: string) => readonly Row[];
}

export interface TreeRowProps {
  row: Row;
  t: TFunction<"binder">;
  language: string;
  outline: OutlineView;
  rule: CountRule;
  /** Its offset from the top and its height, px. */
  start: number;
  height: number;
  /** Chapters reserve space for the collapse toggle. */
  slot: boolean;
  /** It contains the open scene. */
  current: boolean;
  /** Whether acts target it; null if nothing is selected. */
  selected: boolean | null;
  /** It has the focus. */
  active: boolean;
  /** The initial text of its title field; null: no field. */
  renamingText: string | null;
  caretAtEnd: boolean;
  writable: boolean;
  /** Its menu is open. */
  marked: boolean;
  /** The dragged part would be dropped here. */
  drop: DropSide | null;
  acts: RowActs;
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

const pressOf = (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): Press =>
  event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "only";

/** The open row is filled; if it is selected it also has a bar. */
function lookOf({
  current,
  selected,
  marked,
}: Pick<TreeRowProps, "current" | "selected" | "marked">): string {
  const fill = current
    ? "bg-surface-selected text-ink"
    : selected
      ? "bg-accent-soft text-ink"
      : marked
        ? "bg-surface-hover"
        : "hover:bg-surface-hover";
  const bar =
    "before:absolute before:inset-y-0.5 before:left-0 before:w-[3px] before:rounded-full before:bg-accent";
  return selected ? `${fill} ${bar}` : fill;
}

/** Collapses and expands a row; empty beside rows that cannot be collapsed. */
function FoldToggle({ row, acts }: Pick<TreeRowProps, "row" | "acts">) {
  return (
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
  );
}

/** What stands before the title: the toggle or its space, and the status. */
function BeforeTitle({ row, slot, acts, t }: Pick<TreeRowProps, "row" | "slot" | "acts" | "t">) {
  const status = row.kind === "volume" ? "" : t(`status.${row.status}`);
  return (
    <>
      {(row.kind === "volume" || (slot && row.kind === "chapter")) && <FoldToggle row={row} acts={acts} />}
      {row.kind === "scene" && <span aria-hidden className="w-3 shrink-0" />}
      {row.kind !== "volume" && (
        <span
          role="img"
          aria-label={status}
          title={status}
          className={cx("keep-colour size-2 shrink-0 rounded-full border-[1.5px]", marks[row.status])}
        />
      )}
    </>
  );
}

/** Whether all scenes of a row are left out of print. */
function isUnprinted(row: Row): boolean {
  if (row.kind === "scene") return row.view.not_for_print === true;
  if (row.kind !== "chapter") return false;
  const { scenes } = row.view;
  return scenes.length > 0 && scenes.every((scene) => scene.not_for_print === true);
}

/** The title, and the 字数 at the end of the row. */
function TitleAndCount({ row, t, language, outline, rule, current, selected }: TreeRowProps) {
  const count = useRowCount(row, outline, rule);
  return (
    <>
      <span
        className={cx(
          "min-w-0 flex-1 truncate",
          row.kind === "volume" && "font-medium",
          row.title === "" && "text-faint",
        )}
      >
        <Title row={row} text={row.title || t(`untitled.${row.kind}`, { n: row.place })} />
      </span>
      {isUnprinted(row) && (
        <span role="img" aria-label={t("unprinted")} title={t("unprinted")} className="shrink-0 text-faint">
          <PrinterX size={13} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      <span
        className={cx("shrink-0 text-xs tabular-nums", current || selected ? "text-subtle" : "text-faint")}
      >
        {shortFigure(count, language)}
      </span>
    </>
  );
}

/** Where the dragged part would go: before or after the row. */
function DropLine({ row, side }: { row: Row; side: "before" | "after" }) {
  return (
    <span
      aria-hidden
      className={cx(
        "pointer-events-none absolute right-0 z-10 h-0.5 rounded-full bg-accent",
        side === "before" ? "-top-px" : "-bottom-px",
      )}
      style={{ left: indentOf(row) }}
    />
  );
}

export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, t, current, selected, active, renamingText, writable, drop, acts } = props;
  const element = useDragging(row, writable && renamingText === null, { acts, t });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows
    <div
      ref={element}
      role="treeitem"
      data-key={row.key}
      data-stop={active}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.folded === null ? undefined : !row.folded}
      aria-selected={selected ?? current}
      tabIndex={active ? 0 : -1}
      onMouseDown={(event) => {
        // Shift+click would select text from the caret to here.
        if (renamingText === null && pressOf(event) !== "only") event.preventDefault();
      }}
      onClick={(event) => acts.choose(row.key, pressOf(event))}
      onDoubleClick={(event) => {
        if (writable && pressOf(event) === "only") acts.rename(row.key);
      }}
      style={{
        height: props.height,
        transform: `translateY(${props.start}px)`,
        paddingLeft: indentOf(row),
      }}
      className={cx(
        "group absolute inset-x-1.5 top-0 flex items-center gap-1.5 rounded-md pr-2 text-sm -outline-offset-2",
        lookOf(props),
        renamingText !== null && "z-20",
        drop === "into" && "bg-accent-soft outline-2 outline-accent",
      )}
    >
      <BeforeTitle {...{ row, slot: props.slot, acts, t }} />
      {renamingText === null ? (
        <TitleAndCount {...props} />
      ) : (
        <RenameField
          text={renamingText}
          caretAtEnd={props.caretAtEnd}
          needed={row.kind === "chapter"}
          onDone={(title, end, typed) => acts.renamed(row, title, end, typed)}
        />
      )}
      {(drop === "before" || drop === "after") && <DropLine row={row} side={drop} />}
    </div>
  );
});
