// Where the entities stand. The forces are d3's; they are let work for a few milliseconds at a time, by whoever draws.
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

/** An entity with its place. The forces move it. */
export interface Body extends SimulationNodeDatum {
  readonly node: GraphNode;
  /** Its place in the network. */
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
  /** Lets the forces work until the time is over or they are at rest; at least one of them. */
  run: (milliseconds: number) => void;
  settled: () => boolean;
  /** How much of the way to rest is done, 0 to 1. */
  progress: () => number;
  /** Puts one where the pointer is, and the others go on from there. It stays there. */
  hold: (body: Body, spot: Spot) => void;
}

/** Forces at rest are not disturbed by a hold: the others stay where they are. */
export type Motion = "full" | "reduced";

const AT_REST = 0.01;
/** What is kept of a movement from step to step. */
const FRICTION = 0.6;

/** A place near somebody who has one, the same each time. */
function beside(spot: Spot, at: number): Spot {
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
      (near === undefined ? { x: afar * Math.cos(angle), y: afar * Math.sin(angle) } : beside(near, at));
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

/** The numbers d3's forces jiggle by, the same each time. */
function jiggle(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The forces, one after the other; one round of them all is a step of the layout. */
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
    // Those without ties would drift away for ever; more room is left across than down, as in most windows.
    forceX<Body>(0).strength(({ degree }) => (degree === 0 ? 0.16 : 0.035)),
    forceY<Body>(0).strength(({ degree }) => (degree === 0 ? 0.2 : 0.05)),
    forceCollide<Body>((body) => body.radius + 3),
  ];
  const random = jiggle();
  for (const force of forces) force.initialize?.(bodies, random);
  return forces;
}

/** Begins a layout. Entities that stood somewhere before begin there. */
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

  // One force at a time, so that a slice never lasts much longer than the slowest of them.
  const work = () => {
    // Keeping thousands apart is dear, and of no use before they are about where they will be.
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
