// Backend answers about dictionaries, for stories and tests.
import type { MisspeltWord, SpellingDictionaries, SpellingScanned } from "@/ipc/types";

/** Two dictionaries, one chosen by the system. */
export function dictionaries(change: Partial<SpellingDictionaries> = {}): SpellingDictionaries {
  return {
    state: "ready",
    dictionaries: [
      { name: "en_GB", folder: "/home/ayuan/.config/wenfang/dictionaries" },
      { name: "en_US", folder: "/usr/share/hunspell" },
    ],
    used: "en_US",
    chosen: null,
    trouble: null,
    own_folder: "/home/ayuan/.config/wenfang/dictionaries",
    ...change,
  };
}

/** A machine without dictionaries. */
export const NO_DICTIONARY = dictionaries({ state: "no_dictionary", dictionaries: [], used: null });

const misspelt = (word: string, total: number): MisspeltWord => ({
  word,
  total,
  first: {
    scene: 1,
    chapter: 1,
    chapter_title: "One",
    text: "version",
    version: 1,
    range: { start: 12, end: 12 + word.length },
    excerpt: { before: "We saw the ", found: word, after: " in the dark harbour." },
  },
});

/** The misspelt words of a short book. */
export const SCANNED: SpellingScanned = {
  state: "ready",
  words: [misspelt("thrumbling", 12), misspelt("recieved", 1)],
  different: 2,
  total: 13,
  unreadable: [],
};
