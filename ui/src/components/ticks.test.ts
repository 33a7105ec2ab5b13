import { act, renderHook } from "@testing-library/react";
import type { KeyboardEvent } from "react";
import { expect, it, vi } from "vitest";
import { between, extended, tickByKey, useTicks } from "./ticks";

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

it("ticks by keys, and leaves other keys alone", () => {
  const { result } = renderHook(() => useTicks(IDS));
  const press = (key: string, held: object = {}, id = "c") => {
    const preventDefault = vi.fn();
    const event = {
      key,
      ...none,
      altKey: false,
      ...held,
      nativeEvent: {},
      preventDefault,
      stopPropagation: vi.fn(),
    };
    const step = (by: number) => IDS[Math.min(IDS.indexOf(id) + by, 3)];
    let taken = false;
    act(() => {
      taken = tickByKey(event as unknown as KeyboardEvent, { ticks: result.current, id, step });
    });
    expect(preventDefault).toHaveBeenCalledTimes(taken ? 1 : 0);
    return taken ? [...result.current.ticked].sort().join("") : null;
  };
  expect(press(" ")).toBe("c");
  expect(press("ArrowDown", { shiftKey: true })).toBe("cd");
  expect(press("ArrowDown", { shiftKey: true }, "d")).toBe("cd");
  expect(press("ArrowUp", { shiftKey: true }, "d")).toBe("c");
  expect(press("A", { ctrlKey: true, shiftKey: true })).toBeNull();
  expect(press("a", { metaKey: true })).toBe("abcd");
  expect(press("Escape", { ctrlKey: true })).toBeNull();
  expect(press("Escape")).toBe("");
  expect(press("Escape")).toBeNull();
  expect(press(" ", { altKey: true })).toBeNull();
  expect(press("ArrowDown")).toBeNull();
});
