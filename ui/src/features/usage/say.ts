// Usage in words.
import type { TFunction } from "i18next";
import { shortFigure } from "@/components/figures";
import { money } from "@/components/money";
import type { Sum } from "./totals";

/** The cost of a sum in all its currencies, or that no price is known. */
export function costWords(t: TFunction<"usage">, { costs, unpriced }: Sum, language: string): string {
  const amounts = costs.map(({ micros, currency }) => money(micros, currency, language)).join(" + ");
  if (!unpriced) return amounts;
  return amounts === "" ? t("unpriced") : t("partlyPriced", { cost: amounts });
}

/** Tokens sent and received. */
export function tokenWords(
  t: TFunction<"usage">,
  { prompt, completion, estimated }: Sum,
  language: string,
): string {
  const n = shortFigure(prompt + completion, language);
  return t(estimated ? "tokensEstimated" : "tokens", { n });
}
