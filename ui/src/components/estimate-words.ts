// What steps are expected to take, in words.
import type { TFunction } from "i18next";
import { figure } from "./figures";
import { money } from "./money";

/** What something is expected to take. */
export interface Takes {
  cost: { micros: number; currency: string } | null;
  may_cost: boolean;
  asks: { requests: number; prompt_tokens: number; answer_tokens: number } | null;
}

/** The expected price, or the tokens if there is none; "no model" for what asks none. */
export function estimateWords(t: TFunction<"components">, takes: Takes, language: string): string {
  const { cost, may_cost, asks } = takes;
  if (!may_cost) return t("estimate.free");
  if (cost !== null) return t("estimate.cost", { cost: money(cost.micros, cost.currency, language) });
  if (asks === null) return t("estimate.unpriced");
  return t("estimate.tokens", { n: figure(asks.prompt_tokens + asks.answer_tokens) });
}
