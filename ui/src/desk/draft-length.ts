// Lengths of drafts. Models are asked for visible characters and the gate counts them, while the author of an English novel
// thinks in words: here one becomes the other.
import { type Counting, useCounting } from "./counting";

/** Visible characters of English prose to a word, as `VISIBLE_PER_WORD` of the crate `text` has it. */
const VISIBLE_PER_WORD = 4.64;

export interface DraftLength {
  /** The `context` of what says a length. */
  unit: Counting["unit"];
  /** So many visible characters, as the author reads them; about, where they are words. */
  told: (visible: number) => number;
  /** So many visible characters a text of the author's length has. */
  visible: (length: number) => number;
}

export function draftLengthIn(unit: Counting["unit"]): DraftLength {
  const size = unit === "words" ? VISIBLE_PER_WORD : 1;
  return {
    unit,
    told: (visible) => Math.round(visible / size),
    visible: (length) => Math.round(length * size),
  };
}

export function useDraftLength(): DraftLength {
  return draftLengthIn(useCounting().unit);
}
