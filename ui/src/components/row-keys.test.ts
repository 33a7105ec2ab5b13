import { expect, it } from "vitest";
import { rowAfterFieldKey, rowAfterKey, rowAfterWrappingKey } from "./row-keys";

const from = (at: number) => ({ at, count: 20, page: 6 });

it("arrow and page keys move and stop at the ends, Home and End go there", () => {
  expect(rowAfterKey("ArrowDown", from(3))).toBe(4);
  expect(rowAfterKey("ArrowUp", from(3))).toBe(2);
  expect(rowAfterKey("ArrowDown", from(19))).toBe(19);
  expect(rowAfterKey("ArrowUp", from(0))).toBe(0);
  expect(rowAfterKey("PageDown", from(3))).toBe(9);
  expect(rowAfterKey("PageDown", from(17))).toBe(19);
  expect(rowAfterKey("PageUp", from(3))).toBe(0);
  expect(rowAfterKey("Home", from(9))).toBe(0);
  expect(rowAfterKey("End", from(9))).toBe(19);
});

it("other keys do not navigate, and no key does in an empty list", () => {
  for (const key of ["Enter", " ", "a", "ArrowLeft", "toString"])
    expect(rowAfterKey(key, from(3))).toBeNull();
  for (const key of ["ArrowDown", "End"]) {
    const empty = { at: -1, count: 0, page: 6 };
    expect(rowAfterKey(key, empty)).toBeNull();
    expect(rowAfterFieldKey(key, empty)).toBeNull();
    expect(rowAfterWrappingKey(key, empty)).toBeNull();
  }
});

it("in a field Home and End belong to the caret", () => {
  expect(rowAfterFieldKey("Home", from(9))).toBeNull();
  expect(rowAfterFieldKey("End", from(9))).toBeNull();
  expect(rowAfterFieldKey("PageDown", from(9))).toBe(15);
});

it("arrow keys wrap around, page keys do not", () => {
  expect(rowAfterWrappingKey("ArrowDown", from(19))).toBe(0);
  expect(rowAfterWrappingKey("ArrowUp", from(0))).toBe(19);
  expect(rowAfterWrappingKey("ArrowDown", from(9))).toBe(10);
  expect(rowAfterWrappingKey("PageDown", from(17))).toBe(19);
});
