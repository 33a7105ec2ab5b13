// Sequences that failed once, shrunk to what it takes. Each names what went wrong.
import type { Act } from "./doing";

export const KEPT: Record<string, Act[]> = {
  "the first words of a new scene stay in it": [
    { kind: "nextChapter", n: 0, words: "" },
    { kind: "newScene", n: 0, words: "third" },
  ],
  "a second renaming gives the keyboard back to the text like the first": [
    { kind: "rename", n: 76, words: "ea3" },
    { kind: "rename", n: 6, words: "船灯" },
  ],
};
