// Appearance settings.
import { useTranslation } from "react-i18next";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { useDesk } from "@/desk/desk";
import { applySettings } from "@/desk/keep-settings";
import { SettingRow, useRowTexts } from "./setting-row";
import { ThemeChoice } from "./theme-choice";

function ThemeRow() {
  const theme = useDesk(({ settings }) => settings.theme);
  return (
    <SettingRow setting="theme">
      <ThemeChoice value={theme} onChange={(next) => applySettings({ theme: next })} />
    </SettingRow>
  );
}

function LanguageRow() {
  const { t } = useTranslation("settings");
  const texts = useRowTexts("language");
  const language = useDesk(({ settings }) => settings.language);
  return (
    <SettingRow setting="language">
      <Segmented
        {...texts}
        value={language ?? "system"}
        onChange={(next) => applySettings({ language: next === "system" ? null : next })}
        options={(["system", "zh", "en"] as const).map((value) => ({
          value,
          label: t(`language.${value}`),
        }))}
      />
    </SettingRow>
  );
}

const SCALES = [0.8, 0.9, 1, 1.1, 1.25, 1.4, 1.6];

function InterfaceScaleRow() {
  const { i18n } = useTranslation("settings");
  const texts = useRowTexts("interface_scale");
  const scale = useDesk(({ settings }) => settings.interface_scale);
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" });
  const scales = SCALES.includes(scale) ? SCALES : [...SCALES, scale].sort((a, b) => a - b);
  return (
    <SettingRow setting="interface_scale">
      <Select
        {...texts}
        className="[&>button]:w-40"
        value={String(scale)}
        onChange={(next) => applySettings({ interface_scale: Number(next) })}
        options={scales.map((value) => ({ value: String(value), label: percent.format(value) }))}
      />
    </SettingRow>
  );
}

export const appearanceRows = {
  theme: ThemeRow,
  language: LanguageRow,
  interface_scale: InterfaceScaleRow,
};
