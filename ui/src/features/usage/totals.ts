// Totals of model calls.
import type { Cost, Spent } from "@/ipc/types";

/** A sum of calls. */
export interface Sum {
  calls: number;
  failed: number;
  prompt: number;
  completion: number;
  cached: number;
  /** Whether any token count is our own estimate. */
  estimated: boolean;
  /** Whether any price is unknown. */
  unpriced: boolean;
  /** One per currency, the highest first. */
  costs: Cost[];
}

/** The total of one model. */
export interface ModelSum extends Sum {
  provider: string;
  model: string;
}

/** Adds up calls. Currencies are never mixed. */
export function sum(spent: readonly Spent[]): Sum {
  const costs = new Map<string, number>();
  const total: Sum = {
    calls: 0,
    failed: 0,
    prompt: 0,
    completion: 0,
    cached: 0,
    estimated: false,
    unpriced: false,
    costs: [],
  };
  for (const { calls, failed, tokens, currency, micros } of spent) {
    total.calls += calls;
    total.failed += failed;
    total.prompt += tokens.prompt;
    total.completion += tokens.completion;
    total.cached += tokens.cached ?? 0;
    total.estimated ||= tokens.estimated ?? false;
    // A call without tokens costs nothing, priced or not.
    if (currency === null) total.unpriced ||= tokens.prompt + tokens.completion > 0;
    else costs.set(currency, (costs.get(currency) ?? 0) + micros);
  }
  total.costs = [...costs]
    .map(([currency, micros]) => ({ currency, micros }))
    .sort((one, two) => two.micros - one.micros);
  return total;
}

/** Totals by model, in order of first appearance. */
export function byModel(spent: readonly Spent[]): ModelSum[] {
  const models = new Map<string, Spent[]>();
  for (const one of spent) {
    const key = JSON.stringify([one.provider, one.model]);
    models.set(key, [...(models.get(key) ?? []), one]);
  }
  return [...models.values()].map((rows) => ({
    provider: rows[0]?.provider ?? "",
    model: rows[0]?.model ?? "",
    ...sum(rows),
  }));
}

/** The spent share of a ceiling; null without one. Other currencies do not count. */
export function shareOf(costs: readonly Cost[], ceiling: Cost | null): number | null {
  if (ceiling === null || ceiling.micros === 0) return null;
  const spent = costs.find(({ currency }) => currency === ceiling.currency)?.micros ?? 0;
  return spent / ceiling.micros;
}
