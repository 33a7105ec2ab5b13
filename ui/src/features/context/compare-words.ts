import type { Words } from "@/app/words-type";

/** Words of the comparison of two generations. */
export const zhCompare = {
  compare: {
    with: "和另一次比较",
    choose: "选一次生成",
    title: "比较来历",
    same: "两次的来历相同",
    sameText: "方案、步骤、模型、提示词、参数和每一部分内容都一样。",
    earlier: "较早的一次",
    later: "较晚的一次",
    differs: "不一样",
    absent: "没有这一步",
    unread: "没有读",
    version: "第 {{n}} 版",
    unpriced: "没有价钱",
    prices: "{{before}} → {{after}}",
    budget: "token 预算",
    onlyBefore: "只有较早的一次有",
    onlyAfter: "只有较晚的一次有",
    changed: "有变化的部分",
    words: "文字有变化：{{before}} → {{after}} token",
    message: "第 {{n}} 条 {{role}}",
    unset: "未设",
    folded: "{{n}} 个字符相同",
  },
};

export const enCompare: Words<typeof zhCompare> = {
  compare: {
    with: "Compare with another generation",
    choose: "Choose a generation",
    title: "Comparison of how they came about",
    same: "Both came about in the same way",
    sameText: "Profile, steps, model, prompt, parameters and all parts are the same.",
    earlier: "Earlier",
    later: "Later",
    differs: "differs",
    absent: "no such step",
    unread: "not read",
    version: "version {{n}}",
    unpriced: "no price",
    prices: "{{before}} → {{after}}",
    budget: "Token budget",
    onlyBefore: "Only in the earlier one",
    onlyAfter: "Only in the later one",
    changed: "Parts that changed",
    words: "The text changed: {{before}} → {{after}} token{|s}",
    message: "Message {{n}}, {{role}}",
    unset: "not set",
    folded: "{{n}} identical character{|s}",
  },
};
