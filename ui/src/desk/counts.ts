// 字数 while typing. There is one counter, in the backend; counts are additive over lines, so it is asked for the
// changed lines alone.
import { call } from "@/ipc/host";
import type { Totals } from "@/ipc/types";

export const NO_COUNTS: Totals = { standard: 0, word: 0, han: 0, all: 0 };

export function plus(a: Totals, b: Totals): Totals {
  return { standard: a.standard + b.standard, word: a.word + b.word, han: a.han + b.han, all: a.all + b.all };
}

export function minus(a: Totals, b: Totals): Totals {
  return { standard: a.standard - b.standard, word: a.word - b.word, han: a.han - b.han, all: a.all - b.all };
}

/** The counts of a text. */
export async function count(text: string): Promise<Totals> {
  if (text === "") return NO_COUNTS;
  return (await call("prose.count", { text })).counts;
}

/** What the counts become when lines are replaced by lines. */
export async function countChange(removed: string, added: string): Promise<Totals> {
  const [less, more] = await Promise.all([count(removed), count(added)]);
  return minus(more, less);
}
