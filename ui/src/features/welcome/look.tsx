// Language and theme, available before anything is open.
import { BookText, Leaf, Monitor, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Segmented } from "@/components/segmented";
import { changeSettings, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { toFailure } from "@/ipc/host";
import type { Language, Settings, Theme } from "@/ipc/types";

const ICONS = { system: Monitor, light: Sun, dark: Moon, paper: BookText, green: Leaf } as const;
const THEMES: readonly Theme[] = ["system", "light", "dark", "paper", "green"];

export function Look() {
  const { t, i18n } = useTranslation("welcome");
  const theme = useDesk((desk) => desk.settings.theme);
  const change = (changes: Partial<Settings>) =>
    void changeSettings(changes).catch((thrown) =>
      notify({ text: toFailure(thrown).message, tone: "danger" }),
    );
  return (
    <div className="flex items-center gap-3">
      <Segmented<Language>
        label={t("language")}
        hideLabel
        value={i18n.language === "en" ? "en" : "zh"}
        onChange={(language) => change({ language })}
        options={[
          { value: "zh", label: "中文" },
          { value: "en", label: "English" },
        ]}
      />
      <Segmented<Theme>
        label={t("theme")}
        hideLabel
        value={theme}
        onChange={(next) => change({ theme: next })}
        options={THEMES.map((value) => ({
          value,
          label: t(`themes.${value}`),
          icon: ICONS[value],
          iconOnly: true,
        }))}
      />
    </div>
  );
}
