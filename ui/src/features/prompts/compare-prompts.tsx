// Two versions of a template side by side. Esc returns to the editor.
import { FileClock } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ComparisonFrame } from "@/components/comparison-frame";
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
    return { side: id, label: versionName(t, entry, id), ...(hint === "" ? {} : { hint }) };
  });
  const isSame = from === to || texts?.hunks.length === 0;
  return (
    <ComparisonFrame
      embedded
      left={from}
      right={to}
      label={t("compare.label")}
      options={options}
      onChange={({ left, right }) => useWorkshop.setState({ compared: { from: left, to: right } })}
      closeLabel={t("compare.close")}
      onClose={() => useWorkshop.setState({ compared: null })}
      failure={answer.error}
      onRetry={() => void answer.refetch()}
      same={isSame ? { icon: FileClock, title: t("compare.same") } : null}
      reading={t("compare.reading")}
    >
      {texts !== undefined && (
        <TextComparison
          className="min-h-0 flex-1"
          texts={texts}
          label={t("compare.label")}
          sides={{ before: versionName(t, entry, from), after: versionName(t, entry, to) }}
          appearance={APPEARANCE}
          lang={entry.language === "zh" ? "zh-CN" : "en"}
        />
      )}
    </ComparisonFrame>
  );
}
