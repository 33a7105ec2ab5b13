// Lengths of drafts. Models are asked for visible characters and the gate counts those, while the author of an English
// novel thinks in words: this converts between the two.
import { type Counting, useCounting } from "./counting";

/** Visible characters per word of English prose; equals `VISIBLE_PER_WORD` in crate `text`. */
const VISIBLE_PER_WORD = 4.64;

export interface DraftLength {
  /** The i18n `context` of length strings. */
  unit: Counting["unit"];
  /** Converts visible characters to the author's unit; approximate for words. */
  inUnits: (visible: number) => number;
  /** Converts a length in the author's unit to visible characters. */
  visible: (length: number) => number;
}

export function draftLengthIn(unit: Counting["unit"]): DraftLength {
  const size = unit === "words" ? VISIBLE_PER_WORD : 1;
  return {
    unit,
    inUnits: (visible) => Math.round(visible / size),
    visible: (length) => Math.round(length * size),
  };
}

export function useDraftLength(): DraftLength {
  return draftLengthIn(useCounting().unit);
}
