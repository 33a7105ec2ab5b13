// Mendings in words.
import type { TFunction } from "i18next";
import { figure, shortFigure } from "@/components/figures";
import { money } from "@/components/money";
import type {
  MendEstimate,
  MendedSceneView,
  MendIssueCounts,
  MendIssueView,
  MendingView,
  MendSpent,
  Proposed,
  Refusal,
  Rule,
} from "@/ipc/types";

export type Say = TFunction<"mending">;

/** The longest quote in the name of a mending, in characters. */
const MAX_TITLE_LENGTH = 16;

/** The name of a mending: what it works on. What has no title is named after its place, if that is known. */
export function sessionName(
  t: Say,
  { scope, title: own }: Pick<MendingView, "scope" | "title">,
  place = "",
): string {
  if (scope === "book") return t("name.book");
  const title = own === "" ? place : own;
  const chars = [...title];
  // A quoted mark alone says nothing.
  if (!/[\p{L}\p{N}]/u.test(title)) return t(`name.bare.${scope}`);
  const short = chars.length <= MAX_TITLE_LENGTH ? title : `${chars.slice(0, MAX_TITLE_LENGTH).join("")}…`;
  return t(`name.${scope}`, { title: short });
}

/** A change of the setting, as its proposal says it. */
export function settingWords(t: Say, proposed: Proposed): string {
  switch (proposed.kind) {
    case "fact":
      return t("setting.fact", {
        subject: proposed.subject,
        predicate: proposed.predicate,
        wrong: proposed.corrects ?? "",
        right: proposed.object,
      });
    case "alias":
      return t("setting.alias", { name: proposed.name, alias: proposed.alias });
    // Mendings propose nothing else.
    default:
      return "";
  }
}

/** The name of a scene: its chapter, and its title if it has one. */
export function sceneName(
  t: Say,
  { chapter_title, title }: Pick<MendedSceneView, "chapter_title" | "title">,
): string {
  const chapter = chapter_title || t("unnamed");
  return title === "" ? chapter : t("scene", { chapter, scene: title });
}

/** The rounds of a mending: the one under way, or those that were done. */
export function roundWords(t: Say, { round, max_rounds }: MendingView, isAtWork: boolean): string {
  if (!isAtWork) return round === 0 ? "" : t("rounds", { n: figure(round) });
  return t("round", { n: figure(Math.min(round + 1, max_rounds)), most: figure(max_rounds) });
}

/** What became of the issues: 改好 9 · 部分 1 · 没改 2（要先问过你）. `why` says why some were left. */
export function countWords(t: Say, counts: MendIssueCounts, why = ""): string {
  const states = ["resolved", "partial", "deferred", "open"] as const;
  return states
    .filter((state) => counts[state] > 0)
    .map((state) => {
      const n = figure(counts[state]);
      return state === "deferred" && why !== ""
        ? t("counts.deferredWhy", { n, why })
        : t(`counts.${state}`, { n });
    })
    .join(t("between"));
}

/** The issues by state, as the backend counts them. */
export function countsOf(issues: readonly Pick<MendIssueView, "state">[]): MendIssueCounts {
  const of = (...states: MendIssueView["state"][]) =>
    issues.filter(({ state }) => states.includes(state)).length;
  return {
    open: of("new", "in_progress", "recurrence"),
    resolved: of("resolved"),
    partial: of("partial"),
    deferred: of("deferred"),
  };
}

/** Why issues were left to the author, each reason once. */
export function reasonWords(t: Say, issues: readonly Pick<MendIssueView, "state" | "reason">[]): string {
  const reasons = issues.flatMap(({ state, reason }) =>
    state === "deferred" && reason !== null ? [reason] : [],
  );
  return [...new Set(reasons)].map((reason) => t(`issue.reason.${reason}`)).join(t("semicolon"));
}

/** The weight of each round: 24 → 9 → 3. */
export function weightWords({ rounds }: Pick<MendedSceneView, "rounds">): string {
  return rounds.map(({ weight }) => weightOf(weight)).join(" → ");
}

/** A weight in units, with at most one decimal. */
export function weightOf(thousandths: number): string {
  return String(Math.round(thousandths / 100) / 10);
}

/** What a mending has spent. */
export function spentWords(t: Say, spent: MendSpent, language: string): string {
  const { calls, tokens, cost, unpriced_calls = 0 } = spent;
  if (calls === 0) return t("session.free");
  return [
    t("session.spent", {
      n: figure(calls),
      tokens: shortFigure(tokens.prompt + tokens.completion, language),
    }),
    cost === undefined ? "" : money(cost.micros, cost.currency, language),
    unpriced_calls === 0 ? "" : t("session.unpriced", { n: figure(unpriced_calls) }),
  ]
    .filter(Boolean)
    .join(t("between"));
}

/** The tokens that the author agrees to: every round takes at most as much as the first. */
export function maxTokens({ prompt, answer, max_rounds }: MendEstimate): number {
  return (prompt + answer) * max_rounds;
}

/** The lines of a price: what is worked on, how, and what it costs. */
export function priceLines(t: Say, estimate: MendEstimate, language: string): string[] {
  const { issues, replacements, proposals, deferred, scenes, model, requests, cost, max_rounds } = estimate;
  const asked = issues - replacements - proposals - deferred;
  const price = (times: number) =>
    cost === null
      ? t("price.unknown")
      : t("price.about", { cost: money(cost.micros * times, cost.currency, language) });
  const limit = shortFigure(maxTokens(estimate), language);
  const lines = [t("price.issues", { n: figure(issues), scenes: figure(scenes) })];
  if (replacements > 0) lines.push(t("price.replacements", { n: figure(replacements) }));
  if (proposals > 0) lines.push(t("price.proposals", { n: figure(proposals) }));
  if (model !== null && requests > 0) {
    const tokens = shortFigure(estimate.prompt + estimate.answer, language);
    lines.push(
      t("price.asks", { n: figure(asked), model: model.model, requests: figure(requests), tokens }),
      max_rounds === 1
        ? t("price.once", { cost: price(1) })
        : t("price.rounds", {
            cost: price(1),
            most: figure(max_rounds),
            limit,
            total: cost === null ? "" : t("price.total", { cost: price(max_rounds) }),
          }),
    );
  } else if (replacements + proposals > 0) lines.push(t("price.free"));
  if (deferred > 0) lines.push(t("price.deferred", { n: figure(deferred) }));
  return lines;
}

/** Why the fence refused a fix. */
export function refusalWords(t: Say, refusal: Refusal): string {
  const { reason, ...values } = refusal;
  return t(`refusal.${reason}`, values);
}

/** Who did something: `author`, `cli`, `rule:NAME`, `model:NAME` or `workflow:NAME`. */
export function actorWords(t: Say, actor: string): string {
  const at = actor.indexOf(":");
  const [kind, name] = at < 0 ? [actor, ""] : [actor.slice(0, at), actor.slice(at + 1)];
  if (kind === "rule") return t("log.actor.rule", { name: t(`findings:rules.${name as Rule}.name`) });
  if (kind === "model" || kind === "workflow") return t(`log.actor.${kind}`, { name });
  return kind === "cli" ? t("log.actor.cli") : t("log.actor.author");
}
