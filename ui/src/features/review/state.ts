// The view state of the queue and the decisions of this session; kept while the author looks at the text.
import { create } from "zustand";
import { useDesk } from "@/desk/desk";
import type { BatchId, ProposalId, ProposalView, Undone } from "@/ipc/types";
import type { Decided, Filter, QueueOrder } from "./queue";

interface ReviewState {
  filter: Filter;
  order: QueueOrder;
  chosen: ProposalId | null;
  decided: readonly Decided[];
  /** Put back by an undo; they stay in the queue although the backend's list may not have them yet. */
  returning: readonly ProposalView[];
  side: "queue" | "batches";
  /** An extraction is running. */
  extracting: boolean;
  /** What was kept when a batch was undone. */
  left: Undone | null;
  /** The batch to undo, waiting for confirmation. */
  asks: BatchId | "last" | null;
}

const INITIAL: ReviewState = {
  filter: { type: "all", batch: null, status: "pending" },
  order: "came",
  chosen: null,
  decided: [],
  returning: [],
  side: "queue",
  extracting: false,
  left: null,
  asks: null,
};

export const useReview = create<ReviewState>(() => INITIAL);

/** Resets the session. */
export function forgetReview(): void {
  useReview.setState(INITIAL);
}

// Decisions and filters belong to one project.
useDesk.subscribe(({ project, centre }, { project: before, centre: shown }) => {
  if (project?.folder !== before?.folder || project?.name !== before?.name) forgetReview();
  // A link to one batch shows its pending proposals.
  if (centre === shown || centre.kind !== "review" || centre.batch === undefined) return;
  const filter: Filter = { type: "all", batch: centre.batch, status: "pending" };
  useReview.setState({ filter, side: "queue", chosen: null });
});
