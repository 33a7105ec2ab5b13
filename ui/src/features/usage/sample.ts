// Calls of two models, for stories and tests.
import type { Spent, UsageSummary } from "@/ipc/types";

export function spent(model: string, change: Partial<Spent> = {}): Spent {
  return {
    provider: "deepseek",
    model,
    task: "draft",
    currency: "CNY",
    calls: 3,
    failed: 0,
    tokens: { prompt: 12_000, completion: 4_100, cached: 6_000, estimated: false },
    micros: 124_000,
    ...change,
  };
}

export const USED: UsageSummary = {
  day: [
    spent("deepseek-chat"),
    spent("deepseek-chat", { task: "rewrite", calls: 1, failed: 1, micros: 20_000 }),
    spent("qwen3:8b", {
      provider: "ollama",
      currency: null,
      micros: 0,
      tokens: { prompt: 900, completion: 300, cached: 0, estimated: true },
    }),
  ],
  month: [spent("deepseek-chat", { calls: 210, micros: 8_600_000 })],
  ceilings: {
    per_run: { currency: "CNY", micros: 1_000_000 },
    per_month: { currency: "CNY", micros: 10_000_000 },
  },
};

export const UNUSED: UsageSummary = { day: [], month: [], ceilings: { per_run: null, per_month: null } };
