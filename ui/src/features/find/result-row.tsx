// A row of the results: a chapter with its count, or a match with context; deletions are struck out, insertions follow.
import { Check, ChevronDown, ChevronRight, Minus } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { figure } from "@/components/figures";
import { useFind } from "./find";
import { endOf, type HitRow, oneLine, type ResultRow, replacementOf } from "./hits";

interface ResultTreeRowProps {
  id: string;
  row: ResultRow;
  /** Its place in the list. */
  style: CSSProperties;
  /** It has the focus. */
  active: boolean;
  current: boolean;
  /** Whether it is excluded from the replacement; null without a replacement. */
  out: boolean | null;
  someOut: boolean;
  onOpen: (row: ResultRow) => void;
  onEnter: (row: ResultRow) => void;
  onToggle: (row: ResultRow) => void;
}

/** Context before a match, in full-width characters: twice as many letters. */
const CONTEXT_WIDTH = 30;
const MAX_MATCH_WIDTH = 60;
/** Maximum context after a match. */
const MAX_CONTEXT_AFTER = 60;

export function ResultTreeRow(props: ResultTreeRowProps) {
  const { id, row, style, active, current, out, someOut, onOpen, onEnter, onToggle } = props;
  const { t } = useTranslation("find");
  const isChapter = row.kind === "chapter";
  const Chevron = isChapter && row.folded ? ChevronRight : ChevronDown;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all rows
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={isChapter ? 1 : 2}
      aria-expanded={isChapter ? !row.folded : undefined}
      aria-setsize={isChapter ? undefined : row.siblings}
      aria-posinset={isChapter ? undefined : row.place}
      aria-checked={out === null ? undefined : isChapter && someOut && !out ? "mixed" : !out}
      aria-selected={current}
      onClick={() => onOpen(row)}
      onDoubleClick={() => onEnter(row)}
      style={style}
      className={cx(
        "absolute inset-x-1 top-0 flex items-center gap-2 rounded-md px-2 text-sm outline-hidden",
        current ? "bg-surface-selected" : "hover:bg-surface-hover",
        active && "group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 outline-focus-ring",
        !isChapter && "pl-8",
      )}
    >
      {isChapter && (
        <Chevron size={15} strokeWidth={1.75} aria-hidden className="-mr-0.5 shrink-0 text-subtle" />
      )}
      {out !== null && (
        <span
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onToggle(row);
          }}
          className={cx(
            "flex size-4 shrink-0 items-center justify-center rounded-sm border",
            out ? "border-line-strong bg-surface-raised" : "border-accent bg-accent text-on-accent",
          )}
        >
          {!out &&
            (isChapter && someOut ? (
              <Minus size={12} strokeWidth={3} />
            ) : (
              <Check size={12} strokeWidth={3} />
            ))}
        </span>
      )}
      {row.kind === "chapter" ? (
        <>
          <span className="min-w-0 truncate font-medium">{row.title || t("results.untitled")}</span>
          <span className="shrink-0 text-xs text-faint tabular-nums">{figure(row.hits.length)}</span>
        </>
      ) : (
        <HitWords row={row} replaced={out === false} />
      )}
    </div>
  );
}

function HitWords({ row, replaced }: { row: HitRow; replaced: boolean }) {
  const { t } = useTranslation("find");
  const matching = useFind((state) => state.matching);
  const replacement = useFind((state) => state.replacement);
  const { before, found, after } = row.hit.excerpt;
  const shown = oneLine(found, MAX_MATCH_WIDTH);
  const added = replaced
    ? oneLine(replacementOf(replacement, found, matching === "regex"), MAX_MATCH_WIDTH)
    : "";
  const label = replaced
    ? t("results.hitReplaced", { before, found: shown, added: added || t("results.nothing"), after })
    : t("results.hit", { before, found: shown, after });
  return (
    <>
      <span className="sr-only">{label}</span>
      <span aria-hidden className="flex min-w-0 font-reading whitespace-pre text-subtle">
        {/* The text before is cut at its start, so that the match stays visible. */}
        <span className="flex max-w-1/2 shrink-0 justify-end overflow-hidden">
          <span className="shrink-0">{endOf(before, CONTEXT_WIDTH).trimStart()}</span>
        </span>
        <span className="min-w-0 truncate">
          {replaced ? (
            <>
              <del className="rounded-[2px] bg-removed text-removed-text">{shown}</del>
              {added !== "" && (
                <ins className="rounded-[2px] bg-added text-added-text no-underline">{added}</ins>
              )}
            </>
          ) : (
            <mark className="rounded-[2px] bg-hit text-ink">{shown}</mark>
          )}
          {[...after].length < MAX_CONTEXT_AFTER ? after : `${after}…`}
        </span>
      </span>
    </>
  );
}
