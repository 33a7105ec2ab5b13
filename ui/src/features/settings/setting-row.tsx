// One setting: its control, and a reset to the default if changed.
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";
import { useDesk } from "@/desk/desk";
import { applySettings } from "@/desk/keep-settings";
import { DEFAULT_SETTINGS, type Settings } from "@/ipc/types";

/** The label and hint of a setting, for its control. */
export function useRowTexts(row: string): { label: string; hint: string | undefined } {
  const { t } = useTranslation("settings");
  const hint = t(`rows.${row}.hint`);
  return { label: t(`rows.${row}.label`), hint: hint === "" ? undefined : hint };
}

interface SettingRowProps {
  /** The underlying setting, if any. */
  setting?: keyof Settings;
  /** A custom reset, if it does more than restore the default. */
  onReset?: () => void;
  children: ReactNode;
}

export function SettingRow({ setting, onReset, children }: SettingRowProps) {
  const { t } = useTranslation("settings");
  const changed = useDesk(
    ({ settings }) => setting !== undefined && settings[setting] !== DEFAULT_SETTINGS[setting],
  );
  const name = setting === undefined ? "" : t(`rows.${setting}.label`);
  return (
    <div className="relative border-b border-line py-3.5 last:border-0">
      {children}
      {/* In the margin, so that the control aligns the same whether or not the setting was changed. */}
      <div className="absolute top-3.5 -right-7 flex w-6">
        {setting !== undefined && changed && (
          <IconButton
            icon={RotateCcw}
            size="sm"
            label={t("reset", { name })}
            tooltipSide="left"
            onClick={onReset ?? (() => applySettings({ [setting]: DEFAULT_SETTINGS[setting] }))}
          />
        )}
      </div>
    </div>
  );
}
