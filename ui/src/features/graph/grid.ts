// A spatial grid for nearest-neighbour queries.
import type { Spot } from "./camera";

export interface Grid<T extends Spot> {
  /** The nearest one within `reach`. */
  nearest: (to: Spot, reach: number) => T | undefined;
}

export function gridOf<T extends Spot>(all: Iterable<T>, cell: number): Grid<T> {
  const cells = new Map<string, T[]>();
  const place = (value: number) => Math.floor(value / cell);
  for (const one of all) {
    const key = `${place(one.x)} ${place(one.y)}`;
    const known = cells.get(key);
    if (known === undefined) cells.set(key, [one]);
    else known.push(one);
  }
  return {
    nearest: (to, reach) => {
      let best: T | undefined;
      let least = reach;
      for (let row = place(to.y - reach); row <= place(to.y + reach); row += 1) {
        for (let column = place(to.x - reach); column <= place(to.x + reach); column += 1) {
          for (const one of cells.get(`${column} ${row}`) ?? []) {
            const distance = Math.hypot(one.x - to.x, one.y - to.y);
            if (distance > least) continue;
            best = one;
            least = distance;
          }
        }
      }
      return best;
    },
  };
}
