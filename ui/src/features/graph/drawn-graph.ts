// A network with its layout, as it is drawn, and what pointing, highlighting and steering ask of it.
import { type Box, boxAround, type Spot } from "./camera";
import { type Grid, gridOf } from "./grid";
import type { Looked } from "./layers";
import { type Body, type Layout, type Line, layOut, type Motion } from "./layout";
import { type Chains, type Network, neighboursOf } from "./network";
import { type Direction, steer } from "./steer";

const GRID_CELL = 60;

export class DrawnGraph {
  readonly layout: Layout;
  /** Most connected first: these are named first. */
  readonly ranked: readonly Body[];
  private readonly linesOf: ReadonlyMap<Body, readonly Line[]>;
  private grid: Grid<Body> | null = null;

  /** Entities that were placed before start where they were. */
  constructor(network: Network, known: ReadonlyMap<string, Spot>, motion: Motion) {
    const all = layOut(network, known, motion);
    this.ranked = [...all.bodies].sort((a, b) => b.degree - a.degree);
    // The lines of the most connected come first: they are drawn while everything moves.
    const weight = ({ source, target }: Line) => source.degree + target.degree;
    this.layout = { ...all, lines: [...all.lines].sort((a, b) => weight(b) - weight(a)) };
    const ends = new Map<Body, Line[]>(this.ranked.map((body) => [body, []]));
    for (const line of this.layout.lines) {
      ends.get(line.source)?.push(line);
      ends.get(line.target)?.push(line);
    }
    this.linesOf = ends;
  }

  bodyOf(id: string | null): Body | null {
    const at = id === null ? undefined : this.layout.network.index.get(id);
    return at === undefined ? null : (this.layout.bodies[at] ?? null);
  }

  box(): Box | null {
    return boxAround(this.layout.bodies);
  }

  /** The highlight around the entity under the pointer, or the selected one; otherwise the one of the chains. */
  looked(chosen: string | null, hovered: string | null, chains: Chains = []): Looked {
    const chosenBody = this.bodyOf(chosen);
    const centre = this.bodyOf(hovered) ?? chosenBody;
    if (centre === null) return { centre, chosen: chosenBody, ...this.along(chains) };
    const lines = this.linesOf.get(centre) ?? [];
    const bodies = lines.map(({ source, target }) => (source === centre ? target : source));
    return { centre, chosen: chosenBody, lines, bodies: bodies.sort((a, b) => b.degree - a.degree) };
  }

  /** The entities of chains, and the lines between neighbours in them. Entities that are not drawn are left out. */
  private along(chains: Chains): Pick<Looked, "lines" | "bodies"> {
    const bodies = new Set<Body>();
    const lines = new Set<Line>();
    for (const chain of chains) {
      let before: Body | null = null;
      for (const id of chain) {
        const body = this.bodyOf(id);
        const line = before === null ? undefined : this.lineBetween(before, body);
        if (line !== undefined) lines.add(line);
        if (body !== null) bodies.add(body);
        before = body;
      }
    }
    return { lines: [...lines], bodies: [...bodies].sort((a, b) => b.degree - a.degree) };
  }

  private lineBetween(one: Body, other: Body | null): Line | undefined {
    return this.linesOf.get(one)?.find(({ source, target }) => source === other || target === other);
  }

  /** The entity nearest to a spot, within `reach`. */
  nearest(spot: Spot, reach: number): Body | undefined {
    this.grid ??= gridOf(this.layout.bodies, GRID_CELL);
    return this.grid.nearest(spot, reach);
  }

  /** Entities have moved. */
  forgetGrid(): void {
    this.grid = null;
  }

  /** The neighbour of an entity in a direction. */
  neighbour(id: string, direction: Direction): string | null {
    const from = this.bodyOf(id);
    if (from === null) return null;
    const { network, bodies } = this.layout;
    const near = neighboursOf(network, from.at).flatMap((at) => bodies[at] ?? []);
    return steer(from, near, direction)?.node.id ?? null;
  }
}
