// Force layout (d3-force), advanced a few milliseconds per frame by the renderer.
import {
  type Force,
  forceCollide,
  forceLink,
  forceManyBody,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";
import type { Spot } from "./camera";
import { degreeOf, type Link, type Network, neighboursOf } from "./network";
import type { GraphNode } from "./view-model";

/** An entity with its position, which the forces move. */
export interface Body extends SimulationNodeDatum {
  readonly node: GraphNode;
  /** Its index in the network. */
  readonly at: number;
  readonly degree: number;
  readonly radius: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
}

export interface Line {
  readonly link: Link;
  readonly source: Body;
  readonly target: Body;
}

export interface Layout {
  readonly network: Network;
  readonly bodies: readonly Body[];
  readonly lines: readonly Line[];
  /** Advances the layout until time is up or it converges; at least one force. */
  run: (milliseconds: number) => void;
  settled: () => boolean;
  /** Progress towards convergence, 0 to 1. */
  progress: () => number;
  /** Pins an entity to the pointer, and the others adjust. It stays there. */
  hold: (body: Body, spot: Spot) => void;
}

/** In reduced motion a converged layout is not disturbed by a pin: the others stay in place. */
export type Motion = "full" | "reduced";

const AT_REST = 0.01;
/** The share of velocity kept from step to step. */
const FRICTION = 0.6;

/** A deterministic position near a placed entity. */
function placeNear(spot: Spot, at: number): Spot {
  const angle = at * 2.399963;
  return { x: spot.x + 24 * Math.cos(angle), y: spot.y + 24 * Math.sin(angle) };
}

function bodiesOf(network: Network, before: ReadonlyMap<string, Spot>, spread: number): Body[] {
  return network.nodes.map((node, at) => {
    const near = neighboursOf(network, at)
      .map((to) => before.get(network.nodes[to]?.id ?? ""))
      .find((spot) => spot !== undefined);
    const angle = at * 2.399963;
    const afar = spread * Math.sqrt(at + 0.5);
    const spot =
      before.get(node.id) ??
      (near === undefined ? { x: afar * Math.cos(angle), y: afar * Math.sin(angle) } : placeNear(near, at));
    const degree = degreeOf(network, at);
    return {
      node,
      at,
      degree,
      radius: Math.min(15, 5 + 1.3 * Math.sqrt(degree)),
      x: spot.x,
      y: spot.y,
      vx: 0,
      vy: 0,
      index: at,
    };
  });
}

/** Deterministic numbers for the jiggle of d3's forces. */
function jiggle(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The forces in order; one round of all of them is one layout step. */
function forcesOf(network: Network, bodies: Body[], many: boolean): Force<Body, undefined>[] {
  const bonds = network.links.map(({ a, b }) => ({ source: a, target: b }));
  const forces: Force<Body, undefined>[] = [
    forceManyBody<Body>()
      .strength(many ? -190 : -320)
      .theta(many ? 1.5 : 0.9)
      .distanceMax(many ? 800 : 900),
    forceLink<Body, { source: number; target: number }>(bonds).distance(many ? 60 : 84) as Force<
      Body,
      undefined
    >,
    // Entities without ties would drift away; there is more room across than down, as in most windows.
    forceX<Body>(0).strength(({ degree }) => (degree === 0 ? 0.16 : 0.035)),
    forceY<Body>(0).strength(({ degree }) => (degree === 0 ? 0.2 : 0.05)),
    forceCollide<Body>((body) => body.radius + 3),
  ];
  const random = jiggle();
  for (const force of forces) force.initialize?.(bodies, random);
  return forces;
}

/** Starts a layout. Entities with earlier positions start there. */
export function layOut(network: Network, before: ReadonlyMap<string, Spot>, motion: Motion): Layout {
  const many = network.nodes.length > 300;
  const bodies = bodiesOf(network, before, many ? 14 : 22);
  const lines = network.links.flatMap((link): Line[] => {
    const [source, target] = [bodies[link.a], bodies[link.b]];
    return source === undefined || target === undefined ? [] : [{ link, source, target }];
  });
  const forces = forcesOf(network, bodies, many);
  const apart = forces.length - 1;
  const cooling = many ? 0.03 : 0.022;
  let heat = bodies.length > 0 && bodies.every(({ node }) => before.has(node.id)) ? 0.5 : 1;
  let next = 0;
  const settled = () => heat < AT_REST || bodies.length === 0;

  const advance = () => {
    for (const body of bodies) {
      body.vx *= FRICTION;
      body.vy *= FRICTION;
      body.x = body.fx ?? body.x + body.vx;
      body.y = body.fy ?? body.y + body.vy;
    }
    heat -= heat * cooling;
  };

  // One force at a time, so that a slice never lasts much longer than the slowest force.
  const work = () => {
    // Collision of thousands is expensive, and useless before they are roughly in place.
    if (next !== apart || !many || heat < 0.12) forces[next]?.(heat);
    next += 1;
    if (next < forces.length) return;
    next = 0;
    advance();
  };

  return {
    network,
    bodies,
    lines,
    settled,
    run: (milliseconds) => {
      const until = performance.now() + milliseconds;
      do work();
      while (!settled() && performance.now() < until);
    },
    progress: () => Math.min(1, Math.max(0, Math.log(heat) / Math.log(AT_REST))),
    hold: (body, spot) => {
      body.x = spot.x;
      body.y = spot.y;
      body.fx = spot.x;
      body.fy = spot.y;
      if (motion === "full") heat = Math.max(heat, 0.12);
    },
  };
}
