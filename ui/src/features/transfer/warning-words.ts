// Warnings of an import in words.
import { useTranslation } from "react-i18next";
import type { Totals } from "@/ipc/types";
import type { ImportWarning } from "./plan";
import { usePlanCounting } from "./plan-counting";

/** The message of a warning. `counts` are those of its chapter, so that lengths match the list. */
export function useWarningWords(): (warning: ImportWarning, counts: Totals | undefined) => string {
  const { t, i18n } = useTranslation("transfer");
  const { rule, unit } = usePlanCounting();
  const number = new Intl.NumberFormat(i18n.language);
  return (warning, counts) => {
    const key = warning.kind === "gap" && warning.after === null ? "gapFirst" : warning.kind;
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(warning)) {
      values[name] = typeof value === "number" ? number.format(value) : String(value);
    }
    if ("words" in warning) values.length = number.format(counts?.[rule] ?? warning.words);
    return t(`import.warnings.${key}`, { ...values, context: unit });
  };
}
