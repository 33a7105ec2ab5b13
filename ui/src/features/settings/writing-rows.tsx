// Settings for counting and writing modes.
import { useTranslation } from "react-i18next";
import { NumberField } from "@/components/number-field";
import { RadioGroup } from "@/components/radio-group";
import { countingFor, useCounting } from "@/desk/counting";
import { minus, plus } from "@/desk/counts";
import { useDesk } from "@/desk/desk";
import { applySettings } from "@/desk/keep-settings";
import { locate } from "@/desk/navigation";
import { useOpenScenes } from "@/desk/open-scenes";
import { useAnswer } from "@/ipc/queries";
import type { CountRuleName, NovelLanguage, Totals } from "@/ipc/types";
import { dialogRow } from "./dialog-row";
import { SettingRow, useRowTexts } from "./setting-row";
import { switchRow } from "./switch-row";

const RULES: readonly CountRuleName[] = ["language", "standard", "word", "han", "all"];
const OF_ENGLISH: readonly CountRuleName[] = ["language", "word", "all", "standard"];

/** The count rules offered for a novel's language: in English those for words first, and Han only if already chosen. */
function rulesFor(language: NovelLanguage | null, chosen: CountRuleName): readonly CountRuleName[] {
  if (language !== "en") return RULES;
  return chosen === "han" ? [...OF_ENGLISH, chosen] : OF_ENGLISH;
}

/** The counts of the open scene's chapter, including text just typed; null without an open scene. */
function useChapterCounts(): Totals | null {
  const scene = useDesk((desk) => (desk.project === null ? null : desk.scene));
  const outline = useAnswer("manuscript.outline", scene === null ? null : {}).data;
  const open = useOpenScenes((scenes) => scenes.status);
  const place = scene === null || outline === undefined ? undefined : locate(outline, scene);
  if (place === undefined) return null;
  let { counts } = place.chapter;
  for (const view of place.chapter.scenes) {
    const live = open.get(view.id);
    if (live !== undefined) counts = plus(counts, minus(live.counts, view.counts));
  }
  return counts;
}

export function CountRuleRow() {
  const { t, i18n } = useTranslation("settings");
  const texts = useRowTexts("count_rule");
  const rule = useDesk(({ settings }) => settings.count_rule);
  const language = useDesk(({ project }) => project?.language ?? null);
  const counts = useChapterCounts();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <SettingRow setting="count_rule">
      <RadioGroup<CountRuleName>
        {...texts}
        value={rule}
        onChange={(next) => applySettings({ count_rule: next })}
        options={rulesFor(language, rule).map((value) => ({
          value,
          label:
            counts === null
              ? t(`countRules.${value}.label`)
              : `${t(`countRules.${value}.label`)} · ${t("countHere", { n: number.format(counts[countingFor(value, language).rule]) })}`,
          description: t(`countRules.${value}.hint`),
        }))}
      />
    </SettingRow>
  );
}

function DailyGoalRow() {
  const { t } = useTranslation("settings");
  const texts = useRowTexts("daily_goal");
  const { unit } = useCounting();
  const goal = useDesk(({ settings }) => settings.daily_goal);
  return (
    <SettingRow setting="daily_goal">
      <NumberField
        {...texts}
        className="[&>div:last-of-type]:max-w-60"
        value={goal}
        min={0}
        max={1_000_000}
        step={500}
        unit={t("goalUnit", { context: unit })}
        onChange={(next) => applySettings({ daily_goal: Math.max(0, Math.round(next ?? 0)) })}
      />
    </SettingRow>
  );
}

export const writingRows = {
  count_rule: CountRuleRow,
  daily_goal: DailyGoalRow,
  whole_chapter: switchRow("whole_chapter"),
  typewriter: switchRow("typewriter"),
  focus: switchRow("focus"),
  spelling: switchRow("spelling"),
  spelling_words: dialogRow("spelling_words", { name: "spelling" }),
  show_names: switchRow("show_names"),
  show_ai_spans: switchRow("show_ai_spans"),
};
