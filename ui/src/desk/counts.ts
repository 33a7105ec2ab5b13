// 字数 while typing. The only counter is in the backend; counts add up over lines, so only the changed lines are counted.
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

/** The change of the counts when `removed` lines are replaced by `added` lines. */
export async function countChange(removed: string, added: string): Promise<Totals> {
  const [less, more] = await Promise.all([count(removed), count(added)]);
  return minus(more, less);
}
