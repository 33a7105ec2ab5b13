// Arrow keys in a graph: the neighbour nearest to the arrow's direction.
import type { Spot } from "./camera";

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const ways: Readonly<Record<Direction, Spot>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export const isDirection = (key: string): key is Direction => key in ways;

/**
 * The best target from a spot. Those within 45° of the arrow come first, so that every neighbour is reachable with one
 * of the four arrows; those up to 80° off are used if there is none. Near and straight ahead is best.
 */
export function steer<T extends Spot>(from: Spot, to: readonly T[], direction: Direction): T | undefined {
  const way = ways[direction];
  let best: T | undefined;
  let least = Infinity;
  for (const one of to) {
    const dx = one.x - from.x;
    const dy = one.y - from.y;
    const distance = Math.hypot(dx, dy);
    if (distance === 0) continue;
    const angle = Math.acos(Math.min(1, Math.max(-1, (dx * way.x + dy * way.y) / distance)));
    if (angle > (80 * Math.PI) / 180) continue;
    const cost = distance * (1 + angle) + (angle > Math.PI / 4 + 1e-9 ? 1e6 : 0);
    if (cost >= least) continue;
    best = one;
    least = cost;
  }
  return best;
}
