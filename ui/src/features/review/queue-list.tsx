// The queue at the side: what it holds, by type, batch and status. Arrow keys go through it.
import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { useRovingRows } from "@/components/roving-rows";
import { Select } from "@/components/select";
import { useScaled } from "@/desk/scaled";
import type { BatchView, ProposalStatus, ProposalView } from "@/ipc/types";
import { hindrance, shortPhrase } from "./phrase";
import { sourceWords } from "./proposal-card";
import { type ProposalType, TYPES } from "./queue";
import { useReview } from "./state";

interface QueueListProps {
  queue: readonly ProposalView[];
  at: number;
  batches: readonly BatchView[];
}

const ROW = 30;
const STATUSES: readonly ProposalStatus[] = ["pending", "applied", "rejected", "undone"];

export function QueueList({ queue, at, batches }: QueueListProps) {
  const { t } = useTranslation("review");
  const filter = useReview((state) => state.filter);
  const choose = (index: number) => useReview.setState({ chosen: queue[index]?.id ?? null });
  const rowHeight = useScaled(ROW);
  const { scroller, items, height, onKeyDown } = useRovingRows({
    count: queue.length,
    rowHeight,
    keyOf: useCallback((index) => String(queue[index]?.id), [queue]),
    stop: Math.max(0, at),
    onReach: choose,
  });
  // The one that is looked at is in sight, also when it was reached from elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of place that moves the list
  useEffect(() => {
    scroller.current?.querySelector('[data-stop="true"]')?.scrollIntoView?.({ block: "nearest" });
  }, [at, queue]);
  const set = (change: Partial<typeof filter>) =>
    useReview.setState({ filter: { ...filter, ...change }, chosen: null });
  return (
    <>
      <div className="flex flex-col gap-1.5 px-3 py-2">
        <div className="flex flex-wrap gap-1.5">
          <Select<ProposalType | "all">
            label={t("types.label")}
            hideLabel
            size="sm"
            value={filter.type}
            onChange={(type) => set({ type })}
            options={(["all", ...TYPES] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
            className="min-w-28 flex-1"
          />
          <Select<ProposalStatus>
            label={t("status.label")}
            hideLabel
            size="sm"
            value={filter.status}
            onChange={(status) => set({ status })}
            options={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
            className="min-w-28 flex-1"
          />
        </div>
        {batches.length > 1 && (
          <Select<string>
            label={t("batch.label")}
            hideLabel
            size="sm"
            value={filter.batch === null ? "all" : String(filter.batch)}
            onChange={(batch) => set({ batch: batch === "all" ? null : Number(batch) })}
            options={[
              { value: "all", label: t("batch.all") },
              ...batches.map((batch) => ({
                value: String(batch.id),
                label: `${batch.id} · ${sourceWords(t, batch.source)}`,
              })),
            ]}
          />
        )}
      </div>
      {queue.length === 0 && <p className="px-3 py-4 text-center text-sm text-faint">{t("none")}</p>}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
        <ul aria-label={t("list")} className="relative" style={{ height }}>
          {items.map((item) => {
            const proposal = queue[item.index];
            if (proposal === undefined) return null;
            const isCurrent = item.index === at;
            return (
              <li
                key={item.key}
                aria-setsize={queue.length}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
              >
                <button
                  type="button"
                  data-stop={isCurrent}
                  tabIndex={isCurrent ? 0 : -1}
                  aria-current={isCurrent || undefined}
                  onClick={() => choose(item.index)}
                  onKeyDown={(event) => void onKeyDown(event)}
                  className={cx(
                    "flex size-full min-w-0 items-center gap-2 rounded-md px-2 text-left text-sm -outline-offset-2",
                    isCurrent ? "bg-surface-selected" : "hover:bg-surface-hover",
                    hindrance(proposal) !== null && "text-faint",
                  )}
                >
                  <span className="w-8 shrink-0 truncate text-xs text-faint in-[:lang(en)]:w-12">
                    {t(`types.${proposal.proposed.kind}`)}
                  </span>
                  <span className="min-w-0 flex-1 truncate">{shortPhrase(t, proposal.proposed)}</span>
                  <span className="shrink-0 text-xs text-faint tabular-nums">
                    {Math.round(proposal.confidence * 100)}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}
