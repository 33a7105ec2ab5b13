// The queue: its contents, its current item, its decisions. Pure.
import type { BatchId, ProposalId, ProposalStatus, ProposalView, Proposed } from "@/ipc/types";

export type ProposalType = Proposed["kind"];
export const TYPES: readonly ProposalType[] = ["entity", "alias", "relation", "fact", "event", "thread"];

/** The filter of the queue. */
export interface Filter {
  type: ProposalType | "all";
  batch: BatchId | null;
  status: ProposalStatus;
}

/** A decision of this session, latest last. */
export interface Decided {
  proposal: ProposalView;
  decision: "accept" | "reject";
}

const BECOMES = { accept: "applied", reject: "rejected" } as const;

/** The proposals in the queue: of the right type and batch, and not just decided. */
export function queued(
  proposals: readonly ProposalView[],
  filter: Filter,
  decided: readonly Decided[],
): readonly ProposalView[] {
  const gone = new Set<ProposalId>();
  for (const { proposal, decision } of decided) {
    if (BECOMES[decision] !== filter.status) gone.add(proposal.id);
  }
  return proposals.filter(
    (one) =>
      one.status === filter.status &&
      (filter.type === "all" || one.proposed.kind === filter.type) &&
      (filter.batch === null || one.batch === filter.batch) &&
      !gone.has(one.id),
  );
}

export const ORDERS = ["came", "frequency", "name"] as const;

/** As received, by frequency in the book, or by name. */
export type QueueOrder = (typeof ORDERS)[number];

/** The data for sorting. */
export interface OrderedBy {
  order: QueueOrder;
  /** How often the book names the subject of each. */
  totals: ReadonlyMap<ProposalId, number>;
  words: (proposal: ProposalView) => string;
  language: string;
}

/** The backend's list, oldest first, with the proposals that are being put back. */
export function withReturning(
  proposals: readonly ProposalView[],
  returning: readonly ProposalView[],
): readonly ProposalView[] {
  const listed = new Set(proposals.map(({ id }) => id));
  const missing = returning.filter(({ id }) => !listed.has(id));
  return missing.length === 0 ? proposals : [...proposals, ...missing].sort((a, b) => a.id - b.id);
}

/** The queue in the chosen order; ties keep the received order. */
export function inOrder(queue: readonly ProposalView[], by: OrderedBy): readonly ProposalView[] {
  if (by.order === "came") return queue;
  const { compare } = new Intl.Collator(by.language, { numeric: true });
  const total = ({ id }: ProposalView) => by.totals.get(id) ?? 0;
  return [...queue].sort((a, b) =>
    by.order === "frequency" ? total(b) - total(a) : compare(by.words(a), by.words(b)),
  );
}

/** The current one: the chosen one, or the first. */
export function currentOf(queue: readonly ProposalView[], chosen: ProposalId | null): number {
  const at = queue.findIndex(({ id }) => id === chosen);
  return at < 0 ? (queue.length === 0 ? -1 : 0) : at;
}

/** The next current one after the one at `at` is decided: the following, else the previous. */
export function after(queue: readonly ProposalView[], at: number): ProposalView | undefined {
  return queue[at + 1] ?? queue[at - 1];
}

/** The progress: decisions of this session count as done. */
export function progress(
  queue: readonly ProposalView[],
  at: number,
  decided: readonly Decided[],
  filter: Filter,
): { n: number; total: number } {
  const counts = (one: ProposalView) =>
    (filter.type === "all" || one.proposed.kind === filter.type) &&
    (filter.batch === null || one.batch === filter.batch);
  const done = filter.status === "pending" ? decided.filter(({ proposal }) => counts(proposal)).length : 0;
  return { n: done + at + 1, total: done + queue.length };
}
