// The queue list, filtered by type, batch and status. Arrow keys move through it.
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { useRovingRows } from "@/components/roving-rows";
import { Select } from "@/components/select";
import { type Ticks, tickByKey, useTicks } from "@/components/ticks";
import { useDesk } from "@/desk/desk";
import type { BatchView, ProposalStatus, ProposalView } from "@/ipc/types";
import { hindrance, shortPhrase } from "./phrase";
import { sourceWords } from "./proposal-card";
import { ORDERS, type ProposalType, type QueueOrder, TYPES } from "./queue";
import { useReview } from "./state";
import { TickEveryProposal, TickedProposals } from "./ticked-proposals";

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
  const writable = useDesk((state) => state.project?.writable ?? false);
  // Decided proposals are reconsidered one by one.
  const ticking = writable && filter.status === "pending";
  const ticks = useTicks(useMemo(() => queue.map(({ id }) => String(id)), [queue]));
  const choose = (index: number) => useReview.setState({ chosen: queue[index]?.id ?? null });
  const { scroller, items, height, goTo, onKeyDown } = useRovingRows({
    count: queue.length,
    rowHeight: ROW,
    keyOf: useCallback((index) => String(queue[index]?.id), [queue]),
    stop: Math.max(0, at),
    onReach: choose,
  });
  // The current one is kept visible, also when reached from elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the position changes
  useEffect(() => {
    scroller.current?.querySelector('[data-stop="true"]')?.scrollIntoView?.({ block: "nearest" });
  }, [at, queue]);
  return (
    <>
      <Filters batches={batches}>
        {ticking && queue.length > 0 && <TickEveryProposal {...{ queue, ticks }} />}
      </Filters>
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
                style={item.style}
              >
                <QueueRow
                  proposal={proposal}
                  isCurrent={isCurrent}
                  ticks={ticking ? ticks : null}
                  onChoose={() => choose(item.index)}
                  onKeyDown={(event) => {
                    const id = item.key;
                    const step = (by: number) => String(queue[goTo(item.index + by)]?.id);
                    if (!ticking || !tickByKey(event, { ticks, id, step })) onKeyDown(event);
                  }}
                />
              </li>
            );
          })}
        </ul>
      </div>
      {ticking && <TickedProposals {...{ queue, ticks }} />}
    </>
  );
}

interface QueueRowProps {
  proposal: ProposalView;
  isCurrent: boolean;
  /** null: proposals are not selected. */
  ticks: Ticks | null;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function QueueRow({ proposal, isCurrent, ticks, onChoose, onKeyDown }: QueueRowProps) {
  const { t } = useTranslation("review");
  const id = String(proposal.id);
  const name = shortPhrase(t, proposal.proposed);
  return (
    <>
      {ticks !== null && (
        <input
          type="checkbox"
          aria-label={t("bulk.one", { name })}
          checked={ticks.ticked.has(id)}
          tabIndex={isCurrent ? 0 : -1}
          onChange={() => undefined}
          onClick={({ shiftKey }) => (shiftKey ? ticks.range(id) : ticks.toggle(id))}
          className="absolute top-1/2 left-2 z-10 size-3.5 -translate-y-1/2 accent-accent"
        />
      )}
      <button
        type="button"
        data-stop={isCurrent}
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent || undefined}
        onClick={(event) => {
          if (ticks?.press(id, event) !== true) onChoose();
        }}
        onKeyDown={onKeyDown}
        className={cx(
          "flex size-full min-w-0 items-center gap-2 rounded-md pr-2 text-left text-sm -outline-offset-2",
          ticks === null ? "pl-2" : "pl-8",
          isCurrent ? "bg-surface-selected" : "hover:bg-surface-hover",
          hindrance(proposal) !== null && "text-faint",
        )}
      >
        <span className="w-8 shrink-0 truncate text-xs text-faint in-[:lang(en)]:w-12">
          {t(`types.${proposal.proposed.kind}`)}
        </span>
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="shrink-0 text-xs text-faint tabular-nums">
          {Math.round(proposal.confidence * 100)}
        </span>
      </button>
    </>
  );
}

/** The filters of the queue, and its order beside `children`. */
function Filters({ batches, children }: { batches: readonly BatchView[]; children: ReactNode }) {
  const { t } = useTranslation("review");
  const filter = useReview((state) => state.filter);
  const order = useReview((state) => state.order);
  const set = (change: Partial<typeof filter>) =>
    useReview.setState({ filter: { ...filter, ...change }, chosen: null });
  return (
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
      <div className="flex items-center gap-1.5">
        {children}
        <span className="flex-1" />
        <Select<QueueOrder>
          label={t("order.label")}
          hideLabel
          size="sm"
          value={order}
          onChange={(next) => useReview.setState({ order: next })}
          options={ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
          className="w-28 shrink-0"
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
  );
}
