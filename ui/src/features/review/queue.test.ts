import { expect, it } from "vitest";
import { after, currentOf, type Decided, type Filter, progress, queued } from "./queue";
import { proposalsOf } from "./sample";

const all = proposalsOf((zh) => zh);
const PENDING: Filter = { type: "all", batch: null, status: "pending" };
const decided = (ids: number[], decision: Decided["decision"] = "accept"): Decided[] =>
  all.filter(({ id }) => ids.includes(id)).map((proposal) => ({ proposal, decision }));
const ids = (filter: Partial<Filter>, made: Decided[] = []) =>
  queued(all, { ...PENDING, ...filter }, made).map(({ id }) => id);

it("contains proposals of the type and batch", () => {
  expect(ids({ type: "fact" })).toEqual([4, 5, 9, 10]);
  expect(ids({ type: "fact", batch: 1 })).toEqual([9, 10]);
  expect(ids({ status: "rejected" })).toEqual([]);
});

it("drops decided ones before the backend confirms", () => {
  expect(ids({ batch: 2 }, decided([1, 3]))).toEqual([2, 4, 5]);
  const rejected = all.map((one) => ({ ...one, status: "rejected" as const }));
  const filter: Filter = { ...PENDING, status: "rejected", batch: 2 };
  expect(queued(rejected, filter, decided([1], "reject")).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(queued(rejected, filter, decided([1], "accept")).map(({ id }) => id)).toEqual([2, 3, 4, 5]);
});

it("focuses the chosen one or the first, and moves to the next or the previous", () => {
  expect(currentOf(all, 3)).toBe(2);
  expect(currentOf(all, 99)).toBe(0);
  expect(currentOf([], 3)).toBe(-1);
  expect(after(all, 2)?.id).toBe(4);
  expect(after(all, 9)?.id).toBe(9);
  expect(after(all.slice(0, 1), 0)).toBeUndefined();
});

it("counts decided ones as done", () => {
  const decisions = decided([1, 2]);
  const queue = queued(all, PENDING, decisions);
  expect(progress(queue, 0, decisions, PENDING)).toEqual({ n: 3, total: 10 });
  const facts: Filter = { ...PENDING, type: "fact" };
  expect(progress(queued(all, facts, decisions), 1, decisions, facts)).toEqual({ n: 2, total: 4 });
});
