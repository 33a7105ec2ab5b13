// What steps take at most, in words.
import type { TFunction } from "i18next";
import { figure } from "./figures";
import { money } from "./money";

/** What something takes at most. */
export interface Takes {
  cost: { micros: number; currency: string } | null;
  may_cost: boolean;
  asks: { requests: number; prompt_tokens: number; answer_tokens: number } | null;
  /** What it takes if all goes well, if that is less. */
  least?: { asks: { requests: number } | null } | null;
}

/** The requests and tokens of an estimate; null for what asks no model, or if they are unknown. */
export function requestWords(t: TFunction<"components">, { asks, least }: Takes): string | null {
  if (asks === null || asks.requests === 0) return null;
  return t("steps.requests", {
    n: figure(asks.requests),
    tokens: figure(asks.prompt_tokens + asks.answer_tokens),
    least: figure(least?.asks?.requests ?? asks.requests),
  });
}

/** The highest price, or the tokens if there is none; "no model" for what asks none. */
export function estimateWords(t: TFunction<"components">, takes: Takes, language: string): string {
  const { cost, may_cost, asks } = takes;
  if (!may_cost) return t("estimate.free");
  if (cost !== null) return t("estimate.cost", { cost: money(cost.micros, cost.currency, language) });
  if (asks === null) return t("estimate.unpriced");
  return t("estimate.tokens", { n: figure(asks.prompt_tokens + asks.answer_tokens) });
}
