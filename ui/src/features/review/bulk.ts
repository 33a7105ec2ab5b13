// Deciding many proposals at once: one request, and one that undoes it. Building requests is pure.
import type { TFunction } from "i18next";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { type JobProgress, run } from "@/ipc/host";
import type { EntityKind, ProposalView, Proposed, Review, ReviewAll, ReviewedAll } from "@/ipc/types";
import { inTurn } from "./decisions";
import { hindrance } from "./phrase";

/** An act on all selected proposals. */
export type BulkAct =
  | { do: "accept" | "reject" | "not-names" }
  /** Accept as entities of this kind. */
  | { do: "as"; kind: EntityKind }
  /** Accept as one entity with this name; the others become aliases. */
  | { do: "merge"; name: string };

type EntityProposal = ProposalView & { proposed: Extract<Proposed, { kind: "entity" }> };

export const isEntity = (proposal: ProposalView): proposal is EntityProposal =>
  proposal.proposed.kind === "entity";

const accepts = (proposal: ProposalView) => hindrance(proposal) === null;

/** The proposals an act applies to. */
export function concerned(proposals: readonly ProposalView[], act: BulkAct["do"]): readonly ProposalView[] {
  if (act === "reject") return proposals;
  if (act === "accept") return proposals.filter(accepts);
  if (act === "not-names") return proposals.filter(isEntity);
  return proposals.filter((one) => isEntity(one) && accepts(one));
}

/** The request of an act. */
export function requestOf(proposals: readonly ProposalView[], act: BulkAct): ReviewAll {
  const all = concerned(proposals, act.do);
  const entities = all.filter(isEntity);
  switch (act.do) {
    case "accept":
      return { reviews: all.map(({ id }) => ({ proposal: id, decision: "accept" })) };
    case "reject":
      return { reviews: all.map(({ id }) => ({ proposal: id, decision: "reject" })) };
    case "not-names":
      return {
        reviews: all.map(({ id }) => ({ proposal: id, decision: "reject" })),
        not_names: entities.map(({ proposed }) => proposed.name),
      };
    case "as":
      return {
        reviews: entities.map(({ id, proposed }) => ({
          proposal: id,
          decision: "accept",
          corrected: { ...proposed, entity_kind: act.kind },
        })),
      };
    case "merge":
      return { reviews: merged(entities, act.name) };
  }
}

/** The entity with the name first, with all names and descriptions; the others become its aliases. */
function merged(entities: readonly EntityProposal[], name: string): Review[] {
  const main = entities.find(({ proposed }) => proposed.name === name);
  if (main === undefined) return [];
  const names = entities.flatMap(({ proposed }) => [proposed.name, ...(proposed.aliases ?? [])]);
  const description = [main, ...entities].map(({ proposed }) => proposed.description ?? "").find(Boolean);
  const whole: Proposed = {
    ...main.proposed,
    aliases: [...new Set(names)].filter((one) => one !== name),
    ...(description !== undefined && { description }),
  };
  const others = entities.filter((one) => one !== main && one.proposed.name !== name);
  return [
    { proposal: main.id, decision: "accept", corrected: whole },
    ...others.map(
      ({ id, proposed }): Review => ({
        proposal: id,
        decision: "accept",
        corrected: { kind: "alias", name, alias: proposed.name },
      }),
    ),
  ];
}

/** The request that undoes decisions: last first, each as originally proposed. */
export function undoOf(proposals: readonly ProposalView[], done: ReviewedAll): ReviewAll {
  const first = new Map(proposals.map(({ id, proposed }) => [id, proposed]));
  const reviews = [...done.decided].reverse().map(({ proposal }): Review => {
    const corrected = first.get(proposal);
    return { proposal, decision: "reopen", ...(corrected !== undefined && { corrected }) };
  });
  return { reviews, names: done.ignored };
}

/** Decides and reports the result; the notice undoes it all. */
export function decideAll(
  t: TFunction<"review">,
  proposals: readonly ProposalView[],
  act: BulkAct,
  onProgress: (progress: JobProgress | null) => void,
): Promise<unknown> {
  return inTurn(() =>
    attempt(async () => {
      await flushAll();
      const job = run("kg.review_all", requestOf(proposals, act), onProgress);
      try {
        const done = await job.answer;
        report(t, done, undoOf(proposals, done));
      } finally {
        onProgress(null);
      }
    }),
  );
}

function report(t: TFunction<"review">, done: ReviewedAll, undo: ReviewAll): void {
  const count = (status: string) => done.decided.filter((one) => one.status === status).length;
  const [applied, rejected] = [count("applied"), count("rejected")];
  const parts = [
    applied > 0 && t("bulk.accepted", { n: applied }),
    rejected > 0 && t("bulk.rejected", { n: rejected }),
  ].filter((part) => part !== false);
  notify({
    text: parts.length === 0 ? t("bulk.nothing") : parts.join(t("bulk.join")),
    ...(done.refused.length > 0 && { detail: t("bulk.refused", { n: done.refused.length }) }),
    ...(done.decided.length > 0 && {
      action: {
        label: t("bulk.undo"),
        onSelect: () => void inTurn(() => attempt(() => run("kg.review_all", undo).answer)),
      },
    }),
  });
}
