// The summary status of the open chapter, beside its title; opens the summary. Without one, only an icon.
import { FileCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Popover } from "@/components/popover";
import { useAnswer } from "@/ipc/queries";
import type { ChapterId } from "@/ipc/types";
import { ChapterSummary, type Completion } from "./chapter-summary";
import { isUnderWay } from "./say";
import { StatusSign } from "./status-sign";

type Standing = "none" | "running" | "stale" | "fresh";

export function standingOf({ summary, run }: Completion): Standing {
  if (run !== null && isUnderWay(run)) return "running";
  if (summary === null) return "none";
  return summary.stale ? "stale" : "fresh";
}

export function ChapterHeader({ chapter }: { chapter: ChapterId }) {
  const { t } = useTranslation("workflows");
  const [open, setOpen] = useState(false);
  const { data } = useAnswer("completion.chapter", { chapter });
  if (data === undefined) return null;
  const standing = standingOf(data);
  return (
    <Popover
      title={t("summary.title")}
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-100"
      trigger={
        <button
          type="button"
          data-testid="chapter-summary"
          data-standing={standing}
          title={t(`summary.standing.${standing}`)}
          className="flex h-6.5 shrink-0 items-center gap-1.5 rounded-md px-2 text-xs text-subtle transition-colors hover:bg-surface-hover hover:text-ink data-popup-open:bg-surface-hover"
        >
          {standing === "running" ? (
            <StatusSign status="running" size={13} />
          ) : (
            <FileCheck
              size={14}
              strokeWidth={1.75}
              aria-hidden
              className={standing === "stale" ? "text-warning" : undefined}
            />
          )}
          <span className={standing === "none" ? "sr-only" : "@max-md:sr-only"}>
            {t(`summary.standing.${standing}`)}
          </span>
        </button>
      }
    >
      <ChapterSummary chapter={chapter} />
    </Popover>
  );
}
