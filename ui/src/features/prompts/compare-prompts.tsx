// Two versions of a template side by side. Esc returns to the editor.
import { FileClock } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ComparisonBar } from "@/components/comparison-bar";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { TextComparison } from "@/components/text-comparison";
import type { Appearance } from "@/editor/appearance";
import { useAnswer } from "@/ipc/queries";
import type { PromptEntry } from "@/ipc/types";
import { keyOf } from "./acts";
import { versionName } from "./names";
import { useWorkshop, type Version } from "./state";

/** Templates are shown as source: no indent, a fixed-width font. */
const APPEARANCE: Appearance = {
  fontFamily: "var(--font-mono)",
  fontSize: 13,
  lineHeight: 1.65,
  measure: 80,
  indent: 0,
};

const SHIPPED = "shipped";
const nameOf = (version: Version) => (version === null ? SHIPPED : String(version));
const versionOf = (name: string): Version => (name === SHIPPED ? null : Number(name));

interface ComparePromptsProps {
  entry: PromptEntry;
  from: Version;
  to: Version;
}

export function ComparePrompts({ entry, from, to }: ComparePromptsProps) {
  const { t } = useTranslation("prompts");
  const answer = useAnswer("prompts.compare", from === to ? null : { ...keyOf(entry), from, to });
  const texts = useMemo(
    () =>
      answer.data === undefined
        ? undefined
        : { before: answer.data.from, after: answer.data.to, hunks: answer.data.hunks },
    [answer.data],
  );
  const options = [null, ...entry.versions.map(({ id }) => id)].reverse().map((id) => {
    const note = entry.versions.find((version) => version.id === id)?.note ?? "";
    const hint = [id === entry.in_use ? t("inUse") : "", note].filter((part) => part !== "").join(" · ");
    return { value: nameOf(id), label: versionName(t, entry, id), ...(hint === "" ? {} : { hint }) };
  });
  return (
    <section aria-label={t("compare.label")} className="flex h-full min-h-0 min-w-0 flex-col">
      <ComparisonBar
        options={options}
        left={nameOf(from)}
        right={nameOf(to)}
        onChange={(left, right) =>
          useWorkshop.setState({ compared: { from: versionOf(left), to: versionOf(right) } })
        }
        onClose={() => useWorkshop.setState({ compared: null })}
        labels={{
          left: t("compare.from"),
          right: t("compare.to"),
          swap: t("compare.swap"),
          close: t("compare.close"),
        }}
      />
      {answer.error !== null ? (
        <div className="p-4">
          <FailureState failure={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      ) : from === to || texts?.hunks.length === 0 ? (
        <EmptyState icon={FileClock} title={t("compare.same")} />
      ) : texts === undefined ? (
        <LoadingState kind="ring" label={t("compare.reading")} />
      ) : (
        <TextComparison
          className="min-h-0 flex-1"
          texts={texts}
          label={t("compare.label")}
          sides={{ before: versionName(t, entry, from), after: versionName(t, entry, to) }}
          appearance={APPEARANCE}
          lang={entry.language === "zh" ? "zh-CN" : "en"}
        />
      )}
    </section>
  );
}
