// Workflows and their runs in words.
import type { TFunction } from "i18next";
import { clockTime } from "@/components/days";
import { shortFigure } from "@/components/figures";
import { localized } from "@/components/localized";
import { money } from "@/components/money";
import type { Asks, Cost, NodeRun, RunAmount, RunEstimate, RunStatus, RunSummary } from "@/ipc/types";

type Say = TFunction<"workflows">;

/** The name of a run: its workflow, and the chapter if it has one. */
export function runName(t: Say, { title, subject }: RunSummary, language: string): string {
  const name = localized(title, language);
  return subject === "" ? name : t("ofChapter", { name, subject });
}

export function costWords({ micros, currency }: Cost, language: string): string {
  return money(micros, currency, language);
}

/** What a run may cost. With a repeated step, `cost` is the most, and `least` is the least. */
export type Price = Pick<RunEstimate, "cost" | "may_cost"> & { least?: Pick<RunAmount, "cost"> };

/** The known cost of something: an amount, or the least and the most. */
export function priceWords(most: Cost, least: Price["least"], language: string): string {
  return range(costWords(least?.cost ?? most, language), costWords(most, language));
}

/** The possible cost: an amount, nothing, or unknown. */
export function estimateWords(t: Say, { cost, may_cost, least }: Price, language: string): string {
  if (!may_cost) return t("cost.none");
  return cost === null ? t("cost.unknown") : t("cost.about", { cost: priceWords(cost, least, language) });
}

/** The models a run uses, how often, and the number of tokens; with a repeated step, at least and at most. */
export function asksWords(t: Say, asks: Asks, language: string, least: RunAmount["asks"] = asks): string {
  const low = least ?? asks;
  const tokens = (of: Asks) => shortFigure(of.prompt_tokens + of.answer_tokens, language);
  return t("cost.asks", {
    n: range(String(low.requests), String(asks.requests)),
    models: asks.models.join(t("cost.and")),
    tokens: range(tokens(low), tokens(asks)),
  });
}

function range(least: string, most: string): string {
  return least === most ? most : `${least}–${most}`;
}

/** The possible cost, and the models if they are known, in one line. */
export function costLine(t: Say, estimate: RunEstimate, language: string): string {
  const cost = estimateWords(t, estimate, language);
  const { asks, least } = estimate;
  return asks === null ? cost : cost + t("between") + asksWords(t, asks, language, least?.asks);
}

/** Who ran a step: this machine, or a model by name. */
export function sourceWords(t: Say, source: NonNullable<NodeRun["source"]>): string {
  return source === "local" ? t("source.local") : source.model;
}

/** The duration of something. */
export function durationWords(t: Say, from: number, to: number): string {
  const seconds = Math.max(0, (to - from) / 1000);
  if (seconds < 1) return t("took.instant");
  if (seconds < 60) return t("took.seconds", { n: Math.round(seconds) });
  const whole = Math.round(seconds);
  return t("took.minutes", { m: Math.floor(whole / 60), s: String(whole % 60).padStart(2, "0") });
}

/** Why something failed, and when it is retried. */
export function troubleWords(t: Say, { trouble, retry_at }: NodeRun, language: string): string {
  if (trouble === null) return "";
  const what = t(`trouble.${trouble.class}`);
  return retry_at === null ? what : t("retryAt", { what, at: clockTime(retry_at, language) });
}

const ENDED: ReadonlySet<RunStatus> = new Set(["completed", "partial", "failed", "cancelled"]);

/** Whether a run has ended. */
export function hasEnded({ status }: Pick<RunSummary, "status">): boolean {
  return ENDED.has(status);
}

/** Whether a run is running, or waiting for the author. An interrupted one is not. */
export function isUnderWay(run: Pick<RunSummary, "status">): boolean {
  return isAtWork(run) || run.status === "waiting";
}

/** Whether a run is running, or will be without the author. */
export function isAtWork({ status }: Pick<RunSummary, "status">): boolean {
  return status === "running" || status === "queued";
}
