// Why an answer of a model did not end well, in the author's words.
import { useTranslation } from "react-i18next";
import type { zhTroubles } from "./trouble-words";

/** The words for a kind of trouble. */
export function useTroubleWords(): (trouble: { kind: keyof typeof zhTroubles }) => string {
  const { t } = useTranslation("components");
  return ({ kind }) => t(`troubles.${kind}`);
}
