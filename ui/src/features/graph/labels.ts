// Which labels are drawn: by importance, without overlaps.
import type { Box } from "./camera";

/** Space that boxes can reserve. */
export interface Room {
  /** Reserves a box if it is free, and returns whether it was. */
  take: (box: Box) => boolean;
}

const CELL = 64;

/** Free space on a screen, indexed by the cells that boxes touch. */
export function roomForLabels(): Room {
  const cells = new Map<number, Box[]>();
  const touch = (box: Box): number[] => {
    const all: number[] = [];
    for (let row = Math.floor(box.top / CELL); row <= Math.floor(box.bottom / CELL); row += 1) {
      for (let column = Math.floor(box.left / CELL); column <= Math.floor(box.right / CELL); column += 1) {
        all.push(row * 4096 + column);
      }
    }
    return all;
  };
  const apart = (a: Box, b: Box) =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return {
    take: (box) => {
      const touched = touch(box);
      if (touched.some((cell) => cells.get(cell)?.some((other) => !apart(box, other)))) return false;
      for (const cell of touched) {
        const known = cells.get(cell);
        if (known === undefined) cells.set(cell, [box]);
        else known.push(box);
      }
      return true;
    },
  };
}

/** A name that fits a width; a longer one ends in an ellipsis. */
export function shortened(name: string, width: number, measure: (text: string) => number): string {
  if (measure(name) <= width) return name;
  const characters = [...name];
  let [fits, over] = [0, characters.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (measure(`${characters.slice(0, middle).join("")}…`) <= width) fits = middle;
    else over = middle;
  }
  return `${characters.slice(0, Math.max(1, fits)).join("")}…`;
}
