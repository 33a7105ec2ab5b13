// Results by kind of text. One row is the Tab stop, arrow keys move between rows, Enter or a click opens the place; the
// reason of a result is the next Tab stop.
import { type KeyboardEvent, memo, type RefObject, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { figure } from "@/components/figures";
import { attempt } from "@/desk/attempt";
import type { SearchHit } from "@/ipc/types";
import { moveAmong } from "./arrows";
import type { Group, Row } from "./hits";
import { goToHit } from "./jump";
import { PlaceLine } from "./place-line";
import { Snippet } from "./snippet";
import { LIMITS, showMore, useSearching } from "./state";
import { WhyButton } from "./why-button";

interface ResultListProps {
  root: RefObject<HTMLElement | null>;
  label: string;
  groups: readonly Group[];
  /** The requested number. */
  limit: number;
  /** The received number. */
  came: number;
  /** The number of paragraphs with all the words. */
  total: number;
  fallback: boolean;
  /** It answers an earlier request. */
  isBefore: boolean;
  /** An arrow key leaves at the top. */
  onLeave: () => void;
}

/** Opens a result and makes it the current row. */
export function open(key: string, hit: SearchHit): void {
  useSearching.setState({ active: key });
  void attempt(() => goToHit(hit));
}

export function ResultList(props: ResultListProps) {
  const { root, label, groups, limit, came, total, fallback, isBefore, onLeave } = props;
  const { t } = useTranslation("search");
  const active = useSearching((state) => state.active);
  const rows = groups.flatMap((group) => group.rows);
  const stop = rows.some(({ key }) => key === active) ? active : rows[0]?.key;

  // On return the list is at its old position.
  useEffect(() => {
    const row = root.current?.querySelector('[data-hit][tabindex="0"]');
    if (useSearching.getState().active !== null) row?.scrollIntoView({ block: "nearest" });
  }, [root]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (root.current === null) return;
    const moved = moveAmong(root.current, event);
    if (moved === "left" || event.key === "Escape") {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <section
      ref={root}
      aria-label={label}
      aria-busy={isBefore || undefined}
      onKeyDown={onKeyDown}
      className="px-1.5 pb-4"
    >
      {groups.map(({ kind, rows: ofKind }) => (
        <section key={kind} aria-label={t(`kinds.${kind}`)}>
          <h3 className="flex items-baseline gap-1.5 px-2 pt-3 pb-1 text-xs font-medium text-faint">
            {t(`kinds.${kind}`)}
            <span className="font-normal tabular-nums">{figure(ofKind.length)}</span>
          </h3>
          <ul>
            {ofKind.map((row) => (
              <ResultRow
                key={row.key}
                row={row}
                stop={row.key === stop}
                current={row.key === active}
                total={total}
                fallback={fallback}
              />
            ))}
          </ul>
        </section>
      ))}
      {came >= limit && (
        <div className="flex justify-center px-2 pt-3">
          {limit < (LIMITS.at(-1) ?? 0) ? (
            <Button size="sm" variant="ghost" busy={isBefore} onClick={showMore}>
              {t("results.more")}
            </Button>
          ) : (
            <p className="text-center text-xs text-faint">{t("results.all", { n: figure(limit) })}</p>
          )}
        </div>
      )}
    </section>
  );
}

interface ResultRowProps {
  row: Row;
  stop: boolean;
  /** It was opened last, or has the focus. */
  current: boolean;
  total: number;
  fallback: boolean;
}

const ResultRow = memo(function ResultRow({ row, stop, current, total, fallback }: ResultRowProps) {
  const { key, hit, goesOn } = row;
  return (
    <li
      data-row
      className={cx(
        "flex flex-col rounded-md transition-colors",
        current ? "bg-surface-selected" : "hover:bg-surface-hover",
      )}
    >
      <button
        type="button"
        data-hit={key}
        tabIndex={stop ? 0 : -1}
        aria-current={current || undefined}
        onFocus={() => useSearching.setState({ active: key })}
        onClick={() => open(key, hit)}
        className="flex w-full min-w-0 flex-col gap-0.5 rounded-md px-2 pt-1.5 text-left -outline-offset-2"
      >
        <span className={cx("max-w-full min-w-0", goesOn && "sr-only")}>
          <PlaceLine place={hit.place} />
        </span>
        <Snippet snippet={hit.snippet} reading={hit.kind === "text"} />
      </button>
      <div className="px-2 pt-0.5 pb-1.5 leading-4">
        <WhyButton why={hit.why} total={total} fallback={fallback} stop={stop} />
      </div>
    </li>
  );
});
