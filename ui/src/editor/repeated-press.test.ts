import { expect, it } from "vitest";
import { wordAt } from "./repeated-press";

const word = (line: string, column: number) => {
  const { from, to } = wordAt(line, column);
  return line.slice(from, to);
};

it("two presses select a word of the dictionary", () => {
  expect(word("他说我们现在走吧", 2)).toBe("我们");
  expect(word("She didn't say so.", 6)).toBe("didn't");
});

it("two presses select no hidden mark", () => {
  expect(word(">> 桥 <<", 0)).toBe("桥");
  expect(word(">> 桥 <<", 6)).toBe("桥");
  expect(word("他*快走*吧", 1)).toBe("他");
  expect(word("**快**", 0)).toBe("快");
  expect(word("｜東京《とうきょう》は", 0)).toBe("東京");
});

it("an empty line gives an empty word", () => {
  expect(wordAt("", 0)).toEqual({ from: 0, to: 0 });
});
