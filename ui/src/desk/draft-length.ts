// Lengths of drafts. Models are asked for visible characters and the gate counts those, while the author of an English
// novel thinks in words: this converts between the two.
import { type Counting, countingNow, useCounting } from "./counting";
import { count } from "./counts";

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

/** The length of a whole text by the author's rule, converted to visible characters, so that `inUnits` shows it. */
export async function lengthOfDraft(text: string): Promise<number> {
  const { rule, unit } = countingNow();
  return draftLengthIn(unit).visible((await count(text))[rule]);
}

export function useDraftLength(): DraftLength {
  return draftLengthIn(useCounting().unit);
}
