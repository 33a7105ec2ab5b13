// The summary of a chapter as a section of the Chapter tab.
import { useTranslation } from "react-i18next";
import type { ChapterId } from "@/ipc/types";
import { ChapterSummary } from "./chapter-summary";

export function ChapterSection({ chapter }: { chapter: ChapterId }) {
  const { t } = useTranslation("workflows");
  return (
    <section aria-label={t("summary.title")} className="flex flex-col gap-2 border-t border-line px-4 py-4">
      <h3 className="text-xs font-medium text-faint">{t("summary.title")}</h3>
      <ChapterSummary chapter={chapter} />
    </section>
  );
}
