// Proposals in words.
import type { TFunction } from "i18next";
import type { ProposalView, Proposed } from "@/ipc/types";

type Say = TFunction<"review">;

/** A full sentence: 林晚是小满的师父. */
export function phrase(t: Say, proposed: Proposed): string {
  switch (proposed.kind) {
    case "entity":
      return t("says.entity", {
        name: proposed.name,
        kind: t(`kinds.${proposed.entity_kind ?? "character"}`),
      });
    case "alias":
      return t("says.alias", { name: proposed.name, alias: proposed.alias });
    case "relation":
      return t("says.relation", {
        from: proposed.from,
        to: proposed.to,
        relation: proposed.relation,
      });
    case "fact":
      if (proposed.corrects !== undefined) {
        return t("says.correction", {
          subject: proposed.subject,
          predicate: proposed.predicate,
          wrong: proposed.corrects,
          right: proposed.object,
        });
      }
      return t("says.fact", {
        subject: proposed.subject,
        predicate: proposed.predicate,
        object: proposed.object,
      });
    case "event":
      return t("says.event", { title: proposed.title });
    case "thread":
      return t("says.thread", { title: proposed.title, change: t(`changes.${proposed.change}`) });
  }
}

/** A short phrase for a row. */
export function shortPhrase(t: Say, proposed: Proposed): string {
  return t(`short.${proposed.kind}`, { ...proposed });
}

/** Why a proposal cannot be accepted; null if it can. */
export function hindrance(proposal: ProposalView): "stale" | "unproven" | "noQuote" | null {
  if (proposal.now !== null) return null;
  if (proposal.evidence != null) return "stale";
  return (proposal.unproven ?? "") === "" ? "noQuote" : "unproven";
}
