// Layout of a workflow's step graph: each step is in the layer that the backend computed, near its dependencies. A line
// that passes a layer reserves a place in it, so that it crosses no step.

/** A step with its dependencies and its layer from the top. */
export interface Linked {
  id: string;
  depends_on: readonly string[];
  layer: number;
}

/** A placed step: its layer from the top, and its column, which may be a half. */
export interface Placed {
  id: string;
  layer: number;
  column: number;
}

/** A line from a step to a dependent one, with its places in the layers between. */
export interface Line {
  from: Placed;
  to: Placed;
  through: readonly Placed[];
}

export interface Layout {
  placed: readonly Placed[];
  lines: readonly Line[];
  layers: number;
  /** The maximum number of columns. */
  columns: number;
}

/** The id of a line's place in a layer. */
const passing = (from: string, to: string, layer: number) => JSON.stringify([from, to, layer]);

/** Places the steps of a workflow. A dependency that is missing or not above its step has no line. */
export function layout(nodes: readonly Linked[]): Layout {
  const layers = new Map(nodes.map(({ id, layer }) => [id, layer]));
  const rows: Linked[][] = [];
  const placeNode = (one: Linked) => {
    while (rows.length <= one.layer) rows.push([]);
    rows[one.layer]?.push(one);
  };
  const links = nodes.flatMap(({ id, depends_on, layer: end }) =>
    [...new Set(depends_on)].flatMap((from) => {
      const start = layers.get(from);
      if (start === undefined || start >= end) return [];
      const between = Array.from({ length: end - start - 1 }, (_, at) => start + 1 + at);
      return [{ from, to: id, between }];
    }),
  );
  for (const node of nodes) {
    const own = links.filter(({ to }) => to === node.id);
    const above = own.map(({ from, between }) => {
      const last = between.at(-1);
      return last === undefined ? from : passing(from, node.id, last);
    });
    placeNode({ ...node, depends_on: above });
  }
  for (const { from, to, between } of links) {
    for (const [at, layer] of between.entries()) {
      const before = between[at - 1];
      placeNode({
        id: passing(from, to, layer),
        depends_on: [before === undefined ? from : passing(from, to, before)],
        layer,
      });
    }
  }
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const places = new Map<string, Placed>();
  for (const [layer, row] of rows.entries()) {
    const start = (columns - row.length) / 2;
    const pulls = new Map(
      row.map(({ id, depends_on }, at) => {
        const above = depends_on.flatMap((one) => places.get(one)?.column ?? []);
        const pull = above.reduce((sum, place) => sum + place, 0) / above.length;
        return [id, above.length === 0 ? start + at : pull];
      }),
    );
    row.sort((a, b) => (pulls.get(a.id) ?? 0) - (pulls.get(b.id) ?? 0));
    for (const [at, { id }] of row.entries()) places.set(id, { id, layer, column: start + at });
  }
  const placed = rows.flatMap((row) =>
    row.flatMap(({ id }) => (layers.has(id) ? (places.get(id) ?? []) : [])),
  );
  const lines = links.flatMap(({ from, to, between }) => {
    const [first, last] = [places.get(from), places.get(to)];
    if (first === undefined || last === undefined) return [];
    const through = between.flatMap((layer) => places.get(passing(from, to, layer)) ?? []);
    return [{ from: first, to: last, through }];
  });
  return { placed, lines, layers: rows.length, columns };
}
