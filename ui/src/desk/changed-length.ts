// How much two texts differ, in the unit in which the author sees lengths.
import { useMemo } from "react";
import type { ComparedTexts, LengthChanged } from "@/components/text-comparison";
import { useAnswer } from "@/ipc/queries";
import { type Counting, useCounting } from "./counting";

interface Range {
  start: number;
  end: number;
}

/** Letters of scripts with spaces between words, and characters that may occur inside a word. */
const OF_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}'’]/u;

const isOfWord = (char: string | undefined) => char !== undefined && OF_WORD.test(char);

/** Widens a range to the borders of the words it cuts. */
function toWholeWords(chars: readonly string[], { start, end }: Range): Range {
  let [from, to] = [start, end];
  if (isOfWord(chars[start])) while (isOfWord(chars[from - 1])) from -= 1;
  if (isOfWord(chars[end - 1])) while (isOfWord(chars[to])) to += 1;
  return { start: from, end: to };
}

/** The text of the given ranges, one per line; adjacent ranges are merged. */
function wordsIn(chars: readonly string[], ranges: readonly Range[]): string {
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else joined.push({ ...range });
  }
  return joined
    .map(({ start, end }) => chars.slice(start, end).join(""))
    .filter((words) => words !== "")
    .join("\n");
}

/**
 * The removed and the added text. With words as the unit, a word that changed in one letter counts whole on both sides.
 */
export function changed(
  { before, after, hunks }: ComparedTexts,
  unit: Counting["unit"],
): { removed: string; added: string } {
  const [old, now] = [[...before], [...after]];
  const pairs = hunks.map((hunk) => {
    if (unit === "characters") return hunk;
    // A letter inserted into a word, or removed from it, also changes the word on the side without a marked range.
    const inWord = (chars: readonly string[], { start, end }: Range) =>
      start === end && isOfWord(chars[start - 1]) && isOfWord(chars[start]);
    const within = inWord(old, hunk.old) || inWord(now, hunk.new);
    const widened = (chars: readonly string[], range: Range) =>
      within && range.start === range.end
        ? toWholeWords(chars, { start: range.start, end: range.end + 1 })
        : toWholeWords(chars, range);
    return { old: widened(old, hunk.old), new: widened(now, hunk.new) };
  });
  return {
    removed: wordsIn(
      old,
      pairs.map((pair) => pair.old),
    ),
    added: wordsIn(
      now,
      pairs.map((pair) => pair.new),
    ),
  };
}

/** How much was added and removed, by the author's counting rule; null until it is counted. */
export function useChangedLength(texts: ComparedTexts | undefined): LengthChanged | null {
  const { rule, unit } = useCounting();
  const words = useMemo(() => (texts === undefined ? null : changed(texts, unit)), [texts, unit]);
  const added = useAnswer("prose.count", words && { text: words.added });
  const removed = useAnswer("prose.count", words && { text: words.removed });
  if (added.data === undefined || removed.data === undefined) return null;
  return { added: added.data.counts[rule], removed: removed.data.counts[rule], unit };
}
