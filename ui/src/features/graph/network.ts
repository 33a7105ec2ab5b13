// The entities and their ties. Two entities share at most one link, however many statements connect them.
import type { GraphEdge, GraphNode } from "./view-model";

/** A line of the graph. */
export interface Link {
  /** Indices in `nodes`; `a` is the smaller one. */
  readonly a: number;
  readonly b: number;
  readonly edges: readonly GraphEdge[];
  /** None of its statements is narrated: they are claims, dreams, plans. */
  readonly unsure: boolean;
}

export interface Network {
  readonly nodes: readonly GraphNode[];
  readonly index: ReadonlyMap<string, number>;
  readonly links: readonly Link[];
  /** The links of each entity. */
  readonly linksOf: readonly (readonly Link[])[];
}

/** Chains of entities: the ids of each in order. */
export type Chains = readonly (readonly string[])[];

/** Builds the links; edges to missing entities and from an entity to itself are skipped. */
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

/** The number of neighbours of an entity. */
export const degreeOf = (network: Network, at: number) => network.linksOf[at]?.length ?? 0;

/** The other end of a link. */
export const across = (link: Link, at: number) => (link.a === at ? link.b : link.a);

/** The neighbours of an entity. */
export const neighboursOf = (network: Network, at: number) =>
  (network.linksOf[at] ?? []).map((link) => across(link, at));
