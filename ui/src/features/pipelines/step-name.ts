// The name of a step as the author knows it.
import { useTranslation } from "react-i18next";
import type { Fields } from "@/components/input-shape";
import { useLocalized } from "@/components/localized";
import type { StepKindView } from "@/ipc/types";
import { stringIn, wordsOf } from "./draft";

/** The title of a step, or that of its kind. */
export function useStepName(kinds: readonly StepKindView[]): (step: Fields) => string {
  const { t } = useTranslation("pipelines");
  const title = useLocalized();
  return (step) => {
    const kind = kinds.find(({ handler }) => handler === step.handler);
    const own = title(wordsOf(step.title)) || (kind && title(kind.title));
    if (own) return own;
    const handler = stringIn(step.handler);
    return handler === "" ? t("step.unnamed") : t("step.unknown", { name: handler });
  };
}
