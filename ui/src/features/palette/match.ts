// How well words match a query: as a beginning, within, word by word in any order, or letter by letter in order. Case, spaces and
// the marks at the end do not matter.

/** A stretch of a title that matched, in UTF-16 units of it. */
export interface Stretch {
  from: number;
  to: number;
}

export interface Match {
  /** Higher is better. */
  score: number;
  /** Where in the title. */
  at: readonly Stretch[];
}

const BEGINS = 1000;
const BEGINS_WORD = 800;
const WITHIN = 600;
const BY_WORDS = 400;
const IN_ORDER = 200;

/** English words that may be left out, or said without being there. */
const SMALL = new Set([
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

/** What stands before a word. */
const BORDER = /[\s:：.·—-]/;

/** How a title matches a query; null when it does not. An empty query matches everything alike. */
export function matchTitle(title: string, query: string): Match | null {
  const asked = query
    .trim()
    .toLowerCase()
    .replace(/[.…]+$/, "");
  if (asked === "") return { score: 0, at: [] };
  const words = title.toLowerCase();
  // Where lower case has another length, places in it are none of the title's.
  const placed = words.length === title.length;
  const at = words.indexOf(asked);
  if (at >= 0) {
    const begins = at === 0 ? BEGINS : BORDER.test(words[at - 1] ?? "") ? BEGINS_WORD : WITHIN;
    return { score: begins - words.length, at: placed ? [{ from: at, to: at + asked.length }] : [] };
  }
  return byWords(words, asked, placed) ?? inOrder(words, asked.replace(/\s+/g, ""), placed);
}

/** Every word that was asked for begins a word of the title, in whatever order; small words are passed over. */
function byWords(words: string, asked: string, placed: boolean): Match | null {
  const sought = asked.split(/\s+/).filter((word) => !SMALL.has(word));
  if (sought.length === 0) return null;
  const at: Stretch[] = [];
  for (const word of sought) {
    const from = beginningOf(words, word, at);
    if (from === null) return null;
    at.push({ from, to: from + word.length });
  }
  at.sort((a, b) => a.from - b.from);
  return { score: BY_WORDS - words.length, at: placed ? at : [] };
}

/** Where a word of the title begins so; each is taken once. */
function beginningOf(words: string, word: string, taken: readonly Stretch[]): number | null {
  for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
    const begins = at === 0 || BORDER.test(words[at - 1] ?? "");
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
  // The fewer pieces, the more it looks like what was meant.
  return { score: IN_ORDER - stretches.length * 10 - words.length / 10, at: placed ? stretches : [] };
}

/** The best match of a query among the names a thing has; places are told for the first one alone. */
export function matchNames(names: readonly string[], query: string): Match | null {
  let best: Match | null = null;
  for (const [index, name] of names.entries()) {
    const match = matchTitle(name, query);
    if (match === null) continue;
    const told = index === 0 ? match : { score: match.score - 5, at: [] };
    if (best === null || told.score > best.score) best = told;
  }
  return best;
}
