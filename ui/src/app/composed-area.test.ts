import { expect, it } from "vitest";
import { wrappedArea } from "./composed-area";

it("is the first letter's rectangle when the selection starts at the end of the previous line", () => {
  const rects = [new DOMRect(899, 80, 0, 26), new DOMRect(305.4, 114, 9, 26)];
  expect(wrappedArea(rects)).toEqual({ x: 305, y: 114, width: 9, height: 26 });
});

it.each([
  ["letters on the line where they began", [new DOMRect(899, 80, 9, 26)]],
  ["a caret", [new DOMRect(899, 80, 0, 26)]],
  ["nothing drawn", []],
])("is none for %s", (_, rects) => {
  expect(wrappedArea(rects)).toBeNull();
});
