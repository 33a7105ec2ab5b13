import { describe, expect, it } from "vitest";
import { neighbour } from "./graph-centre";
import { type Linked, layout } from "./layers";

/** The steps of each layer, from the top: an id followed by the ids of its dependencies. */
const steps = (...layers: [string, ...string[]][][]): Linked[] =>
  layers.flatMap((layer, at) => layer.map(([id, ...depends_on]) => ({ id, depends_on, layer: at })));

const rows = (list: Linked[]) => {
  const { placed, layers } = layout(list);
  return Array.from({ length: layers }, (_, at) =>
    placed.flatMap(({ id, layer }) => (layer === at ? [id] : [])).join(" "),
  );
};

describe("steps as a graph", () => {
  it("are placed in their layers, whatever their order", () => {
    const list = steps(
      [["a"]],
      [
        ["b", "a"],
        ["d", "a"],
      ],
      [["c", "b"]],
      [["e", "c", "d"]],
    );
    expect(rows(list)).toEqual(["a", "b d", "c", "e"]);
    expect(rows(list.toReversed())).toEqual(["a", "d b", "c", "e"]);
    expect(layout([])).toMatchObject({ placed: [], lines: [], layers: 0 });
  });

  it("are not crossed by lines that pass their layer", () => {
    const { placed, lines } = layout(steps([["a"]], [["b", "a"]], [["c", "b", "a"]]));
    const long = lines.find(({ from, to }) => from.id === "a" && to.id === "c");
    const passed = long?.through[0];
    const beside = placed.find(({ id }) => id === "b");
    expect(passed?.layer).toBe(beside?.layer);
    expect(passed?.column).not.toBe(beside?.column);
  });

  it("are shown without a line to a dependency that is missing or not above", () => {
    const { placed, lines } = layout(
      steps(
        [
          ["a", "ghost"],
          ["b", "c"],
        ],
        [["c", "b"]],
      ),
    );
    expect(placed.map(({ id }) => id).sort()).toEqual(["a", "b", "c"]);
    expect(lines.map(({ from, to }) => `${from.id} ${to.id}`)).toEqual(["b c"]);
  });

  it("are reached by the arrow keys", () => {
    const { placed } = layout(
      steps(
        [["a"]],
        [
          ["b", "a"],
          ["c", "a"],
        ],
        [["d", "c"]],
      ),
    );
    expect(neighbour(placed, "a", "ArrowDown")).toBe("b");
    expect(neighbour(placed, "b", "ArrowRight")).toBe("c");
    expect(neighbour(placed, "c", "ArrowDown")).toBe("d");
    expect(neighbour(placed, "d", "ArrowUp")).not.toBe("a");
    expect(neighbour(placed, "a", "ArrowUp")).toBeNull();
    expect(neighbour(placed, "a", "Enter")).toBeNull();
  });
});
