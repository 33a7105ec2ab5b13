// Deciding: a decided proposal leaves the queue at once, while the backend follows in order. Refused decisions return
// with the reason.
import type { TFunction } from "i18next";
import { useState } from "react";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { turns } from "@/desk/turns";
import { call, toFailure } from "@/ipc/host";
import { currentAnswer } from "@/ipc/queries";
import type { Failure, ProposalId, ProposalView, Proposed, Review } from "@/ipc/types";
import { shortPhrase } from "./phrase";
import { after, type Decided } from "./queue";
import { useReview } from "./state";

/** Decisions reach the backend in the order they were made. */
export const inTurn = turns();

/** A decision that the backend refused. */
export interface Refused {
  proposal: ProposalId;
  failure: Failure;
}

export interface Decisions {
  decide: (decision: Decided["decision"], corrected?: Proposed) => void;
  undo: () => void;
  /** Returns a decided proposal to the queue. */
  reopen: () => void;
  refused: Refused | null;
  /** The last act, for screen readers. */
  said: string;
}

/** Decisions about the proposal at `at`. The caller checks whether they are allowed. */
export function useDecisions(t: TFunction<"review">, queue: readonly ProposalView[], at: number): Decisions {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [said, setSaid] = useState("");

  const tell = (words: string, next: ProposalView | undefined) => {
    const then =
      next === undefined ? t("said.done") : t("said.next", { name: shortPhrase(t, next.proposed) });
    setSaid(`${words} ${then}`);
  };
  const decide = (decision: Decided["decision"], corrected?: Proposed) => {
    const proposal = queue[at];
    if (proposal === undefined) return;
    const next = after(queue, at);
    const entry: Decided = { proposal, decision };
    useReview.setState(({ decided }) => ({ decided: [...decided, entry], chosen: next?.id ?? null }));
    setRefused(null);
    const name = shortPhrase(t, corrected ?? proposal.proposed);
    tell(t(decision === "accept" ? "said.accepted" : "said.rejected", { name }), next);
    void inTurn(async () => {
      try {
        if (decision === "accept") await flushAll();
        const request: Review = { proposal: proposal.id, decision };
        if (corrected !== undefined) request.corrected = corrected;
        await call("kg.review", request);
      } catch (thrown) {
        useReview.setState(({ decided }) => ({
          decided: decided.filter((one) => one !== entry),
          chosen: proposal.id,
        }));
        const failure = toFailure(thrown);
        setRefused({ proposal: proposal.id, failure });
        setSaid(t("failed", { name }));
      }
    });
  };

  const putBack = (proposal: ProposalView, whenRefused: () => void) => {
    const name = shortPhrase(t, proposal.proposed);
    setRefused(null);
    setSaid(t("said.reopened", { name }));
    void inTurn(async () => {
      const done = await attempt(() => call("kg.review", { proposal: proposal.id, decision: "reopen" }));
      if (done === undefined) whenRefused();
      else if (done.kept.length > 0) notify({ text: t("batches.kept", { n: done.kept.length }) });
    });
  };
  const undo = () => {
    const { decided } = useReview.getState();
    const entry = decided.at(-1);
    if (entry === undefined) return;
    const { proposal } = entry;
    useReview.setState(({ filter, returning }) => ({
      decided: decided.slice(0, -1),
      returning: [...returning, proposal],
      chosen: proposal.id,
      side: "queue",
      filter: { ...filter, status: "pending" },
    }));
    putBack(proposal, () => useReview.setState((state) => ({ decided: [...state.decided, entry] })));
    void inTurn(async () => {
      await currentAnswer("kg.proposals", { status: "pending" }).catch(() => undefined);
      useReview.setState(({ returning }) => ({ returning: returning.filter((one) => one !== proposal) }));
    });
  };
  const reopen = () => {
    const proposal = queue[at];
    if (proposal === undefined) return;
    useReview.setState(({ decided }) => ({
      decided: decided.filter((one) => one.proposal.id !== proposal.id),
      chosen: after(queue, at)?.id ?? null,
    }));
    putBack(proposal, () => undefined);
  };
  return { decide, undo, reopen, refused, said };
}
