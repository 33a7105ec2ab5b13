import { describe, expect, it } from "vitest";
import { busyness, chooseLanes, dotsOf, eventsOf, roomForLanes, spansOf } from "./lanes";
import { asTold, event, ferryYears, manyEvents } from "./sample";

const lanes = ["a", "b", "c", "d"].map((id) => ({ id, name: id }));
const events = [
  event("1", "one", ["a", "b"]),
  event("2", "two", ["b", "b", "stranger"]),
  event("3", "three", ["c", "b"]),
  event("4", "four", ["a"]),
];
const counts = busyness(events);
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).join("");

describe("lanes", () => {
  it("are as busy as their events, each counted once", () => {
    expect([...counts]).toEqual([
      ["a", 2],
      ["b", 3],
      ["stranger", 1],
      ["c", 1],
    ]);
  });

  it("are as many of the busiest as fit, in the given order", () => {
    expect(chooseLanes(lanes, counts, 2, null)).toEqual({ shown: lanes.slice(0, 2), hidden: 1 });
    const turned = [...lanes].reverse();
    expect(ids(chooseLanes(turned, counts, 2, null).shown)).toBe("ba");
    expect(ids(chooseLanes(lanes, counts, 9, null).shown)).toBe("abc");
  });

  it("are the chosen ones, with or without events", () => {
    expect(chooseLanes(lanes, counts, 9, new Set(["d", "b"]))).toMatchObject({ hidden: 0 });
    expect(ids(chooseLanes(lanes, counts, 9, new Set(["d", "b"])).shown)).toBe("bd");
    expect(chooseLanes(lanes, counts, 1, new Set(["d", "b"])).hidden).toBe(1);
  });

  it("leave room for the text", () => {
    expect(roomForLanes(360)).toBe(8);
    expect(roomForLanes(0)).toBe(1);
    expect(roomForLanes(900)).toBeGreaterThan(15);
    expect(roomForLanes(5000)).toBe(28);
  });

  it("run from the first event to the last", () => {
    expect(spansOf(events, lanes)).toEqual([
      { first: 0, last: 3 },
      { first: 0, last: 2 },
      { first: 2, last: 2 },
      null,
    ]);
  });
});

describe("events", () => {
  it("are those with a chosen participant", () => {
    expect(eventsOf(events, null)).toBe(events);
    expect(ids(eventsOf(events, new Set(["a"])))).toBe("14");
    expect(eventsOf(events, new Set(["d"]))).toEqual([]);
  });

  it("have a dot on each lane, and count participants without one", () => {
    const columnOf = new Map([
      ["c", 0],
      ["b", 1],
    ]);
    const dots = events.map((one) => dotsOf(one, columnOf));
    expect(dots).toEqual([
      { columns: [1], beyond: 1 },
      { columns: [1], beyond: 1 },
      { columns: [0, 1], beyond: 0 },
      { columns: [], beyond: 1 },
    ]);
  });

  it("that are untold come last in telling order", () => {
    const telling = asTold(ferryYears((zh) => zh).events);
    expect(telling[0]?.told).toBe(1);
    expect(telling.at(-1)?.told).toBeNull();
  });

  it("are generated deterministically", () => {
    expect(manyEvents(200, 30, (zh) => zh)).toEqual(manyEvents(200, 30, (zh) => zh));
  });
});
