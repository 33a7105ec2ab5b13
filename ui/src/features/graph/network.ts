// The entities and who is tied to whom. Between two entities there is one link, however much is said about the two.
import type { GraphEdge, GraphNode } from "./view-model";

/** A line of the graph. */
export interface Link {
  /** Places in `nodes`; `a` is the smaller one. */
  readonly a: number;
  readonly b: number;
  readonly edges: readonly GraphEdge[];
  /** Nothing of it is told as so: it is claimed, dreamt, planned. */
  readonly unsure: boolean;
}

export interface Network {
  readonly nodes: readonly GraphNode[];
  readonly index: ReadonlyMap<string, number>;
  readonly links: readonly Link[];
  /** For each entity its links. */
  readonly linksOf: readonly (readonly Link[])[];
}

/** Ties what is said; edges to entities that are not there, and of an entity to itself, draw no line. */
export function networkOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Network {
  const index = new Map(nodes.map(({ id }, at) => [id, at]));
  const pairs = new Map<number, GraphEdge[]>();
  for (const edge of edges) {
    const from = index.get(edge.from);
    const to = index.get(edge.to);
    if (from === undefined || to === undefined || from === to) continue;
    const key = Math.min(from, to) * nodes.length + Math.max(from, to);
    const known = pairs.get(key);
    if (known === undefined) pairs.set(key, [edge]);
    else known.push(edge);
  }
  const linksOf: Link[][] = nodes.map(() => []);
  const links = [...pairs].map(([key, between]): Link => {
    const link: Link = {
      a: Math.floor(key / nodes.length),
      b: key % nodes.length,
      edges: between,
      unsure: between.every(({ modality }) => modality !== "narrated"),
    };
    linksOf[link.a]?.push(link);
    linksOf[link.b]?.push(link);
    return link;
  });
  return { nodes, index, links, linksOf };
}

/** How many others an entity is tied to. */
export const degreeOf = (network: Network, at: number) => network.linksOf[at]?.length ?? 0;

/** The other end of a link. */
export const across = (link: Link, at: number) => (link.a === at ? link.b : link.a);

/** Those an entity is tied to. */
export const neighboursOf = (network: Network, at: number) =>
  (network.linksOf[at] ?? []).map((link) => across(link, at));

/** Everything within so many steps of an entity, itself among it. */
export function within(network: Network, from: number, steps: number): ReadonlySet<number> {
  const reached = new Set([from]);
  let rim = [from];
  for (let step = 0; step < steps && rim.length > 0; step += 1) {
    const next: number[] = [];
    for (const at of rim) {
      for (const to of neighboursOf(network, at)) {
        if (reached.has(to)) continue;
        reached.add(to);
        next.push(to);
      }
    }
    rim = next;
  }
  return reached;
}

/** How far a focus reaches. */
export const FOCUS_STEPS = 2;

/** What a focus leaves of the entities and edges; everything when the entity is not there. */
export function focusOn(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  focus: string | null,
): { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] } {
  if (focus === null) return { nodes, edges };
  const network = networkOf(nodes, edges);
  const from = network.index.get(focus);
  if (from === undefined) return { nodes, edges };
  const kept = within(network, from, FOCUS_STEPS);
  const stays = (id: string) => kept.has(network.index.get(id) ?? -1);
  return {
    nodes: nodes.filter((_, at) => kept.has(at)),
    edges: edges.filter((edge) => stays(edge.from) && stays(edge.to)),
  };
}
