// Why a model's answer did not end well, in the author's language.
import { useTranslation } from "react-i18next";
import type { zhTroubles } from "./trouble-words";

/** Returns the words for a kind of trouble. */
export function useTroubleWords(): (trouble: { kind: keyof typeof zhTroubles }) => string {
  const { t } = useTranslation("components");
  return ({ kind }) => t(`troubles.${kind}`);
}
