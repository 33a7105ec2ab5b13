import { expect, it } from "vitest";
import { placeOfQuote } from "./quotes";

it("a passage is found nearest to its old place, in editor units", () => {
  expect(placeOfQuote("灯灭。一二三四灯灭。灯灭。", "灯灭", 6)).toEqual({ from: 7, to: 9 });
  expect(placeOfQuote("灯灭。一二三四灯灭。灯灭。", "灯灭", 500)).toEqual({ from: 10, to: 12 });
  expect(placeOfQuote("𠀀灯灭", "灯灭", 1)).toEqual({ from: 2, to: 4 });
  expect(placeOfQuote("灯亮", "灯灭", 0)).toBeNull();
  expect(placeOfQuote("灯亮", "", 0)).toBeNull();
});
