// A setting that is on or off.
import { Switch } from "@/components/switch";
import { useDesk } from "@/desk/desk";
import { applySettings } from "@/desk/keep-settings";
import type { Settings } from "@/ipc/types";
import { SettingRow, useRowTexts } from "./setting-row";

/** The boolean settings. */
export type SwitchSetting = {
  [K in keyof Settings]: Settings[K] extends boolean ? K : never;
}[keyof Settings];

function SwitchRow({ setting }: { setting: SwitchSetting }) {
  const { label, hint } = useRowTexts(setting);
  const checked = useDesk(({ settings }) => settings[setting]);
  return (
    <SettingRow setting={setting}>
      <Switch
        className="py-0"
        label={label}
        description={hint}
        checked={checked}
        onChange={(next) => applySettings({ [setting]: next })}
      />
    </SettingRow>
  );
}

/** The row of such a setting. */
export const switchRow = (setting: SwitchSetting) => () => <SwitchRow setting={setting} />;
