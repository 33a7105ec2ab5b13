import { expect, it } from "vitest";
import { titleOfQuote } from "./title-of-quote";

it("is the beginning of a quote up to its first pause", () => {
  expect(titleOfQuote("“他把断剑埋在渡口，谁也没有告诉。”")).toBe("他把断剑埋在渡口");
  expect(titleOfQuote("好。他走了，再也没有回来")).toBe("好。他走了");
  expect(titleOfQuote("𠮷".repeat(40))).toBe("𠮷".repeat(18));
  expect(titleOfQuote("第一行\n第二行")).toBe("第一行");
});
