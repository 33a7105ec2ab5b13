import { expect, it } from "vitest";
import { saysNoMore } from "./key-events";

it("a summary that only repeats its events is distinguished from one with its own text", () => {
  const events = [{ text: "船夫把灯灭了" }, { text: "夜里不渡人。" }];
  expect(saysNoMore("船夫把灯灭了。夜里不渡人。", events)).toBe(true);
  expect(saysNoMore("船夫把灯灭了，谁也没有过河。", events)).toBe(false);
  expect(saysNoMore("雾里来了一个人。", [])).toBe(false);
});
