// A link from the settings to the models dialog.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { openDialog } from "@/desk/desk";
import { SettingRow, useRowTexts } from "./setting-row";

function ModelsRow() {
  const { t } = useTranslation("settings");
  const { label, hint } = useRowTexts("models");
  return (
    <SettingRow>
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <h3 className="text-sm">{label}</h3>
          <p className="text-xs break-words text-faint">{hint}</p>
        </div>
        <Button size="sm" onClick={() => openDialog({ name: "models" })}>
          {t("openModels")}
        </Button>
      </div>
    </SettingRow>
  );
}

export const modelsRows = { models: ModelsRow };
