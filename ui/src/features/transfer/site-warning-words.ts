// What a site may refuse, in words.
import { useTranslation } from "react-i18next";
import type { SiteWarning } from "@/ipc/types";

export function useSiteWarningWords(): (warning: SiteWarning) => string {
  const { t, i18n } = useTranslation("transfer");
  const number = new Intl.NumberFormat(i18n.language);
  return (warning) => {
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(warning)) {
      values[name] = typeof value === "number" ? number.format(value) : String(value);
    }
    return t(`export.siteWarnings.${warning.kind}`, values);
  };
}
