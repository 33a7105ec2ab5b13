// Settings for the text's appearance and typing aids.
import { useTranslation } from "react-i18next";
import { Segmented } from "@/components/segmented";
import { Slider } from "@/components/slider";
import { useDesk } from "@/desk/desk";
import { applySettings } from "@/desk/keep-settings";
import { FontField } from "./font-field";
import { SettingRow, useRowTexts } from "./setting-row";
import { switchRow } from "./switch-row";

function FontRow() {
  const font = useDesk(({ settings }) => settings.font);
  return (
    <SettingRow setting="font">
      <FontField value={font} onChange={(next) => applySettings({ font: next })} />
    </SettingRow>
  );
}

interface Range {
  setting: "font_size" | "measure" | "line_height";
  min: number;
  max: number;
  step: number;
  /** The words key of a value. */
  words: string;
}

function SliderRow({ setting, min, max, step, words }: Range) {
  const { t } = useTranslation("settings");
  const texts = useRowTexts(setting);
  const value = useDesk(({ settings }) => settings[setting]);
  return (
    <SettingRow setting={setting}>
      <Slider
        {...texts}
        value={value}
        min={min}
        max={max}
        step={step}
        format={(n) => t(words, { n: Math.round(n * 100) / 100 })}
        onChange={(next) => applySettings({ [setting]: Math.round(next * 100) / 100 })}
      />
    </SettingRow>
  );
}

function IndentRow() {
  const { t } = useTranslation("settings");
  const texts = useRowTexts("indent");
  const indent = useDesk(({ settings }) => settings.indent);
  return (
    <SettingRow setting="indent">
      <Segmented
        {...texts}
        value={String(indent)}
        onChange={(next) => applySettings({ indent: Number(next) })}
        options={[0, 1, 2, 3, 4].map((n) => ({
          value: String(n),
          label: n === 0 ? t("noIndent") : t("han", { n }),
        }))}
      />
    </SettingRow>
  );
}

export const textRows = {
  font: FontRow,
  font_size: () => <SliderRow setting="font_size" min={12} max={40} step={1} words="px" />,
  line_height: () => <SliderRow setting="line_height" min={1.2} max={3} step={0.05} words="times" />,
  measure: () => <SliderRow setting="measure" min={20} max={80} step={1} words="han" />,
  indent: IndentRow,
  markdown: switchRow("markdown"),
  punctuation: switchRow("punctuation"),
};
