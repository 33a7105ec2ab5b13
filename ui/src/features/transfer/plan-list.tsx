// The chapters of an import, virtualized, each with its length and warning marks. Where there is no room for all of it
// the title keeps its width, and the rest gives way.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { VirtualList } from "@/components/virtual-list";
import type { Totals } from "@/ipc/types";
import type { ImportWarning, PlannedChapter, PlanRow } from "./plan";
import { usePlanCounting } from "./plan-counting";
import { useWarningWords } from "./warning-words";

/** The height of a row, in rem. */
const ROW_REM = 1.75;

const idOf = (_: PlanRow, at: number) => String(at);

export function PlanList({ rows }: { rows: readonly PlanRow[] }) {
  const { t } = useTranslation("transfer");
  const [opened, setOpened] = useState<PlannedChapter | null>(null);
  const isShown = rows.some((row) => row.kind === "chapter" && row.chapter === opened);
  // As high as its rows, up to what leaves room for the rest of the dialog.
  const height = `min(${rows.length * ROW_REM}rem + 2px, 22rem, 40vh)`;
  return (
    <>
      <div className="@container min-h-22" style={{ height }}>
        <VirtualList
          as="ul"
          label={t("import.list")}
          rows={rows}
          idOf={idOf}
          rowHeight={28}
          className="h-full bg-page"
          rowClass="flex items-center gap-2.5 px-3"
        >
          {(row) =>
            row.kind === "volume" ? (
              <Volume row={row} />
            ) : (
              <Chapter row={row} isOpen={row.chapter === opened} onOpen={setOpened} />
            )
          }
        </VirtualList>
      </div>
      {opened !== null && isShown && <Opening chapter={opened} />}
    </>
  );
}

/** The first words of a chapter. */
function Opening({ chapter }: { chapter: PlannedChapter }) {
  const { t } = useTranslation("transfer");
  return (
    <section
      aria-label={t("import.opening", { title: chapter.title })}
      className="max-h-24 shrink-0 overflow-y-auto border-l-2 border-line pl-3 text-sm break-words whitespace-pre-line text-subtle"
    >
      {chapter.opening === "" ? t("import.openingEmpty") : `${chapter.opening} …`}
    </section>
  );
}

function Volume({ row }: { row: Extract<PlanRow, { kind: "volume" }> }) {
  const { t, i18n } = useTranslation("transfer");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <>
      <span className="min-w-0 flex-1 truncate text-sm font-medium" title={row.title}>
        {row.title === "" ? t("import.untitledVolume") : row.title}
      </span>
      <span className="shrink-0 text-xs text-faint tabular-nums">
        {t("import.volumeChapters", { n: number.format(row.chapters) })}
      </span>
    </>
  );
}

interface ChapterProps {
  row: Extract<PlanRow, { kind: "chapter" }>;
  /** Whether its first words are shown. */
  isOpen: boolean;
  onOpen: (chapter: PlannedChapter | null) => void;
}

function Chapter({ row, isOpen, onOpen }: ChapterProps) {
  const { t, i18n } = useTranslation("transfer");
  const number = new Intl.NumberFormat(i18n.language);
  const { chapter, warnings } = row;
  const { rule, unit } = usePlanCounting();
  const likely = typeof chapter.source === "object" && chapter.source.heading === "likely";
  return (
    <>
      <span aria-hidden className="w-9 shrink-0 text-right text-xs text-faint tabular-nums">
        {row.index}
      </span>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? null : chapter)}
        className="min-w-32 flex-1 truncate rounded-sm text-left text-sm hover:underline"
        title={likely ? `${chapter.title}\n${t("import.likely")}` : chapter.title}
      >
        {chapter.title}
        {likely && <span className="sr-only"> {t("import.likely")}</span>}
        {likely && (
          <span aria-hidden className="ml-1.5 text-xs text-faint">
            ?
          </span>
        )}
      </button>
      {warnings.length > 0 && (
        <span className="flex min-w-0 gap-1.5 overflow-hidden">
          {warnings.map((warning) => (
            <Sign key={warning.kind} warning={warning} counts={chapter.counts} />
          ))}
        </span>
      )}
      {chapter.scenes > 1 && (
        <span className="shrink-0 text-xs text-faint tabular-nums @max-[24rem]:hidden">
          {t("import.scenes", { n: number.format(chapter.scenes) })}
        </span>
      )}
      <span className="min-w-18 shrink-0 @max-[18rem]:hidden text-right whitespace-nowrap text-xs text-subtle tabular-nums">
        {t("import.length", { n: number.format(chapter.counts[rule]), context: unit })}
      </span>
    </>
  );
}

function Sign({ warning, counts }: { warning: ImportWarning; counts: Totals }) {
  const { t } = useTranslation("transfer");
  const words = useWarningWords();
  return (
    <span title={words(warning, counts)} className="flex shrink-0">
      <Badge tone="warning">{t(`import.signs.${warning.kind}`, { defaultValue: "!" })}</Badge>
    </span>
  );
}
