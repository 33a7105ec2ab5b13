// What the backend says of dictionaries, for stories and tests.
import type { SpellingDictionaries } from "@/ipc/types";

/** Two dictionaries, of which the system decides for one. */
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

/** A machine without any. */
export const NO_DICTIONARY = dictionaries({ state: "no_dictionary", dictionaries: [], used: null });
