// The queue: what is in it, which one is looked at, what was decided. Pure.
import type { BatchId, ProposalId, ProposalStatus, ProposalView, Proposed } from "@/ipc/types";

export type ProposalType = Proposed["kind"];
export const TYPES: readonly ProposalType[] = ["entity", "alias", "relation", "fact", "event", "thread"];

/** Which proposals are looked at. */
export interface Filter {
  type: ProposalType | "all";
  batch: BatchId | null;
  status: ProposalStatus;
}

/** A decision of this sitting, latest last. */
export interface Decided {
  proposal: ProposalView;
  decision: "accept" | "reject";
}

const BECOMES = { accept: "applied", reject: "rejected" } as const;

/** What stands in the queue: of the right type and batch, and not decided a moment ago. */
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

/** As they came, by how often the book names what they are about, or by their words. */
export type QueueOrder = (typeof ORDERS)[number];

/** What an order is made by. */
export interface OrderedBy {
  order: QueueOrder;
  /** How often the book names what each is about. */
  totals: ReadonlyMap<ProposalId, number>;
  words: (proposal: ProposalView) => string;
  language: string;
}

/** The queue in the order that is wanted; of the same rank they stand as they came. */
export function inOrder(queue: readonly ProposalView[], by: OrderedBy): readonly ProposalView[] {
  if (by.order === "came") return queue;
  const { compare } = new Intl.Collator(by.language, { numeric: true });
  const total = ({ id }: ProposalView) => by.totals.get(id) ?? 0;
  return [...queue].sort((a, b) =>
    by.order === "frequency" ? total(b) - total(a) : compare(by.words(a), by.words(b)),
  );
}

/** The one that is looked at: the chosen one, or the first. */
export function currentOf(queue: readonly ProposalView[], chosen: ProposalId | null): number {
  const at = queue.findIndex(({ id }) => id === chosen);
  return at < 0 ? (queue.length === 0 ? -1 : 0) : at;
}

/** What is looked at once the one at `at` is decided: the next, or else the one before. */
export function after(queue: readonly ProposalView[], at: number): ProposalView | undefined {
  return queue[at + 1] ?? queue[at - 1];
}

/** How far one is: those that were decided in this sitting count as done. */
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
