import i18next from "i18next";
import { expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { estimateWords } from "./estimate-words";

it("tells the price, the tokens without one, and what is free", async () => {
  await startI18n("zh");
  const t = i18next.getFixedT("zh", "components");
  const asks = { requests: 1, prompt_tokens: 1_600, answer_tokens: 400 };
  const words = (cost: { micros: number; currency: string } | null, known: typeof asks | null = asks) =>
    estimateWords(t, { cost, may_cost: true, asks: known }, "zh");
  expect(words({ micros: 4_200, currency: "CNY" })).toBe("约 ¥0.0042");
  expect(words(null)).toBe("约 2,000 token，没填单价");
  expect(words(null, null)).toBe("会请模型，价钱不知道");
  expect(estimateWords(t, { cost: null, may_cost: false, asks: null }, "zh")).toBe("不请模型");
});
