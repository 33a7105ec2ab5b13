// Pairs of passages that nearly repeat each other, each side with a link.
import { CopyCheck } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { ProgressBar } from "@/components/progress-bar";
import { Tooltip } from "@/components/tooltip";
import type { DuplicatePair, SearchHit } from "@/ipc/types";
import { moveAmong } from "./arrows";
import { keyOf } from "./hits";
import { PlaceLine } from "./place-line";
import { open } from "./result-list";
import { Snippet } from "./snippet";
import { useSearching } from "./state";
import { MAX_PAIRS, type Repeats, useRepeats } from "./use-repeats";

export function DuplicatesSide() {
  const { t } = useTranslation("search");
  const repeats = useRepeats();
  const { data, error, isLooking, again } = repeats;
  if (error !== null && !isLooking) {
    return (
      <div className="p-3">
        <FailureState failure={error} title={t("failed.title")} onRetry={again} />
      </div>
    );
  }
  if (data === undefined && isLooking) {
    return (
      <div className="p-3">
        <Looking repeats={repeats} />
      </div>
    );
  }
  if (data === undefined) {
    return (
      <EmptyState
        compact
        icon={CopyCheck}
        title={t("duplicates.stopped")}
        text={t("duplicates.text")}
        action={
          <Button size="sm" onClick={again}>
            {t("duplicates.again")}
          </Button>
        }
        className="pt-8"
      />
    );
  }
  if (data.pairs.length === 0) {
    return (
      <EmptyState
        compact
        icon={CopyCheck}
        title={t("duplicates.none")}
        text={data.left > 0 ? t("duplicates.left", { n: figure(data.left) }) : t("duplicates.noneText")}
        action={
          <Button size="sm" busy={isLooking} onClick={again}>
            {t("duplicates.again")}
          </Button>
        }
        className="pt-8"
      />
    );
  }
  return <Pairs pairs={data.pairs} left={data.left} repeats={repeats} />;
}

/** The progress of the comparison, with a stop button. */
function Looking({ repeats: { progress, stop } }: { repeats: Repeats }) {
  const { t } = useTranslation("search");
  return (
    <ProgressBar
      label={t("duplicates.looking")}
      value={progress === null || progress.total === 0 ? null : progress.done}
      max={progress?.total}
      onStop={stop}
    />
  );
}

interface PairsProps {
  pairs: readonly DuplicatePair[];
  /** The number of texts not compared. */
  left: number;
  repeats: Repeats;
}

function Pairs({ pairs, left, repeats }: PairsProps) {
  const { t } = useTranslation("search");
  const active = useSearching((state) => state.active);
  const root = useRef<HTMLOListElement>(null);
  const keys = pairs.flatMap((pair, at) => [sideKey(at, pair.first), sideKey(at, pair.second)]);
  const stop = active !== null && keys.includes(active) ? active : keys[0];
  const onKeyDown = (event: KeyboardEvent) => {
    if (root.current !== null) moveAmong(root.current, event);
  };
  return (
    <>
      <div className="flex shrink-0 flex-col gap-1 border-b border-line px-3 py-2">
        <div className="flex items-center justify-between gap-2">
          <p role="status" className="text-sm tabular-nums">
            {pairs.length >= MAX_PAIRS
              ? t("duplicates.limited", { n: figure(MAX_PAIRS) })
              : t("duplicates.count", { n: figure(pairs.length) })}
          </p>
          {!repeats.isLooking && (
            <Button size="sm" onClick={repeats.again}>
              {t("duplicates.again")}
            </Button>
          )}
        </div>
        {repeats.isLooking && <Looking repeats={repeats} />}
        <p className="text-xs break-words text-faint">
          {t(repeats.isOld ? "duplicates.changed" : "duplicates.text")}
        </p>
        {left > 0 && (
          <p className="text-xs break-words text-warning">{t("duplicates.left", { n: figure(left) })}</p>
        )}
      </div>
      <ol
        ref={root}
        aria-label={t("duplicates.label")}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2 py-2 pb-4"
      >
        {pairs.map((pair, at) => (
          <li
            key={`${keyOf(pair.first)} ${keyOf(pair.second)}`}
            className="flex flex-col rounded-lg border border-line p-1"
          >
            <div className="flex items-baseline justify-between gap-2 px-1.5 pt-0.5 pb-1 text-xs text-faint tabular-nums">
              <span>{t("duplicates.pair", { n: figure(at + 1) })}</span>
              <Tooltip text={t("duplicates.sharedText", { n: pair.shared })} side="left">
                <button type="button" className="cursor-default rounded-sm hover:text-subtle">
                  {t("duplicates.shared", { n: pair.shared })}
                </button>
              </Tooltip>
            </div>
            {[pair.first, pair.second].map((hit, side) => {
              const key = sideKey(at, hit);
              return (
                <SideOfPair
                  // biome-ignore lint/suspicious/noArrayIndexKey: a pair has two sides
                  key={side}
                  id={key}
                  hit={hit}
                  stop={key === stop}
                  current={key === active}
                />
              );
            })}
          </li>
        ))}
      </ol>
    </>
  );
}

/** A passage may be in several pairs. */
const sideKey = (pair: number, hit: SearchHit) => `pair ${pair} ${keyOf(hit)}`;

interface SideOfPairProps {
  id: string;
  hit: SearchHit;
  stop: boolean;
  current: boolean;
}

function SideOfPair({ id, hit, stop, current }: SideOfPairProps) {
  return (
    <div data-row>
      <button
        type="button"
        data-hit={id}
        tabIndex={stop ? 0 : -1}
        aria-current={current || undefined}
        onFocus={() => useSearching.setState({ active: id })}
        onClick={() => open(id, hit)}
        className={cx(
          "flex w-full min-w-0 flex-col gap-0.5 rounded-md px-1.5 py-1.5 text-left transition-colors -outline-offset-2",
          current ? "bg-surface-selected" : "hover:bg-surface-hover",
        )}
      >
        <PlaceLine place={hit.place} />
        <Snippet snippet={hit.snippet} reading />
      </button>
    </div>
  );
}
