import { describe, expect, it } from "vitest";
import { neighbour } from "./graph-centre";
import { type Linked, layout } from "./layers";

const nodes = (...list: [string, ...string[]][]): Linked[] =>
  list.map(([id, ...depends_on]) => ({ id, depends_on }));

const rows = (list: Linked[]) => {
  const { placed, layers } = layout(list);
  return Array.from({ length: layers }, (_, at) =>
    placed.flatMap(({ id, layer }) => (layer === at ? [id] : [])).join(" "),
  );
};

describe("steps as a graph", () => {
  it("are placed below everything they wait for", () => {
    expect(rows(nodes(["a"], ["b", "a"], ["c", "b"], ["d", "a"], ["e", "c", "d"]))).toEqual([
      "a",
      "b d",
      "c",
      "e",
    ]);
    expect(layout([])).toMatchObject({ placed: [], lines: [], layers: 0 });
  });

  it("are not crossed by lines that pass their layer", () => {
    const { placed, lines } = layout(nodes(["a"], ["b", "a"], ["c", "b", "a"]));
    const long = lines.find(({ from, to }) => from.id === "a" && to.id === "c");
    const passed = long?.through[0];
    const beside = placed.find(({ id }) => id === "b");
    expect(passed?.layer).toBe(beside?.layer);
    expect(passed?.column).not.toBe(beside?.column);
  });

  it("with missing or cyclic dependencies are still shown", () => {
    const { placed, lines } = layout(nodes(["a", "ghost"], ["b", "c"], ["c", "b"]));
    expect(placed.map(({ id }) => id).sort()).toEqual(["a", "b", "c"]);
    expect(lines.every(({ from, to }) => from.layer < to.layer)).toBe(true);
  });

  it("are reached by the arrow keys", () => {
    const { placed } = layout(nodes(["a"], ["b", "a"], ["c", "a"], ["d", "c"]));
    expect(neighbour(placed, "a", "ArrowDown")).toBe("b");
    expect(neighbour(placed, "b", "ArrowRight")).toBe("c");
    expect(neighbour(placed, "c", "ArrowDown")).toBe("d");
    expect(neighbour(placed, "d", "ArrowUp")).not.toBe("a");
    expect(neighbour(placed, "a", "ArrowUp")).toBeNull();
    expect(neighbour(placed, "a", "Enter")).toBeNull();
  });
});
