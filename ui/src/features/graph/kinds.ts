// The kinds of entities: their order, and a shape for each, so that colour is not the only cue.
import type { EntityKind } from "./view-model";

/** The order in legends and lists. */
export const KINDS: readonly EntityKind[] = [
  "character",
  "location",
  "organization",
  "item",
  "event",
  "thread",
];

/** Its colour token. */
export const kindToken = (kind: EntityKind) => `--kind-${kind}`;

export type Corner = readonly [x: number, y: number];

/** Corners of a regular polygon, the first at the top, turned by `turn`. */
function regular(corners: number, radius: number, turn = 0): Corner[] {
  return Array.from({ length: corners }, (_, at): Corner => {
    const angle = -Math.PI / 2 + turn + (at * 2 * Math.PI) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function star(points: number, outer: number, inner: number): Corner[] {
  const tips = regular(points, outer);
  const dents = regular(points, inner, Math.PI / points);
  return tips.flatMap((tip, at) => [tip, dents[at] ?? tip]);
}

/** Corners around the origin for a radius of about 1, with roughly equal visual weight. Null is a circle. */
export const SHAPES: Readonly<Record<EntityKind, readonly Corner[] | null>> = {
  character: null,
  location: regular(4, 1.22, Math.PI / 4),
  organization: regular(6, 1.08),
  item: regular(4, 1.24),
  event: regular(3, 1.3),
  thread: star(5, 1.34, 0.6),
};
