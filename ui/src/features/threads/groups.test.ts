import { describe, expect, it } from "vitest";
import { counts, filtered, rowOf, rowsOf, takes } from "./groups";
import { anchor, place, thread, threads } from "./sample";

const say = (zh: string) => zh;

describe("threads in the list", () => {
  it("are grouped by status, the longest overdue first", () => {
    const rows = rowsOf(threads(say));
    const groups = rows.map(({ group }) => group);
    expect([...new Set(groups)]).toEqual(["overdue", "open", "partial", "resolved", "abandoned"]);
    const late = rows
      .flatMap(({ thread: { overdue } }) => overdue ?? [])
      .map(({ chapters_since, due_after }) => chapters_since - due_after);
    expect(late).toEqual([...late].sort((a, b) => b - a));
    expect(counts(rows).overdue).toBe(late.length);
  });

  it("show where they were planted, how long they wait and how often they were paid off", () => {
    const waiting = thread(1, "断剑", {
      anchors: [
        anchor(1, "plant", 2),
        anchor(2, "payoff", 5),
        anchor(3, "reminder", 8),
        anchor(4, "payoff", 9, { gone: true }),
      ],
      status: "partial",
    });
    const row = rowOf(waiting, place(10));
    expect(row.planted?.chapter_index).toBe(2);
    expect(row).toMatchObject({ group: "partial", age: 5, payoffs: 1 });
    expect(rowOf(waiting, place(3)).age).toBe(1);
    expect(rowOf(waiting, place(1)).age).toBeNull();
    expect(rowOf(thread(2, "未埋", {}), place(10))).toMatchObject({ planted: null, age: null });
    expect(rowOf({ ...waiting, status: "resolved" }, place(10)).age).toBeNull();
    expect(rowOf({ ...waiting, overdue: { due_after: 2, chapters_since: 5 } }, null)).toMatchObject({
      group: "overdue",
      age: 5,
    });
  });

  it("are found by title, description and passages", () => {
    const rows = [
      thread(1, "断剑", {}),
      thread(2, "x", { anchors: [anchor(1, "plant", 1, { quote: "铜铃响" })] }),
    ];
    const all = rows.map((one) => rowOf(one, null));
    expect(filtered(all, " 断 ").map(({ thread: { id } }) => id)).toEqual([1]);
    expect(filtered(all, "铜铃").map(({ thread: { id } }) => id)).toEqual([2]);
    expect(filtered(all, "")).toBe(all);
  });
});

describe("takes", () => {
  it("matches the backend's rule", () => {
    const of = (status: "open" | "resolved" | "abandoned") => thread(1, "x", { status });
    expect(takes(of("open"), "plant")).toBe(true);
    expect(takes(of("resolved"), "plant")).toBe(false);
    expect(takes(of("resolved"), "payoff")).toBe(true);
    expect(takes(of("abandoned"), "payoff")).toBe(false);
    expect(takes(of("abandoned"), "reminder")).toBe(true);
  });
});
