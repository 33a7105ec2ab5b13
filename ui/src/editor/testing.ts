// For property tests: a small seeded random generator with random texts, and the words of a text.
import { hiddenIn } from "./prose-marks";

export interface Random {
  /** A whole number from 0 up to but not including `below`. */
  int(below: number): number;
  pick<T>(list: readonly T[]): T;
}

/** A generator; the same seed gives the same numbers. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const int = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return {
    int,
    pick: (list) => {
      const item = list[int(list.length)];
      if (item === undefined) throw new Error("pick from an empty list");
      return item;
    },
  };
}

const PIECES = [
  "山",
  "水",
  "他说：",
  "“好。”",
  "𠮷",
  "👩‍👩‍👧",
  "a",
  "3.5",
  "　　",
  "\n",
  "\n",
  "\n\n",
  "。",
  "e\u0301",
  "\ud800",
];

/** A text of up to `pieces` pieces: Han, Latin, astral characters, line ends, a lone surrogate. */
export function randomText(random: Random, pieces: number): string {
  return Array.from({ length: random.int(pieces + 1) }, () => random.pick(PIECES)).join("");
}

/** The words of a text, with those of its footnotes, without marks and blanks. */
export function words(text: string): string {
  const lines = text.split("\n").map((line) => {
    const parts = hiddenIn(line);
    return [...line].filter((_, at) => !parts.some(({ from, to }) => from <= at && at < to)).join("");
  });
  return lines.join("").replace(/\s/g, "");
}
