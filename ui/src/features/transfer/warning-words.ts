// Warnings of an import in words.
import { useTranslation } from "react-i18next";
import type { ImportWarning } from "./plan";

/** The words for a warning. */
export function useWarningWords(): (warning: ImportWarning) => string {
  const { t, i18n } = useTranslation("transfer");
  const number = new Intl.NumberFormat(i18n.language);
  return (warning) => {
    const key = warning.kind === "gap" && warning.after === null ? "gapFirst" : warning.kind;
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(warning)) {
      values[name] = typeof value === "number" ? number.format(value) : String(value);
    }
    return t(`import.warnings.${key}`, values);
  };
}
