// Which of the totals of a text is shown as its length, and in what unit.
import type { NovelLanguage, Settings, Totals } from "@/ipc/types";
import { useDesk } from "./desk";

export type CountRule = keyof Totals;

export interface Counting {
  rule: CountRule;
  /** The `context` of what says a length: `words` for those of English prose, `characters` for all else. */
  unit: "words" | "characters";
}

const WORDS: Counting = { rule: "word", unit: "words" };
const BY_LANGUAGE: Record<NovelLanguage, Counting> = {
  zh: { rule: "standard", unit: "characters" },
  ja: { rule: "standard", unit: "characters" },
  en: WORDS,
};

/** How lengths are told by the author's setting in a novel of a language; Chinese when it is unknown. */
export function countingFor(chosen: Settings["count_rule"], language: NovelLanguage | null): Counting {
  if (chosen === "language") return BY_LANGUAGE[language ?? "zh"];
  const isWords = chosen === "word" && (language === "en" || language === null);
  return { rule: chosen, unit: isWords ? "words" : "characters" };
}

export function useCounting(): Counting {
  const chosen = useDesk(({ settings }) => settings.count_rule);
  const language = useDesk(({ project }) => project?.language ?? null);
  return countingFor(chosen, language);
}
