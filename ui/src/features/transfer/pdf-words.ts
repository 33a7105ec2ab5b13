// What an author should know about PDF files, in words.
import { useTranslation } from "react-i18next";
import type { PdfNotes } from "@/ipc/types";

/** The most missing characters that are shown. */
const SHOWN = 20;

export function usePdfWords(): (notes: PdfNotes) => string[] {
  const { t, i18n } = useTranslation("transfer");
  const number = new Intl.NumberFormat(i18n.language);
  return ({ pages, missing, readings_beside, is_unstable }) => {
    const words = [t("export.pdf.pages", { n: number.format(pages) })];
    if (missing.length > 0) {
      const shown = missing.slice(0, SHOWN).join(" ") + (missing.length > SHOWN ? " …" : "");
      words.push(t("export.pdf.missing", { n: number.format(missing.length), shown }));
    }
    if (readings_beside > 0) words.push(t("export.pdf.beside", { n: number.format(readings_beside) }));
    if (is_unstable) words.push(t("export.pdf.unstable"));
    return words;
  };
}
