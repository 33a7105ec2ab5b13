import i18next from "i18next";
import { expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { estimateWords, requestWords } from "./estimate-words";

it("tells the price, the tokens without one, and what is free", async () => {
  await startI18n("zh");
  const t = i18next.getFixedT("zh", "components");
  const asks = { requests: 1, prompt_tokens: 1_600, answer_tokens: 400 };
  const words = (cost: { micros: number; currency: string } | null, known: typeof asks | null = asks) =>
    estimateWords(t, { cost, may_cost: true, asks: known }, "zh");
  expect(words({ micros: 4_200, currency: "CNY" })).toBe("至多约 ¥0.0042");
  expect(words(null)).toBe("至多约 2,000 token，没填单价");
  expect(requestWords(t, { cost: null, may_cost: true, asks, least: { asks: { requests: 0 } } })).toBe(
    "至多请求 1 次、约 2,000 token；一切顺利只请求 0 次",
  );
  expect(requestWords(t, { cost: null, may_cost: false, asks: null })).toBe(null);
  expect(words(null, null)).toBe("会请模型，价钱不知道");
  expect(estimateWords(t, { cost: null, may_cost: false, asks: null }, "zh")).toBe("不请模型");
});
