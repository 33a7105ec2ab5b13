// How well words match a query: as a beginning, within, or letter by letter in order. Case and spaces do not matter.

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
const IN_ORDER = 200;

/** How a title matches a query; null when it does not. An empty query matches everything alike. */
export function matchTitle(title: string, query: string): Match | null {
  const asked = query.trim().toLowerCase();
  if (asked === "") return { score: 0, at: [] };
  const words = title.toLowerCase();
  // Where lower case has another length, places in it are none of the title's.
  const placed = words.length === title.length;
  const at = words.indexOf(asked);
  if (at >= 0) {
    const begins = at === 0 ? BEGINS : /[\s:：.·—-]/.test(words[at - 1] ?? "") ? BEGINS_WORD : WITHIN;
    return { score: begins - words.length, at: placed ? [{ from: at, to: at + asked.length }] : [] };
  }
  return inOrder(words, asked.replace(/\s+/g, ""), placed);
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
