// Tests of the graph logic: ties, camera, culling, nearest spot, arrow keys, label placement.
import { describe, expect, it } from "vitest";
import {
  boxAround,
  fitting,
  inSight,
  mayCross,
  revealing,
  tethered,
  toScreen,
  toWorld,
  zoomed,
} from "./camera";
import { DrawnGraph } from "./drawn-graph";
import { gridOf } from "./grid";
import { roomForLabels, shortened } from "./labels";
import { type Line, layOut } from "./layout";
import { degreeOf, neighboursOf, networkOf } from "./network";
import { writeName } from "./paint";
import type { Palette } from "./palette";
import { edge, ferry, manyEntities, node } from "./sample";
import { steer } from "./steer";

const nodes = ["a", "b", "c", "d", "e"].map((id) => node(id, id.toUpperCase()));
const edges = [
  edge("1", "a", "b", "x"),
  edge("2", "b", "a", "y", { modality: "rumour" }),
  edge("3", "b", "c", "x", { modality: "planned" }),
  edge("4", "c", "d", "x"),
  edge("5", "a", "a", "himself"),
  edge("6", "a", "nobody", "x"),
];

describe("network", () => {
  const network = networkOf(nodes, edges);

  it("has one link between two entities, whatever is stated either way", () => {
    expect(network.links.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(network.links[0]?.edges.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  it("is unsure if nothing is narrated", () => {
    expect(network.links.map(({ unsure }) => unsure)).toEqual([false, true, false]);
  });

  it("knows the neighbours and their number", () => {
    expect(neighboursOf(network, 1)).toEqual([0, 2]);
    expect(nodes.map((_, at) => degreeOf(network, at))).toEqual([1, 2, 2, 1, 0]);
  });
});

describe("the highlight", () => {
  const graph = new DrawnGraph(networkOf(nodes, edges), new Map(), "reduced");
  const idsOf = (bodies: readonly { node: { id: string } }[]) => bodies.map(({ node }) => node.id).sort();
  const pairsOf = (lines: readonly Line[]) =>
    lines.map(({ source, target }) => idsOf([source, target]).join(""));

  it("is of the chains while no entity is selected or pointed at", () => {
    const { centre, lines, bodies } = graph.looked(null, null, [["a", "b", "c"]]);
    expect(centre).toBeNull();
    expect(idsOf(bodies)).toEqual(["a", "b", "c"]);
    expect(pairsOf(lines).sort()).toEqual(["ab", "bc"]);
    expect(idsOf(graph.looked(null, "d", [["a", "b"]]).bodies)).toEqual(["c"]);
    expect(graph.looked(null, null, [])).toMatchObject({ lines: [], bodies: [] });
  });

  it("leaves out entities of a chain that are not drawn", () => {
    const { lines, bodies } = graph.looked(null, null, [["a", "nobody", "b", "c"]]);
    expect(idsOf(bodies)).toEqual(["a", "b", "c"]);
    expect(pairsOf(lines)).toEqual(["bc"]);
  });

  it("writes a name in the same place with and without it", () => {
    const written: unknown[] = [];
    const context = {
      measureText: () => ({ width: 20 }),
      strokeText: () => undefined,
      fillText: (...at: unknown[]) => void written.push(at),
    } as unknown as CanvasRenderingContext2D;
    const body = graph.bodyOf("a");
    if (body === null) throw new Error("no body");
    const palette = { fontSize: 12 } as Palette;
    for (const highlighted of [false, true])
      writeName(context, body, { x: 0, y: 0, k: 1 }, roomForLabels(), palette, highlighted);
    expect(written).toHaveLength(2);
    expect(written[1]).toEqual(written[0]);
  });
});

describe("camera", () => {
  const size = { width: 400, height: 200 };
  const none = { width: 0, height: 0 };

  it("converts there and back", () => {
    const camera = { x: 10, y: -5, k: 0.5 };
    expect(toWorld(camera, toScreen(camera, { x: 7, y: 9 }))).toEqual({ x: 7, y: 9 });
  });

  it("keeps the spot under the pointer while zooming, within bounds", () => {
    const camera = { x: 0, y: 0, k: 1 };
    const near = zoomed(camera, 2, { x: 100, y: 50 });
    expect(toScreen(near, { x: 100, y: 50 })).toEqual({ x: 100, y: 50 });
    expect(near.k).toBe(2);
    expect(zoomed(camera, 1000, { x: 0, y: 0 }).k).toBe(4);
    expect(zoomed(camera, 0, { x: 0, y: 0 }).k).toBe(0.04);
  });

  it("shows a whole box, and not beyond natural size", () => {
    const box = boxAround([
      { x: -1000, y: 0 },
      { x: 1000, y: 100 },
    ]);
    const camera = fitting(box, size, none);
    expect(toScreen(camera, { x: -1000, y: 50 })).toEqual({ x: 0, y: 100 });
    expect(fitting(boxAround([{ x: 5, y: 5 }]), size, none).k).toBe(1.25);
    expect(fitting(boxAround([]), size, none)).toEqual({ x: 200, y: 100, k: 1 });
  });

  it("draws what may be visible", () => {
    const sight = inSight({ x: 200, y: 100, k: 2 }, size, 0);
    expect(sight).toEqual({ left: -100, top: -50, right: 100, bottom: 50 });
    const cross = (x1: number, y1: number, x2: number, y2: number) =>
      mayCross(sight, { x: x1, y: y1 }, { x: x2, y: y2 });
    expect(cross(-110, 0, 200, 0)).toBe(true);
    expect(cross(-90, -40, -80, -30)).toBe(true);
    expect(cross(-110, -50, -105, 40)).toBe(false);
    expect(cross(-100, 51, 200, 90)).toBe(false);
  });

  it("never loses the graph", () => {
    const box = { left: 0, top: 0, right: 100, bottom: 100 };
    const at = (x: number, y: number) => tethered({ x, y, k: 1 }, box, size);
    expect(at(30, 40)).toEqual({ x: 30, y: 40, k: 1 });
    expect(at(-900, 900)).toEqual({ x: -20, y: 120, k: 1 });
    expect(tethered({ x: 9999, y: 0, k: 1 }, null, size).x).toBe(9999);
  });

  it("pans no more than needed to reveal a spot", () => {
    const camera = { x: 0, y: 0, k: 1 };
    expect(revealing(camera, size, { x: 200, y: 100 }, 40)).toEqual(camera);
    expect(revealing(camera, size, { x: 390, y: 100 }, 40)).toEqual({ x: -30, y: 0, k: 1 });
    // In a window smaller than the margins it is centred.
    expect(
      toScreen(revealing(camera, { width: 20, height: 20 }, { x: 0, y: 0 }, 40), { x: 0, y: 0 }),
    ).toEqual({
      x: 10,
      y: 10,
    });
  });
});

describe("grid", () => {
  it("finds the same as an exhaustive search", () => {
    let state = 3;
    const roll = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state / 2 ** 32 - 0.5) * 1000;
    };
    const spots = Array.from({ length: 300 }, () => ({ x: roll(), y: roll() }));
    const grid = gridOf(spots, 60);
    for (let round = 0; round < 200; round += 1) {
      const to = { x: roll(), y: roll() };
      const distance = (one: { x: number; y: number }) => Math.hypot(one.x - to.x, one.y - to.y);
      const nearest = spots.reduce((a, b) => (distance(b) < distance(a) ? b : a));
      expect(grid.nearest(to, 45)).toBe(distance(nearest) <= 45 ? nearest : undefined);
    }
  });
});

describe("arrow keys", () => {
  const spot = (name: string, x: number, y: number) => ({ name, x, y });
  const around = [
    spot("east", 50, 5),
    spot("far east", 200, 0),
    spot("north-east", 30, -60),
    spot("west", -40, 0),
  ];
  const to = (direction: Parameters<typeof steer>[2], from = { x: 0, y: 0 }) =>
    steer(from, around, direction)?.name;

  it("lead to the neighbour nearest in that direction", () => {
    expect(to("ArrowRight")).toBe("east");
    expect(to("ArrowUp")).toBe("north-east");
    expect(to("ArrowLeft")).toBe("west");
  });

  it("lead nowhere without a neighbour", () => {
    expect(to("ArrowDown")).toBeUndefined();
    expect(steer({ x: 0, y: 0 }, [spot("here", 0, 0)], "ArrowUp")).toBeUndefined();
  });

  it("prefer a neighbour straight ahead to a nearer one off to the side", () => {
    const two = [spot("aside", 10, -40), spot("ahead", 200, 0)];
    expect(steer({ x: 0, y: 0 }, two, "ArrowRight")?.name).toBe("ahead");
    expect(steer({ x: 0, y: 0 }, two.slice(0, 1), "ArrowRight")?.name).toBe("aside");
  });
});

describe("labels", () => {
  it("do not overlap", () => {
    const room = roomForLabels();
    expect(room.take({ left: 0, right: 200, top: 0, bottom: 12 })).toBe(true);
    expect(room.take({ left: 190, right: 260, top: 6, bottom: 20 })).toBe(false);
    expect(room.take({ left: 200, right: 260, top: 6, bottom: 20 })).toBe(true);
    expect(room.take({ left: -80, right: -10, top: -30, bottom: -5 })).toBe(true);
  });

  it("are shortened between characters, never to nothing", () => {
    const measure = (text: string) => [...text].length * 10;
    expect(shortened("林渡川", 30, measure)).toBe("林渡川");
    expect(shortened("𠮷林渡川", 30, measure)).toBe("𠮷林…");
    expect(shortened("林渡川", 5, measure)).toBe("林…");
  });
});

describe("layout", () => {
  const content = ferry((zh) => zh);
  const network = networkOf(content.nodes, content.edges);
  const converge = (layout: ReturnType<typeof layOut>) => {
    while (!layout.settled()) layout.run(4);
    return layout.bodies.map(({ x, y }) => [Math.round(x), Math.round(y)]);
  };

  it("converges, deterministically, without overlaps", () => {
    const layout = layOut(network, new Map(), "full");
    const places = converge(layout);
    expect(places).toEqual(converge(layOut(network, new Map(), "full")));
    expect(layout.progress()).toBe(1);
    for (const a of layout.bodies) {
      for (const b of layout.bodies) {
        if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.radius + b.radius);
      }
    }
  });

  it("starts from earlier positions, and keeps a dragged entity in place", () => {
    const before = new Map(content.nodes.map(({ id }, at) => [id, { x: at * 40, y: 0 }]));
    const layout = layOut(network, before, "reduced");
    expect(layout.bodies[3]).toMatchObject({ x: 120, y: 0 });
    converge(layout);
    const [first] = layout.bodies;
    if (first === undefined) throw new Error("no bodies");
    layout.hold(first, { x: -500, y: 20 });
    expect(layout.settled()).toBe(true);
    expect(first).toMatchObject({ x: -500, y: 20 });
  });

  it("never exceeds its time slice by much", () => {
    const many = manyEntities(2000, 20_000, (zh) => zh);
    const large = layOut(networkOf(many.nodes, many.edges), new Map(), "full");
    expect(large.lines).toHaveLength(20_000);
    large.run(0);
    expect(large.settled()).toBe(false);
  });
});
