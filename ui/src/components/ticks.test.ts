import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { between, extended, useTicks } from "./ticks";

const IDS = ["a", "b", "c", "d"];
const none = { ctrlKey: false, metaKey: false, shiftKey: false };

it("finds a range in either direction", () => {
  expect(between(IDS, "b", "d")).toEqual(["b", "c", "d"]);
  expect(between(IDS, "c", "a")).toEqual(["a", "b", "c"]);
  expect(between(IDS, "gone", "c")).toEqual(["c"]);
});

it("extends with Shift, and shrinks back", () => {
  expect([...extended(new Set(), "a", "b")]).toEqual(["a", "b"]);
  expect([...extended(new Set(["a", "b"]), "b", "a")]).toEqual(["a"]);
});

it("ticks by presses, all rows, and no removed ones", () => {
  const { result, rerender } = renderHook(({ ids }) => useTicks(ids), { initialProps: { ids: IDS } });
  const ticked = () => [...result.current.ticked].sort();
  expect(result.current.press("a", none)).toBe(false);
  act(() => void result.current.press("b", { ...none, ctrlKey: true }));
  act(() => void result.current.press("d", { ...none, shiftKey: true }));
  expect(ticked()).toEqual(["b", "c", "d"]);
  act(() => void result.current.press("c", { ...none, metaKey: true }));
  expect(ticked()).toEqual(["b", "d"]);
  rerender({ ids: ["a", "b"] });
  expect(ticked()).toEqual(["b"]);
  act(() => result.current.all());
  expect(ticked()).toEqual(["a", "b"]);
  act(() => result.current.clear());
  expect(ticked()).toEqual([]);
});
