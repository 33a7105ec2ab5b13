// Today's model usage, for the status bar; links to the table. Hidden if no models are used.
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { money } from "@/components/money";
import { Tooltip } from "@/components/tooltip";
import { openDialog } from "@/desk/desk";
import { useProviders } from "@/desk/providers";
import { costWords, tokenWords } from "./say";
import { sum } from "./totals";
import { useCeilingShare, useUsage } from "./use-usage";

/** The share from which a ceiling counts as near. */
const NEAR_CEILING = 0.8;

export function UsageFigure() {
  const { t, i18n } = useTranslation("usage");
  const { data } = useUsage();
  const month = data === undefined ? null : sum(data.month);
  const unused = month?.calls === 0;
  const { data: models } = useProviders();
  const ceiling = data?.ceilings.per_month ?? null;
  const share = useCeilingShare(ceiling);
  if (data === undefined || month === null) return null;
  if (unused && (models?.providers.length ?? 0) === 0) return null;

  const day = sum(data.day);
  const words = (of: typeof day) =>
    [tokenWords(t, of, i18n.language), costWords(t, of, i18n.language)].filter(Boolean).join(" · ");
  const hint = [
    month.calls === 0 ? t("monthNone") : t("monthHint", { used: words(month) }),
    ceiling === null
      ? ""
      : t("ceilingHint", { most: money(ceiling.micros, ceiling.currency, i18n.language) }),
  ];
  return (
    <Tooltip text={hint.filter(Boolean).join(t("pause"))} side="top">
      <button
        type="button"
        onClick={() => openDialog({ name: "usage" })}
        className={cx(
          "rounded-sm px-1.5 whitespace-nowrap tabular-nums hover:bg-surface-hover",
          share !== null && share >= NEAR_CEILING ? "font-medium text-warning" : "hover:text-ink",
        )}
      >
        {day.calls === 0 ? t("todayNone") : t("today", { used: words(day) })}
      </button>
    </Tooltip>
  );
}
