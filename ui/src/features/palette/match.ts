// Scores how well a title matches a query: as a prefix, within, word by word in any order, or letter by letter in
// order. Case, spaces and trailing punctuation are ignored.

/** A matched range of a title, in UTF-16 units. */
export interface Stretch {
  from: number;
  to: number;
}

export interface Match {
  /** Higher is better. */
  score: number;
  /** Ranges in the title. */
  at: readonly Stretch[];
}

const BEGINS = 1000;
const BEGINS_WORD = 800;
const WITHIN = 600;
const BY_WORDS = 400;
const IN_ORDER = 200;

/** English words that may be omitted or added in a query. */
const SMALL_WORDS = new Set([
  "a",
  "an",
  "the",
  "in",
  "on",
  "of",
  "to",
  "for",
  "with",
  "and",
  "as",
  "at",
  "by",
  "from",
  "into",
]);

/** Characters before a word. */
const WORD_BOUNDARY = /[\s:：.·—-]/;

/** How a title matches a query; null if it does not. An empty query matches everything equally. */
export function matchTitle(title: string, query: string): Match | null {
  const asked = query
    .trim()
    .toLowerCase()
    .replace(/[.…]+$/, "");
  if (asked === "") return { score: 0, at: [] };
  const words = title.toLowerCase();
  // If lower-casing changes the length, its offsets do not apply to the title.
  const placed = words.length === title.length;
  const at = words.indexOf(asked);
  if (at >= 0) {
    const begins = at === 0 ? BEGINS : WORD_BOUNDARY.test(words[at - 1] ?? "") ? BEGINS_WORD : WITHIN;
    return { score: begins - words.length, at: placed ? [{ from: at, to: at + asked.length }] : [] };
  }
  return byWords(words, asked, placed) ?? inOrder(words, asked.replace(/\s+/g, ""), placed);
}

/** Every query word begins a word of the title, in any order; small words are ignored. */
function byWords(words: string, asked: string, placed: boolean): Match | null {
  const queryWords = asked.split(/\s+/).filter((word) => !SMALL_WORDS.has(word));
  if (queryWords.length === 0) return null;
  const at: Stretch[] = [];
  for (const word of queryWords) {
    const from = beginningOf(words, word, at);
    if (from === null) return null;
    at.push({ from, to: from + word.length });
  }
  at.sort((a, b) => a.from - b.from);
  return { score: BY_WORDS - words.length, at: placed ? at : [] };
}

/** The first unused title word with a prefix. */
function beginningOf(words: string, word: string, taken: readonly Stretch[]): number | null {
  for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
    const begins = at === 0 || WORD_BOUNDARY.test(words[at - 1] ?? "");
    if (begins && taken.every(({ from, to }) => at >= to || at + word.length <= from)) return at;
  }
  return null;
}

function inOrder(words: string, asked: string, placed: boolean): Match | null {
  const stretches: Stretch[] = [];
  let from = 0;
  for (const sign of asked) {
    const at = words.indexOf(sign, from);
    if (at < 0) return null;
    const last = stretches.at(-1);
    if (last?.to === at) last.to = at + sign.length;
    else stretches.push({ from: at, to: at + sign.length });
    from = at + sign.length;
  }
  // Fewer pieces are a better match.
  return { score: IN_ORDER - stretches.length * 10 - words.length / 10, at: placed ? stretches : [] };
}

/** The best match among several names; ranges are returned for the first name only. */
export function matchNames(names: readonly string[], query: string): Match | null {
  let best: Match | null = null;
  for (const [index, name] of names.entries()) {
    const match = matchTitle(name, query);
    if (match === null) continue;
    const scored = index === 0 ? match : { score: match.score - 5, at: [] };
    if (best === null || scored.score > best.score) best = scored;
  }
  return best;
}
