// The queue of proposals, filtered and ordered, with the current one.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { usePacedAnswer } from "@/desk/paced-answer";
import { useAnswer } from "@/ipc/queries";
import type { ProposalList, ProposalView } from "@/ipc/types";
import { shortPhrase } from "./phrase";
import { currentOf, inOrder, queued, withReturning } from "./queue";
import { useReview } from "./state";

const NOTHING: ProposalList = { proposals: [], batches: [] };

export function useQueue() {
  const { t, i18n } = useTranslation("review");
  const { filter, chosen, decided, returning, order } = useReview();
  const answer = useAnswer("kg.proposals", { status: filter.status });
  const { proposals, batches } = answer.data ?? NOTHING;
  const counted = usePacedAnswer("kg.proposal_counts", order === "frequency" ? {} : null);
  const queue = useMemo(() => {
    const totals = new Map(counted.data?.counts.map(({ proposal, total }) => [proposal, total]));
    const words = ({ proposed }: ProposalView) => shortPhrase(t, proposed);
    const queue = queued(withReturning(proposals, returning), filter, decided);
    return inOrder(queue, { order, totals, words, language: i18n.language });
  }, [proposals, filter, decided, returning, order, counted.data, t, i18n.language]);
  const at = currentOf(queue, chosen);
  return { answer, batches, queue, at, current: queue[at] };
}
