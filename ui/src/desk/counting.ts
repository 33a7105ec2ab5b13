// Which of a text's totals is shown as its length, and in which unit.
import type { NovelLanguage, Settings, Totals } from "@/ipc/types";
import { desk, useDesk } from "./desk";

export type CountRule = keyof Totals;

export interface Counting {
  rule: CountRule;
  /** The i18n `context` of length strings: `words` for English prose, `characters` otherwise. */
  unit: "words" | "characters";
}

const WORDS: Counting = { rule: "word", unit: "words" };
const BY_LANGUAGE: Record<NovelLanguage, Counting> = {
  zh: { rule: "standard", unit: "characters" },
  ja: { rule: "standard", unit: "characters" },
  en: WORDS,
};

/** How lengths are counted under the author's setting for a novel's language; as Chinese when it is unknown. */
export function countingFor(chosen: Settings["count_rule"], language: NovelLanguage | null): Counting {
  if (chosen === "language") return BY_LANGUAGE[language ?? "zh"];
  const isWords = chosen === "word" && (language === "en" || language === null);
  return { rule: chosen, unit: isWords ? "words" : "characters" };
}

/** How lengths of the open novel are counted now. */
export function countingNow(): Counting {
  const { settings, project } = desk();
  return countingFor(settings.count_rule, project?.language ?? null);
}

export function useCounting(): Counting {
  const chosen = useDesk(({ settings }) => settings.count_rule);
  const language = useDesk(({ project }) => project?.language ?? null);
  return countingFor(chosen, language);
}
