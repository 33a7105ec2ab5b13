// The import plan: totals, warnings, clean-ups, and every chapter.
import { ChevronRight, TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import type { Imported, JsonValue } from "@/ipc/types";
import { type Preview, patternRefusal, preview as readAgain, useImport } from "./import-flow";
import { changesByRule, chapterOf, type ImportPlan, onlyWarned, rowsOf } from "./plan";
import { usePlanCounting } from "./plan-counting";
import { PlanList } from "./plan-list";
import { useRefusalWords } from "./refusal-words";
import type { SplitKind } from "./split-choice";
import { useWarningWords } from "./warning-words";

/** Maximum messages written out; the rest are marks in the list. */
const MAX_NOTES = 60;

interface PlanViewProps {
  preview: Preview;
  split: SplitKind;
  /** Reads again with replacement characters for undecodable bytes. */
  onReplace: () => void;
}

export function PlanView({ preview, split, onReplace }: PlanViewProps) {
  const { t, i18n } = useTranslation("transfer");
  const refused = useImport(patternRefusal);
  const undecodable = preview.state === "failed" ? undecodableAt(preview.failure.details) : null;
  const refusal = useRefusalWords();
  return (
    <div className="flex min-h-72 min-w-0 flex-col" aria-busy={preview.state === "reading" || undefined}>
      {preview.state === "reading" && <LoadingState kind="ring" label={t("import.reading")} />}
      {preview.state === "none" && (split === "pattern" || split === "titles") && (
        <p className="py-8 text-center text-sm text-faint">{t(`import.incomplete.${split}`)}</p>
      )}
      {refused !== null && <p className="py-8 text-center text-sm text-faint">{t("import.patternWaits")}</p>}
      {preview.state === "failed" && refused === null && (
        <div className="flex flex-col gap-2">
          <FailureState
            failure={preview.failure}
            todo={refusal(preview.failure)}
            onRetry={() => void readAgain()}
            actions={
              undecodable !== null && (
                <Button size="sm" onClick={onReplace}>
                  {t("import.replaceAct")}
                </Button>
              )
            }
          />
          {undecodable !== null && (
            <p className="px-1 text-xs text-subtle">
              {t("import.undecodableAt", {
                encoding: undecodable.encoding.toUpperCase(),
                offset: new Intl.NumberFormat(i18n.language).format(undecodable.offset),
              })}
            </p>
          )}
        </div>
      )}
      {preview.state === "ready" &&
        (preview.imported.chapters === 0 ? (
          <EmptyState compact title={t("import.noneFound")} />
        ) : (
          <Plan imported={preview.imported} plan={preview.plan} />
        ))}
    </div>
  );
}

/** The refusal about bytes names the first one and the closest encoding. */
function undecodableAt(details: JsonValue): { offset: number; encoding: string } | null {
  if (typeof details !== "object" || details === null || Array.isArray(details)) return null;
  const { offset, encoding } = details;
  return typeof offset === "number" && typeof encoding === "string" ? { offset, encoding } : null;
}

function Plan({ imported, plan }: { imported: Imported; plan: ImportPlan }) {
  const { t, i18n } = useTranslation("transfer");
  const { rule, unit } = usePlanCounting();
  const [onlyThose, setOnlyThose] = useState(false);
  const number = new Intl.NumberFormat(i18n.language);
  const rows = useMemo(() => rowsOf(plan), [plan]);
  const warned = useMemo(() => onlyWarned(rows), [rows]);
  const warnedCount = warned.filter(({ kind }) => kind === "chapter").length;
  const shown = onlyThose && warnedCount > 0 ? warned : rows;
  const figures = {
    volumes: number.format(imported.volumes),
    chapters: number.format(imported.chapters),
    words: number.format(plan.counts[rule]),
    encoding: sourceOf(plan, (format) => t(`import.formats.${format}`, { defaultValue: format })),
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="-mb-1 flex min-h-7 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-sm tabular-nums">
          {t(imported.volumes > 1 ? "import.summaryVolumes" : "import.summary", {
            ...figures,
            context: unit,
          })}
        </p>
        {warnedCount > 0 && (
          <Checkbox
            className="py-0"
            label={t("import.onlyWarned", { n: number.format(warnedCount) })}
            checked={onlyThose}
            onChange={setOnlyThose}
          />
        )}
      </div>
      <Besides plan={plan} />
      <PlanList rows={shown} />
      <Notes plan={plan} />
      <Tidied plan={plan} />
    </div>
  );
}

/** The tool, the format or the encoding of the source. */
function sourceOf(plan: ImportPlan, formatName: (format: string) => string): string {
  if (plan.tool !== null) return plan.tool;
  return plan.format === null ? plan.encoding.toUpperCase() : formatName(plan.format);
}

/** What a project brings besides its chapters. */
export function Besides({ plan }: { plan: ImportPlan }) {
  const { t, i18n } = useTranslation("transfer");
  const number = new Intl.NumberFormat(i18n.language);
  const parts = (["comments", "lore", "versions", "days"] as const)
    .filter((part) => plan[part] > 0)
    .map((part) => t(`import.besides.${part}`, { n: number.format(plan[part]) }));
  if (parts.length === 0) return null;
  return <p className="text-xs text-subtle tabular-nums">{parts.join(" · ")}</p>;
}

const summaryClass = "flex w-fit items-center gap-1.5 rounded-sm text-xs text-subtle hover:text-ink";

function Marker() {
  return <ChevronRight size={13} strokeWidth={1.75} aria-hidden className="shrink-0 group-open:rotate-90" />;
}

function Notes({ plan }: { plan: ImportPlan }) {
  const { t } = useTranslation("transfer");
  const words = useWarningWords();
  const { warnings } = plan;
  if (warnings.length === 0) return null;
  return (
    <details className="group" open={warnings.length <= 3}>
      <summary className={summaryClass}>
        <Marker />
        <TriangleAlert size={13} strokeWidth={1.75} aria-hidden className="text-warning" />
        {t("import.notes", { n: warnings.length })}
      </summary>
      <ul className="mt-1.5 flex max-h-32 flex-col gap-1 overflow-y-auto pl-5 text-xs text-subtle">
        {warnings.slice(0, MAX_NOTES).map((warning, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: warnings have no id and keep their order
          <li key={at} className="break-words">
            {words(warning, chapterOf(plan, warning)?.counts)}
          </li>
        ))}
        {warnings.length > MAX_NOTES && <li>{t("import.notesMore", { n: warnings.length - MAX_NOTES })}</li>}
      </ul>
    </details>
  );
}

function Tidied({ plan }: { plan: ImportPlan }) {
  const { t, i18n } = useTranslation("transfer");
  const number = new Intl.NumberFormat(i18n.language);
  const changes = useMemo(() => changesByRule(plan.changes), [plan]);
  if (changes.length === 0) return null;
  return (
    <details className="group">
      <summary className={summaryClass}>
        <Marker />
        {t("import.changes", { n: changes.length })}
      </summary>
      <ul className="mt-1.5 flex max-h-32 flex-col gap-1 overflow-y-auto pl-5 text-xs text-subtle">
        {changes.map(({ rule, count, dropped, sample }) => (
          <li key={rule} className="flex justify-between gap-4">
            <span className="min-w-0 break-words">
              {t(`import.rules.${rule}`, { defaultValue: rule })}
              {sample !== null && ` · ${t("import.sample", { text: sample })}`}
            </span>
            <span className="shrink-0 text-faint tabular-nums">
              {t("import.changeCount", { n: number.format(count) })}
              {dropped > 0 && ` · ${t("import.changeDropped", { n: number.format(dropped) })}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
